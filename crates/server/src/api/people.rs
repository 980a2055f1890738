//! People: guests, members, sessions, tokens, profiles.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use club::{Command, PersonId, Pool, Standing, TableId, Time};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{InPath, InQuery, Key, Said};
use super::caller::{Caller, GUEST, SESSION};
use super::problem::Problem;
use crate::app::App;
use crate::names::name_of;
use crate::people::guest;
use crate::people::name::Name;
use crate::people::secret::{Secret, SecretKind};
use crate::people::{cookies, password};
use crate::store::{
    Access, AccessKey, AccountKind, Person, Registered, Registration, Repeated, RequestKey, Stage,
    TableFilter,
};
use crate::tables::{ActError, now, random};

/// How long a session lasts.
const SESSION_LASTS: Duration = Duration::from_hours(60 * 24);
/// How long a token lasts.
const TOKEN_LASTS: Duration = Duration::from_hours(365 * 24);
/// How many tokens somebody may have.
const MOST_TOKENS: usize = 20;
/// How many tables somebody leaves who deletes the account, of those that wait and of those in play.
const MOST_TABLES: u32 = 1000;
/// How many names a leaderboard has.
const LEADERS: u32 = 100;

/// The routes about people.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(become_guest))
        .routes(routes!(register))
        .routes(routes!(sign_in, sign_out))
        .routes(routes!(me, change_me, delete_me))
        .routes(routes!(sessions))
        .routes(routes!(end_session))
        .routes(routes!(tokens, new_token))
        .routes(routes!(revoke_token))
        .routes(routes!(profile))
        .routes(routes!(rating_history))
        .routes(routes!(leaderboard))
}

/// What an account is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Account {
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
    id: PersonId,
    /// The name.
    name: String,
    /// Guest, member or bot account.
    kind: Account,
}

async fn me_view(app: &App, person: PersonId) -> Result<Me, Problem> {
    let known = app.store.person(person).await?;
    let guest = Person { id: person, kind: AccountKind::Guest, name: None, password: None, since: Time(0) };
    let known = known.unwrap_or(guest);
    Ok(Me { id: person, name: name_of(&known), kind: known.kind.into() })
}

fn with_cookie(app: &App, name: &str, value: &str, lasts: Duration, response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    if let Ok(cookie) = cookies::set(name, value, lasts, app.scheme) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
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
    let person = PersonId(u64::from_be_bytes(random()));
    let cookie = app.signer.sign(person, now());
    let me = me_view(&app, person).await?;
    Ok(with_cookie(&app, GUEST, &cookie, guest::VALID, (StatusCode::CREATED, Json(me))))
}

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAccount {
    /// 3 to 20 letters and digits of one script, with single `-`, `_` or `.` between.
    name: String,
    /// 8 to 200 characters.
    password: String,
    /// Whether a program plays with this account. It cannot be changed later.
    #[serde(default)]
    bot: bool,
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
    let password = app.hasher.hash(said.password.clone()).await?;
    let (at, asked) = (now(), request.clone());
    let registration = Registration { person, kind, name, skeleton: skeleton.clone(), password, at, request };
    if let Err(refused) = taken(app.store.register(registration).await?) {
        let Some(before) = registered_before(&app, &skeleton, asked, said.password).await? else {
            return Err(refused);
        };
        person = before;
    }
    app.keys.forget(person);
    app.names.forget(person);
    let me = me_view(&app, person).await?;
    begin_session(&app, person, &headers, (StatusCode::CREATED, Json(me))).await
}

/// Who made an account by the same request, of whose answer they perhaps never heard.
async fn registered_before(
    app: &App,
    skeleton: &str,
    asked: Option<RequestKey>,
    password: String,
) -> Result<Option<PersonId>, Problem> {
    let (Some(asked), Some(known)) = (asked, app.store.person_by_name(skeleton).await?) else {
        return Ok(None);
    };
    let before = app.store.repeated(known.id, &asked.key).await?;
    let same = before.is_some_and(|before| before.request == asked.request && before.made == known.id.0);
    Ok((same && app.hasher.verify(password, known.password).await?).then_some(known.id))
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

async fn begin_session(
    app: &App,
    person: PersonId,
    headers: &HeaderMap,
    response: impl IntoResponse,
) -> Result<Response, Problem> {
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
    app.store.add_key(key, None).await?;
    Ok(with_cookie(app, SESSION, &secret.reveal(), SESSION_LASTS, response))
}

fn new_secret(kind: SecretKind) -> Result<Secret, Problem> {
    Secret::random(kind).map_err(|error| {
        tracing::error!(%error, "no randomness");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "no secret can be made now; try again soon")
    })
}

/// Name and password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Credentials {
    /// The name of the account.
    name: String,
    /// Its password.
    password: String,
}

/// Sign in
#[utoipa::path(post, path = "/session", tag = "people", request_body = Credentials, responses(
    (status = 200, body = Me), (status = 401, body = Problem)))]
async fn sign_in(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Said { said, .. }: Said<Credentials>,
) -> Result<Response, Problem> {
    let person = match said.name.parse::<Name>() {
        Ok(name) => app.store.person_by_name(&name.skeleton()).await?,
        Err(_) => None,
    };
    let hash = person.as_ref().and_then(|person| person.password.clone());
    let right = app.hasher.verify(said.password, hash).await?;
    let (Some(person), true) = (person, right) else {
        let detail = "the name or the password is wrong";
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "wrong-password", detail));
    };
    let me = me_view(&app, person.id).await?;
    begin_session(&app, person.id, &headers, Json(me)).await
}

/// Sign out
#[utoipa::path(delete, path = "/session", tag = "people", responses((status = 204)))]
async fn sign_out(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, Problem> {
    let (person, key) = caller.owner()?;
    app.store.end_key(person, key).await?;
    app.keys.forget(person);
    let mut response = StatusCode::NO_CONTENT.into_response();
    if let Ok(cookie) = cookies::forget(SESSION, app.scheme) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Who am I
#[utoipa::path(get, path = "/me", tag = "people", responses((status = 200, body = Me), (status = 401, body = Problem)))]
async fn me(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Me>, Problem> {
    Ok(Json(me_view(&app, caller.somebody()?).await?))
}

/// What is to change, with the password as it is now.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AccountChange {
    /// The password as it is now.
    password: String,
    /// Another name.
    #[serde(default)]
    new_name: Option<String>,
    /// Another password; all other sessions end.
    #[serde(default)]
    new_password: Option<String>,
}

async fn confirmed(app: &App, person: PersonId, password: String) -> Result<Person, Problem> {
    let known = app.store.person(person).await?.ok_or_else(Problem::nobody)?;
    if app.hasher.verify(password, known.password.clone()).await? {
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
    let (person, session) = caller.owner()?;
    let known = confirmed(&app, person, said.password).await?;
    let name: Name = said.new_name.as_deref().unwrap_or(&name_of(&known)).parse()?;
    if let Some(new) = &said.new_password {
        password::check(new, &name)?;
    }
    // Before anything changes: both changes are made, or none.
    let hash = match said.new_password {
        Some(new) => Some(app.hasher.hash(new).await?),
        None => None,
    };
    if said.new_name.is_some() {
        taken(app.store.rename(person, name.as_str(), &name.skeleton()).await?)?;
        app.names.forget(person);
    }
    if let Some(hash) = hash {
        app.store.set_password(person, &hash).await?;
        app.store.end_sessions(person, Some(session)).await?;
        app.keys.forget(person);
    }
    Ok(Json(me_view(&app, person).await?))
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
    let (person, _) = caller.owner()?;
    confirmed(&app, person, said.password).await?;
    // Nobody is left to wait for somebody who does not exist.
    for stage in [Stage::Waiting, Stage::Playing] {
        let (stage, limit) = (Some(stage), MOST_TABLES);
        let filter = TableFilter { stage, person: Some(person), limit, ..TableFilter::default() };
        for (table, _) in app.store.tables(&filter).await? {
            match app.tables.act(table, &Command::Leave(person), None).await {
                // A seat that was given up already, or a game that ended meanwhile.
                Ok(_) | Err(ActError::Refused(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    app.store.delete_person(person).await?;
    app.keys.forget(person);
    app.names.forget(person);
    Ok(StatusCode::NO_CONTENT)
}

/// A session or a token, without its secret.
#[derive(Serialize, ToSchema)]
struct KeyView {
    /// To end or revoke it.
    id: String,
    /// The browser of a session, or what you called the token.
    label: String,
    /// What a token may do.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<Scope>,
    /// Since when.
    since: Time,
    /// Until when.
    until: Time,
    /// Whether it is the session that asks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    current: bool,
}

/// What a token may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Scope {
    /// Look on, and listen to what concerns you.
    Read,
    /// Play as you.
    Play,
    /// Play as a bot account.
    Bot,
}

fn key_view(key: &AccessKey, current: u64) -> KeyView {
    KeyView {
        id: format!("{:016x}", key.id),
        label: key.label.clone(),
        scope: match key.access {
            Access::Session => None,
            Access::Read => Some(Scope::Read),
            Access::Play => Some(Scope::Play),
            Access::Bot => Some(Scope::Bot),
        },
        since: key.since,
        until: key.until,
        current: key.id == current,
    }
}

async fn keys(app: &App, caller: Caller, sessions: bool) -> Result<Json<Vec<KeyView>>, Problem> {
    let (person, current) = caller.owner()?;
    let keys = app.store.keys(person, now()).await?;
    let wanted = keys.iter().filter(|key| (key.access == Access::Session) == sessions);
    Ok(Json(wanted.map(|key| key_view(key, current)).collect()))
}

async fn end_key(app: &App, caller: Caller, id: &str, sessions: bool) -> Result<StatusCode, Problem> {
    let (person, _) = caller.owner()?;
    let unknown =
        || Problem::not_found(if sessions { "there is no such session" } else { "there is no such token" });
    let id = u64::from_str_radix(id, 16).map_err(|_| unknown())?;
    let keys = app.store.keys(person, now()).await?;
    let meant = keys.iter().any(|key| key.id == id && (key.access == Access::Session) == sessions);
    if !meant || !app.store.end_key(person, id).await? {
        return Err(unknown());
    }
    app.keys.forget(person);
    Ok(StatusCode::NO_CONTENT)
}

/// My sessions
#[utoipa::path(get, path = "/me/sessions", tag = "people", responses((status = 200, body = Vec<KeyView>)))]
async fn sessions(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Vec<KeyView>>, Problem> {
    keys(&app, caller, true).await
}

/// End a session
#[utoipa::path(delete, path = "/me/sessions/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn end_session(
    State(app): State<Arc<App>>,
    caller: Caller,
    InPath(id): InPath<String>,
) -> Result<StatusCode, Problem> {
    end_key(&app, caller, &id, true).await
}

/// My tokens
#[utoipa::path(get, path = "/me/tokens", tag = "people", responses((status = 200, body = Vec<KeyView>)))]
async fn tokens(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Vec<KeyView>>, Problem> {
    keys(&app, caller, false).await
}

/// A new token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewToken {
    /// What you call it, up to 80 characters.
    label: String,
    /// What it may do; `bot` is for bot accounts.
    scope: Scope,
}

/// A token with its secret, which is never shown again.
#[derive(Serialize, ToSchema)]
struct TokenView {
    /// To be sent as `Authorization: Bearer …`.
    token: String,
    #[serde(flatten)]
    key: KeyView,
}

/// Make a token
///
/// Its secret is shown this once, and again only to the same request of the same session with the same
/// `Idempotency-Key`.
#[utoipa::path(post, path = "/me/tokens", tag = "people", request_body = NewToken, responses(
    (status = 201, body = TokenView), (status = 403, body = Problem), (status = 422, body = Problem)))]
async fn new_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
    key: Key,
    Said { said, hash }: Said<NewToken>,
) -> Result<(StatusCode, Json<TokenView>), Problem> {
    let (person, session) = caller.owner()?;
    let label = said.label.trim();
    if label.is_empty() || label.chars().count() > 80 || label.chars().any(char::is_control) {
        let detail = "a label has 1 to 80 characters and no control characters";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-label", detail));
    }
    let bot = app.store.person(person).await?.is_some_and(|person| person.kind == AccountKind::Bot);
    let access = match (said.scope, bot) {
        (Scope::Read, _) => Access::Read,
        (Scope::Play, false) => Access::Play,
        (Scope::Bot, true) => Access::Bot,
        (Scope::Play, true) | (Scope::Bot, false) => {
            let detail = "bot accounts have bot tokens, and other accounts have play tokens";
            return Err(Problem::new(StatusCode::FORBIDDEN, "out-of-scope", detail));
        }
    };
    let request =
        key.of(person, Sha256::new_with_prefix(hash).chain_update(session.to_be_bytes()).finalize().into());
    if let Some(request) = &request
        && let Some(before) = app.store.repeated(person, &request.key).await?
    {
        return same_token(&app, &headers, request, &before).await;
    }
    let tokens = app.store.keys(person, now()).await?;
    if tokens.iter().filter(|key| key.access != Access::Session).count() >= MOST_TOKENS {
        let detail = format!("nobody has more than {MOST_TOKENS} tokens; revoke one");
        return Err(Problem::new(StatusCode::CONFLICT, "too-many-tokens", detail));
    }
    let id = u64::from_be_bytes(random());
    let secret = match request {
        Some(_) => session_of(&headers)?.token(id),
        None => new_secret(SecretKind::Token)?,
    };
    let since = now();
    let key = AccessKey {
        id,
        person,
        hash: secret.hash(),
        access,
        label: label.to_owned(),
        since,
        until: since + TOKEN_LASTS,
    };
    let view = key_view(&key, 0);
    match (app.store.add_key(key, request.clone()).await?, request) {
        (Some(before), Some(request)) => same_token(&app, &headers, &request, &before).await,
        (None, _) | (_, None) => {
            Ok((StatusCode::CREATED, Json(TokenView { token: secret.reveal(), key: view })))
        }
    }
}

/// The token that the same request made before.
async fn same_token(
    app: &App,
    headers: &HeaderMap,
    request: &RequestKey,
    before: &Repeated,
) -> Result<(StatusCode, Json<TokenView>), Problem> {
    if before.request != request.request {
        return Err(ActError::KeyReused.into());
    }
    let tokens = app.store.keys(request.person, now()).await?;
    let revoked = || Problem::not_found("the token that was made with this key has been revoked");
    let key = tokens.iter().find(|key| key.id == before.made).ok_or_else(revoked)?;
    let token = session_of(headers)?.token(key.id).reveal();
    Ok((StatusCode::CREATED, Json(TokenView { token, key: key_view(key, 0) })))
}

/// The secret of the session that asks.
fn session_of(headers: &HeaderMap) -> Result<Secret, Problem> {
    cookies::read(headers, SESSION).and_then(|text| text.parse().ok()).ok_or_else(Problem::nobody)
}

/// Revoke a token
#[utoipa::path(delete, path = "/me/tokens/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn revoke_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    InPath(id): InPath<String>,
) -> Result<StatusCode, Problem> {
    end_key(&app, caller, &id, false).await
}

/// Somebody as everybody sees them.
#[derive(Serialize, ToSchema)]
struct Profile {
    /// The identity.
    id: PersonId,
    /// The name.
    name: String,
    /// Member or bot account.
    kind: Account,
    /// Since when.
    since: Time,
    /// Results by pool.
    standings: Vec<StandingView>,
}

/// Somebody's results in a pool.
#[derive(Serialize, ToSchema)]
struct StandingView {
    /// Which pool.
    pool: Pool,
    /// Whether these are the rated games or the casual ones.
    rated: bool,
    /// The rating, rounded, in pools that have ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<i64>,
    /// Games finished.
    games: u32,
    /// Games won.
    wins: u32,
    /// Games not won.
    losses: u32,
    /// Games that others won as well.
    draws: u32,
}

fn standing_view(pool: Pool, rated: bool, standing: &Standing) -> StandingView {
    StandingView {
        pool,
        rated,
        rating: (rated && pool.has_ratings()).then(|| standing.rating.round() as i64),
        games: standing.games,
        wins: standing.wins,
        losses: standing.losses,
        draws: standing.draws,
    }
}

/// Who is called so.
pub(crate) async fn named(app: &App, name: &str) -> Result<Person, Problem> {
    let nobody = || Problem::not_found("there is nobody of this name");
    let name: Name = name.parse().map_err(|_| nobody())?;
    app.store.person_by_name(&name.skeleton()).await?.ok_or_else(nobody)
}

/// Somebody's profile
#[utoipa::path(get, path = "/people/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = 200, body = Profile), (status = 404, body = Problem)))]
async fn profile(
    State(app): State<Arc<App>>,
    InPath(name): InPath<String>,
) -> Result<Json<Profile>, Problem> {
    let person = named(&app, &name).await?;
    let standings = app.store.standings(person.id).await?;
    let standings = standings.iter().map(|(pool, rated, standing)| standing_view(*pool, *rated, standing));
    Ok(Json(Profile {
        id: person.id,
        name: name_of(&person),
        kind: person.kind.into(),
        since: person.since,
        standings: standings.collect(),
    }))
}

/// A rating after a game.
#[derive(Serialize, ToSchema)]
struct RatingView {
    /// The game.
    table: TableId,
    /// When.
    at: Time,
    /// The rating after it, rounded.
    rating: i64,
}

/// Somebody's ratings over time
#[utoipa::path(get, path = "/people/{name}/ratings/{pool}", tag = "people",
    params(("name" = String, Path), ("pool" = Pool, Path)),
    responses((status = 200, body = Vec<RatingView>), (status = 404, body = Problem)))]
async fn rating_history(
    State(app): State<Arc<App>>,
    InPath((name, pool)): InPath<(String, Pool)>,
) -> Result<Json<Vec<RatingView>>, Problem> {
    let person = named(&app, &name).await?;
    let points = app.store.rating_history(person.id, pool).await?;
    let view = |point: &crate::store::RatingPoint| RatingView {
        table: point.table,
        at: point.at,
        rating: point.rating.round() as i64,
    };
    Ok(Json(points.iter().map(view).collect()))
}

/// Which leaderboard.
#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Board {
    /// `human` (the default) or `bot`.
    #[serde(default = "humans")]
    kind: club::Kind,
}

fn humans() -> club::Kind {
    club::Kind::Human
}

/// A line of a leaderboard.
#[derive(Serialize, ToSchema)]
struct Leader {
    /// The identity.
    id: PersonId,
    /// The name.
    name: String,
    /// The results.
    #[serde(flatten)]
    standing: StandingView,
}

/// Leaderboard
#[utoipa::path(get, path = "/leaderboards/{pool}", tag = "people", params(("pool" = Pool, Path), Board),
    responses((status = 200, body = Vec<Leader>), (status = 404, body = Problem)))]
async fn leaderboard(
    State(app): State<Arc<App>>,
    InPath(pool): InPath<Pool>,
    InQuery(board): InQuery<Board>,
) -> Result<Json<Vec<Leader>>, Problem> {
    let leaders = app.store.leaders(pool, board.kind, LEADERS).await?;
    app.names.read(leaders.iter().map(|(person, _)| *person)).await?;
    let view = |(person, standing): &(PersonId, Standing)| Leader {
        id: *person,
        name: app.names.get(*person),
        standing: standing_view(pool, true, standing),
    };
    Ok(Json(leaders.iter().map(view).collect()))
}

/// A header value that is plain text.
pub(super) fn plain() -> (header::HeaderName, HeaderValue) {
    (header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"))
}
