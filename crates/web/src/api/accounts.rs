//! Accounts: becoming a guest or a member, signing in and out, changing and deleting an account.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use club::PersonId;
use serde::{Deserialize, Serialize};
use store::AccountKind;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::problem::Problem;
use super::schema;
use crate::app::App;
use crate::entry::{guest_cookie, session_cookie, signed_out_cookie};
use crate::extract::{Asks, IdempotencyKey, JsonBody};
use crate::fault::Fault;

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

async fn me_view(app: &App, person: PersonId) -> Result<Me, Fault> {
    let me = app.house.me(person).await?;
    Ok(Me { id: me.id, name: me.name, kind: me.kind.into() })
}

/// An answer that sets a cookie.
fn with_cookie(cookie: HeaderValue, answer: impl IntoResponse) -> Response {
    (AppendHeaders([(header::SET_COOKIE, cookie)]), answer).into_response()
}

/// Become a guest
///
/// Gives a cookie that makes you a guest, who can play everything casual. If you are somebody already, you stay so.
#[utoipa::path(post, path = "/guests", tag = "people", responses(
    (status = 200, body = Me), (status = 201, body = Me, description = "a new guest, with a cookie")))]
async fn become_guest(State(app): State<Arc<App>>, Asks(caller): Asks) -> Result<Response, Fault> {
    if let Some(person) = caller.person() {
        return Ok(Json(me_view(&app, person).await?).into_response());
    }
    let (person, cookie) = guest_cookie(&app)?;
    let me = me_view(&app, person).await?;
    Ok(with_cookie(cookie, (StatusCode::CREATED, Json(me))))
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
/// Makes an account and signs in. A guest keeps their games.
#[utoipa::path(post, path = "/people", tag = "people", request_body = NewAccount, responses(
    (status = 201, body = Me), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn register(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    headers: HeaderMap,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody { body, .. }: JsonBody<NewAccount>,
) -> Result<Response, Fault> {
    let account = house::NewAccount { name: body.name, password: body.password, bot: body.bot };
    let person = app.house.register(caller, key, account).await?;
    let cookie = session_cookie(&app, person, &headers).await?;
    Ok(with_cookie(cookie, (StatusCode::CREATED, Json(me_view(&app, person).await?))))
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
    JsonBody { body, .. }: JsonBody<Credentials>,
) -> Result<Response, Fault> {
    let person = app.house.check_credentials(&body.name, body.password).await?;
    let cookie = session_cookie(&app, person, &headers).await?;
    Ok(with_cookie(cookie, Json(me_view(&app, person).await?)))
}

/// Sign out
#[utoipa::path(delete, path = "/session", tag = "people", responses((status = 204)))]
async fn sign_out(State(app): State<Arc<App>>, Asks(caller): Asks) -> Result<Response, Fault> {
    app.house.sign_out(caller).await?;
    Ok(with_cookie(signed_out_cookie(&app)?, StatusCode::NO_CONTENT))
}

/// Who am I
#[utoipa::path(get, path = "/me", tag = "people", responses((status = 200, body = Me), (status = 401, body = Problem)))]
async fn me(State(app): State<Arc<App>>, Asks(caller): Asks) -> Result<Json<Me>, Fault> {
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

/// Change name or password
#[utoipa::path(patch, path = "/me", tag = "people", request_body = AccountChange, responses(
    (status = 200, body = Me), (status = 403, body = Problem), (status = 409, body = Problem),
    (status = 422, body = Problem)))]
async fn change_me(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    JsonBody { body, .. }: JsonBody<AccountChange>,
) -> Result<Json<Me>, Fault> {
    let AccountChange { password, new_name, new_password } = body;
    let change = house::AccountChange { password, new_name, new_password };
    let person = app.house.change_account(caller, change).await?;
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
/// Name, password, sessions and tokens are deleted. Running games are resigned, and all games stay, without a name.
#[utoipa::path(delete, path = "/me", tag = "people", request_body = Confirmation, responses(
    (status = 204), (status = 403, body = Problem)))]
async fn delete_me(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    JsonBody { body, .. }: JsonBody<Confirmation>,
) -> Result<StatusCode, Fault> {
    app.house.delete_account(caller, body.password).await?;
    Ok(StatusCode::NO_CONTENT)
}
