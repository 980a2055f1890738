//! Accounts: becoming a guest or a member, signing in and out, changing and deleting what is one's own.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use club::Stage;
use club::{Command, PersonId, Time};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{Key, Said};
use super::caller::{Caller, GUEST, SESSION};
use super::keys::new_secret;
use super::problem::Problem;
use crate::api::schema;
use crate::app::App;
use crate::cookies;
use house::names::name_of;
use house::people::name::Name;
use house::people::secret::SecretKind;
use house::people::{guest, password};
use house::tables::{ActError, now, random};
use store::{Access, AccessKey, AccountKind, IdempotencyKey, Person, Registered, Registration, TableFilter};

/// How long a session lasts.
const SESSION_LASTS: Duration = Duration::from_hours(60 * 24);
/// How many tables somebody leaves who deletes the account, of those that wait and of those in play.
const MOST_TABLES: u32 = 1000;

/// The routes about accounts.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(become_guest))
        .routes(routes!(register))
        .routes(routes!(sign_in, sign_out))
        .routes(routes!(me, change_me, delete_me))
}

/// What an account is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Account {
    Guest,
    Member,
    Bot,
    Deleted,
}

impl From<AccountKind> for Account {
    fn from(kind: AccountKind) -> Self {
        match kind {
            AccountKind::Guest => Self::Guest,
            AccountKind::Member => Self::Member,
            AccountKind::Bot => Self::Bot,
            AccountKind::Deleted => Self::Deleted,
        }
    }
}

/// Who asks.
#[derive(Serialize, ToSchema)]
struct Me {
    /// The identity.
    #[schema(value_type = schema::PersonId)]
    id: PersonId,
    /// The name.
    name: String,
    /// Guest, member or bot account.
    kind: Account,
}

async fn me_view(app: &App, person: PersonId) -> Result<Me, Problem> {
    let known = app.house.store.find_person(person).await?;
    let guest = Person { id: person, kind: AccountKind::Guest, name: None, password: None, since: Time(0) };
    let known = known.unwrap_or(guest);
    Ok(Me { id: person, name: name_of(&known), kind: known.kind.into() })
}

/// Somebody new, and the cookie that says who they are.
pub(crate) fn new_guest(app: &App) -> Result<(PersonId, HeaderValue), Problem> {
    let person = PersonId(u64::from_be_bytes(random()));
    let cookie = cookies::set(GUEST, &app.house.signer.sign(person, now()), guest::VALID, app.scheme)?;
    Ok((person, cookie))
}

/// An answer that sets a cookie.
fn with_cookie(cookie: HeaderValue, answer: impl IntoResponse) -> Response {
    (AppendHeaders([(header::SET_COOKIE, cookie)]), answer).into_response()
}

/// Be a guest
///
/// Gives a cookie that makes you a guest, who can play everything casual. Who is somebody already stays so.
#[utoipa::path(post, path = "/guests", tag = "people", responses(
    (status = 200, body = Me), (status = 201, body = Me, description = "a new guest, with a cookie")))]
async fn become_guest(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, Problem> {
    if let Some(person) = caller.person() {
        return Ok(Json(me_view(&app, person).await?).into_response());
    }
    let (person, cookie) = new_guest(&app)?;
    let me = me_view(&app, person).await?;
    Ok(with_cookie(cookie, (StatusCode::CREATED, Json(me))))
}

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAccount {
    /// 3 to 20 letters and digits of one script, with single `-`, `_` or `.` between.
    pub(crate) name: String,
    /// 8 to 200 characters.
    pub(crate) password: String,
    /// Whether a program plays with this account. It cannot be changed later.
    #[serde(default)]
    pub(crate) bot: bool,
}

/// Register
///
/// Makes an account and signs in. A guest's games come along.
#[utoipa::path(post, path = "/people", tag = "people", request_body = NewAccount, responses(
    (status = 201, body = Me), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn register(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    key: Key,
    Said { said, .. }: Said<NewAccount>,
) -> Result<Response, Problem> {
    let person = make_account(&app, caller, key, said).await?;
    let cookie = begin_session(&app, person, &headers).await?;
    Ok(with_cookie(cookie, (StatusCode::CREATED, Json(me_view(&app, person).await?))))
}

/// Makes an account of who asks, and tells whose it is: theirs, or that of the same request before.
pub(crate) async fn make_account(
    app: &App,
    caller: Caller,
    key: Key,
    said: NewAccount,
) -> Result<PersonId, Problem> {
    let mut person = match caller {
        Caller::Nobody => PersonId(u64::from_be_bytes(random())),
        Caller::Guest(person) => person,
        Caller::Known { .. } => {
            let detail = "you have an account already; sign out to make another";
            return Err(Problem::new(StatusCode::CONFLICT, "already-registered", detail));
        }
    };
    let name: Name = said.name.parse()?;
    password::check(&said.password, &name)?;
    let kind = if said.bot { AccountKind::Bot } else { AccountKind::Member };
    let (skeleton, name) = (name.skeleton(), name.to_string());
    // The password is no part of it: a plain hash of a request would give it away.
    let said_so = Sha256::new_with_prefix(if said.bot { "bot\n" } else { "member\n" }).chain_update(&name);
    let request = key.of(person, said_so.finalize().into());
    let password = app.house.hasher.hash(said.password.clone()).await?;
    let (at, asked) = (now(), request.clone());
    let registration =
        Registration { person, kind, name, skeleton: skeleton.clone(), password, at, key: request };
    if let Err(refused) = taken(app.house.store.register(registration).await?) {
        let Some(before) = registered_before(app, &skeleton, asked, said.password).await? else {
            return Err(refused);
        };
        person = before;
    }
    app.house.person_changed(person);
    Ok(person)
}

/// Who made an account by the same request, of whose answer they perhaps never heard.
async fn registered_before(
    app: &App,
    skeleton: &str,
    asked: Option<IdempotencyKey>,
    password: String,
) -> Result<Option<PersonId>, Problem> {
    let (Some(asked), Some(known)) = (asked, app.house.store.find_person_by_name(skeleton).await?) else {
        return Ok(None);
    };
    let before = app.house.store.find_used_key(known.id, &asked.key).await?;
    let same = before.is_some_and(|before| before.request == asked.request && before.made == known.id.0);
    Ok((same && app.house.hasher.verify(password, known.password).await?).then_some(known.id))
}

fn taken(registered: Registered) -> Result<(), Problem> {
    match registered {
        Registered::Done => Ok(()),
        Registered::NameTaken => {
            let detail = "the name is somebody else's, or looks like it";
            Err(Problem::new(StatusCode::CONFLICT, "name-taken", detail))
        }
        Registered::NotPossible => {
            Err(Problem::new(StatusCode::CONFLICT, "already-registered", "there is an account already"))
        }
        Registered::KeyUsed => Err(ActError::KeyReused.into()),
    }
}

/// Begins a session, and gives the cookie that opens it.
pub(crate) async fn begin_session(
    app: &App,
    person: PersonId,
    headers: &HeaderMap,
) -> Result<HeaderValue, Problem> {
    let secret = new_secret(SecretKind::Session)?;
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or("unknown");
    let label: String = agent.chars().take(80).collect();
    let since = now();
    let key = AccessKey {
        id: u64::from_be_bytes(random()),
        person,
        hash: secret.hash(),
        access: Access::Session,
        label,
        since,
        until: since + SESSION_LASTS,
    };
    app.house.store.add_access_key(key, None).await?;
    Ok(cookies::set(SESSION, &secret.reveal(), SESSION_LASTS, app.scheme)?)
}

/// Name and password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// The name of the account.
    pub(crate) name: String,
    /// Its password.
    pub(crate) password: String,
}

/// Sign in
#[utoipa::path(post, path = "/session", tag = "people", request_body = Credentials, responses(
    (status = 200, body = Me), (status = 401, body = Problem)))]
async fn sign_in(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Said { said, .. }: Said<Credentials>,
) -> Result<Response, Problem> {
    let person = prove(&app, said).await?;
    let cookie = begin_session(&app, person, &headers).await?;
    Ok(with_cookie(cookie, Json(me_view(&app, person).await?)))
}

/// Whose name and password these are.
pub(crate) async fn prove(app: &App, said: Credentials) -> Result<PersonId, Problem> {
    let person = match said.name.parse::<Name>() {
        Ok(name) => app.house.store.find_person_by_name(&name.skeleton()).await?,
        Err(_) => None,
    };
    let hash = person.as_ref().and_then(|person| person.password.clone());
    let right = app.house.hasher.verify(said.password, hash).await?;
    let (Some(person), true) = (person, right) else {
        let detail = "the name or the password is wrong";
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "wrong-password", detail));
    };
    Ok(person.id)
}

/// Sign out
#[utoipa::path(delete, path = "/session", tag = "people", responses((status = 204)))]
async fn sign_out(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, Problem> {
    let cookie = leave(&app, caller).await?;
    Ok(with_cookie(cookie, StatusCode::NO_CONTENT))
}

/// Ends the session that asks, and gives the cookie that makes the browser forget it.
pub(crate) async fn leave(app: &App, caller: Caller) -> Result<HeaderValue, Problem> {
    let (person, key) = caller.owner()?;
    app.house.store.end_access_key(person, key).await?;
    app.house.person_changed(person);
    Ok(cookies::forget(SESSION, app.scheme)?)
}

/// Who am I
#[utoipa::path(get, path = "/me", tag = "people", responses((status = 200, body = Me), (status = 401, body = Problem)))]
async fn me(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Me>, Problem> {
    Ok(Json(me_view(&app, caller.somebody()?).await?))
}

/// What is to change, with the password as it is now.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AccountChange {
    /// The password as it is now.
    pub(crate) password: String,
    /// Another name.
    #[serde(default)]
    pub(crate) new_name: Option<String>,
    /// Another password; all other sessions end.
    #[serde(default)]
    pub(crate) new_password: Option<String>,
}

async fn confirmed(app: &App, person: PersonId, password: String) -> Result<Person, Problem> {
    let known = app.house.store.find_person(person).await?.ok_or_else(Problem::nobody)?;
    if app.house.hasher.verify(password, known.password.clone()).await? {
        Ok(known)
    } else {
        Err(Problem::new(StatusCode::FORBIDDEN, "wrong-password", "the password is wrong"))
    }
}

/// Change name or password
#[utoipa::path(patch, path = "/me", tag = "people", request_body = AccountChange, responses(
    (status = 200, body = Me), (status = 403, body = Problem), (status = 409, body = Problem),
    (status = 422, body = Problem)))]
async fn change_me(
    State(app): State<Arc<App>>,
    caller: Caller,
    Said { said, .. }: Said<AccountChange>,
) -> Result<Json<Me>, Problem> {
    let person = change_account(&app, caller, said).await?;
    Ok(Json(me_view(&app, person).await?))
}

/// Changes the account of who asks, in everything that was said or in nothing.
pub(crate) async fn change_account(
    app: &App,
    caller: Caller,
    said: AccountChange,
) -> Result<PersonId, Problem> {
    let (person, session) = caller.owner()?;
    let known = confirmed(app, person, said.password).await?;
    let name: Name = said.new_name.as_deref().unwrap_or(&name_of(&known)).parse()?;
    if let Some(new) = &said.new_password {
        password::check(new, &name)?;
    }
    // Before anything changes: both changes are made, or none.
    let hash = match said.new_password {
        Some(new) => Some(app.house.hasher.hash(new).await?),
        None => None,
    };
    if said.new_name.is_some() {
        taken(app.house.store.rename_person(person, name.as_str(), &name.skeleton()).await?)?;
        app.house.person_changed(person);
    }
    if let Some(hash) = hash {
        app.house.store.set_password(person, &hash).await?;
        app.house.store.end_sessions(person, Some(session)).await?;
        app.house.person_changed(person);
    }
    Ok(person)
}

/// The password, to confirm.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Confirmation {
    /// The password of the account.
    password: String,
}

/// Delete the account
///
/// Name, password, sessions and tokens are forgotten. Games that are on are resigned, and all games stay,
/// without a name.
#[utoipa::path(delete, path = "/me", tag = "people", request_body = Confirmation, responses(
    (status = 204), (status = 403, body = Problem)))]
async fn delete_me(
    State(app): State<Arc<App>>,
    caller: Caller,
    Said { said, .. }: Said<Confirmation>,
) -> Result<StatusCode, Problem> {
    delete_account(&app, caller, said.password).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the account of who asks and knows its password.
pub(crate) async fn delete_account(app: &App, caller: Caller, password: String) -> Result<(), Problem> {
    let (person, _) = caller.owner()?;
    confirmed(app, person, password).await?;
    // Nobody is left to wait for somebody who does not exist.
    for stage in [Stage::Waiting, Stage::Playing] {
        let (stage, limit) = (Some(stage), MOST_TABLES);
        let filter = TableFilter { stage, person: Some(person), limit, ..TableFilter::default() };
        for (table, _) in app.house.store.list_tables(&filter).await? {
            match app.house.tables.act(table, &Command::Leave(person), None).await {
                // A seat that was given up already, or a game that ended meanwhile.
                Ok(_) | Err(ActError::Refused(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    app.house.store.delete_person(person).await?;
    app.house.person_changed(person);
    Ok(())
}
