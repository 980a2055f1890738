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

use super::schema;
use crate::app::App;
use crate::client::ClientAddress;
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

/// The kind of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Account {
    /// Identified by a cookie, without a name of their own.
    Guest,
    /// Registered with a name and a password.
    Member,
    /// Registered, and played by a program.
    Bot,
    /// Deleted by its owner; the games remain.
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

/// The account that a request is authenticated as.
#[derive(Serialize, ToSchema)]
struct Me {
    /// The permanent id of the account.
    #[schema(value_type = schema::PersonId)]
    id: PersonId,
    /// The name, or a generated one for a guest.
    name: String,
    /// `guest`, `member` or `bot`.
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
/// Sets a cookie that identifies you as a guest. Guests can play casual games. A request that is authenticated already
/// gets its own account instead.
#[utoipa::path(post, path = "/api/v1/guests", tag = "people", responses(
    (status = 200, body = Me, description = "The account that the request is authenticated as"),
    (status = 201, body = Me, description = "A new guest, with a cookie")))]
async fn become_guest(State(app): State<Arc<App>>, Asks(caller): Asks) -> Result<Response, Fault> {
    if let Some(person) = caller.person() {
        return Ok(Json(me_view(&app, person).await?).into_response());
    }
    let (person, cookie) = guest_cookie(&app)?;
    let me = me_view(&app, person).await?;
    Ok(with_cookie(cookie, (StatusCode::CREATED, Json(me))))
}

/// A request for a new account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAccount {
    /// 3 to 20 letters and digits of one script, with single `-`, `_` or `.` between them.
    name: String,
    /// 8 to 200 characters.
    password: String,
    /// Whether a program plays with this account. This cannot be changed later.
    #[serde(default)]
    bot: bool,
}

/// Register an account
///
/// Creates an account and signs in. A guest who registers keeps their games.
#[utoipa::path(post, path = "/api/v1/people", tag = "people", request_body = NewAccount, responses(
    (status = 201, body = Me, description = "The new account, with the cookie of a session")))]
async fn register(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    ClientAddress(from): ClientAddress,
    headers: HeaderMap,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody { body, .. }: JsonBody<NewAccount>,
) -> Result<Response, Fault> {
    let account = house::NewAccount { name: body.name, password: body.password, bot: body.bot };
    let confirmed = app.house.register(caller, from, key, account).await?;
    let cookie = session_cookie(&app, &confirmed, &headers).await?;
    Ok(with_cookie(cookie, (StatusCode::CREATED, Json(me_view(&app, confirmed.person).await?))))
}

/// The credentials of an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Credentials {
    /// The name of the account, in upper or lower case.
    name: String,
    /// The current password.
    password: String,
}

/// Sign in
///
/// Starts a session, which lasts 60 days.
#[utoipa::path(post, path = "/api/v1/session", tag = "people", request_body = Credentials, responses(
    (status = 200, body = Me, description = "The account, with the cookie of a new session")))]
async fn sign_in(
    State(app): State<Arc<App>>,
    ClientAddress(from): ClientAddress,
    headers: HeaderMap,
    JsonBody { body, .. }: JsonBody<Credentials>,
) -> Result<Response, Fault> {
    let confirmed = app.house.check_credentials(&body.name, body.password, from).await?;
    let cookie = session_cookie(&app, &confirmed, &headers).await?;
    Ok(with_cookie(cookie, Json(me_view(&app, confirmed.person).await?)))
}

/// Sign out
///
/// Ends the session of this request.
#[utoipa::path(delete, path = "/api/v1/session", tag = "people", responses(
    (status = 204, description = "The session has ended, and its cookie is cleared")))]
async fn sign_out(State(app): State<Arc<App>>, Asks(caller): Asks) -> Result<Response, Fault> {
    app.house.sign_out(caller).await?;
    Ok(with_cookie(signed_out_cookie(&app)?, StatusCode::NO_CONTENT))
}

/// Get the current account
#[utoipa::path(get, path = "/api/v1/me", tag = "people", responses(
    (status = 200, body = Me, description = "The account that the request is authenticated as")))]
async fn me(State(app): State<Arc<App>>, Asks(caller): Asks) -> Result<Json<Me>, Fault> {
    Ok(Json(me_view(&app, caller.somebody()?).await?))
}

/// A change of an account, confirmed with the current password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AccountChange {
    /// The current password.
    password: String,
    /// The new name, if it is to change.
    #[serde(default)]
    new_name: Option<String>,
    /// The new password, if it is to change. All other sessions and all tokens end.
    #[serde(default)]
    new_password: Option<String>,
}

/// Change name or password
///
/// Makes all requested changes, or none if one of them is refused.
#[utoipa::path(patch, path = "/api/v1/me", tag = "people", request_body = AccountChange, responses(
    (status = 200, body = Me, description = "The changed account")))]
async fn change_me(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    ClientAddress(from): ClientAddress,
    JsonBody { body, .. }: JsonBody<AccountChange>,
) -> Result<Json<Me>, Fault> {
    let AccountChange { password, new_name, new_password } = body;
    let change = house::AccountChange { password, new_name, new_password };
    let person = app.house.change_account(caller, from, change).await?;
    Ok(Json(me_view(&app, person).await?))
}

/// The password that confirms the deletion of an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Confirmation {
    /// The current password.
    password: String,
}

/// Delete the account
///
/// Deletes name, password, sessions and tokens. Running games are resigned. Finished games remain, without the name, and
/// messages without their author. Nobody can take the name for a while.
#[utoipa::path(delete, path = "/api/v1/me", tag = "people", request_body = Confirmation, responses(
    (status = 204, description = "The account is deleted")))]
async fn delete_me(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    ClientAddress(from): ClientAddress,
    JsonBody { body, .. }: JsonBody<Confirmation>,
) -> Result<StatusCode, Fault> {
    app.house.delete_account(caller, from, body.password).await?;
    Ok(StatusCode::NO_CONTENT)
}
