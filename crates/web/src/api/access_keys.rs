//! Sessions and tokens of an account: list, create, end.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use club::Time;
use house::{AccessKind, Caller};
use serde::{Deserialize, Serialize};
use store::AccessKey;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::schema;
use crate::app::App;
use crate::entry::{session_secret, signed_out_cookie};
use crate::extract::{Asks, IdempotencyKey, InPath, JsonBody};
use crate::fault::Fault;

/// The routes about sessions and tokens.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(sessions, sign_out_everywhere))
        .routes(routes!(end_session))
        .routes(routes!(tokens, new_token))
        .routes(routes!(revoke_token))
}

/// A session or a token, without its secret.
#[derive(Serialize, ToSchema)]
struct KeyView {
    /// The id by which it is ended or revoked.
    id: String,
    /// The user agent of a session, or the label of a token.
    label: String,
    /// The scope of a token; sessions have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<Scope>,
    /// When it was created.
    #[schema(value_type = schema::Time)]
    since: Time,
    /// When it expires.
    #[schema(value_type = schema::Time)]
    until: Time,
    /// Whether this is the session of the request.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    current: bool,
}

/// What a token allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Scope {
    /// Read tables, streams and the account, but not act.
    Read,
    /// Play, for the account of a person.
    Play,
    /// Play, for a bot account.
    Bot,
}

impl From<house::Scope> for Scope {
    fn from(scope: house::Scope) -> Self {
        match scope {
            house::Scope::Read => Self::Read,
            house::Scope::Play => Self::Play,
            house::Scope::Bot => Self::Bot,
        }
    }
}

impl From<Scope> for house::Scope {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::Read => Self::Read,
            Scope::Play => Self::Play,
            Scope::Bot => Self::Bot,
        }
    }
}

fn key_view(key: &AccessKey, current: Option<u64>) -> KeyView {
    KeyView {
        id: format!("{:016x}", key.id),
        label: key.label.clone(),
        scope: house::Scope::of(key.access).map(Scope::from),
        since: key.since,
        until: key.until,
        current: Some(key.id) == current,
    }
}

async fn list(app: &App, caller: Caller, kind: AccessKind) -> Result<Json<Vec<KeyView>>, Fault> {
    let (_, session) = caller.owner()?;
    let keys = app.house.access_keys(caller, kind).await?;
    Ok(Json(keys.iter().map(|key| key_view(key, Some(session))).collect()))
}

async fn end(app: &App, caller: Caller, kind: AccessKind, id: &str) -> Result<StatusCode, Fault> {
    let id = u64::from_str_radix(id, 16).map_err(|_| kind.not_found())?;
    app.house.end_access_key(caller, kind, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List sessions
#[utoipa::path(get, path = "/api/v1/me/sessions", tag = "people", responses(
    (status = 200, body = Vec<KeyView>, description = "The sessions of the account that have not ended")))]
async fn sessions(State(app): State<Arc<App>>, Asks(caller): Asks) -> Result<Json<Vec<KeyView>>, Fault> {
    list(&app, caller, AccessKind::Session).await
}

/// Sign out everywhere
///
/// Ends all sessions of the account, the one of this request too, and revokes all its tokens.
#[utoipa::path(delete, path = "/api/v1/me/sessions", tag = "people", responses(
    (status = 204, description = "No session and no token of the account is valid any more; the cookie is cleared")))]
async fn sign_out_everywhere(State(app): State<Arc<App>>, Asks(caller): Asks) -> Result<Response, Fault> {
    app.house.sign_out_everywhere(caller).await?;
    let cleared = AppendHeaders([(header::SET_COOKIE, signed_out_cookie(&app)?)]);
    Ok((StatusCode::NO_CONTENT, cleared).into_response())
}

/// End a session
#[utoipa::path(delete, path = "/api/v1/me/sessions/{id}", tag = "people",
    params(("id" = String, Path, description = "The `id` of a session in the list of sessions")),
    responses((status = 204, description = "The session has ended")))]
async fn end_session(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    InPath(id): InPath<String>,
) -> Result<StatusCode, Fault> {
    end(&app, caller, AccessKind::Session, &id).await
}

/// List tokens
#[utoipa::path(get, path = "/api/v1/me/tokens", tag = "people", responses(
    (status = 200, body = Vec<KeyView>, description = "The valid tokens of the account, without their secrets")))]
async fn tokens(State(app): State<Arc<App>>, Asks(caller): Asks) -> Result<Json<Vec<KeyView>>, Fault> {
    list(&app, caller, AccessKind::Token).await
}

/// A request for a new token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewToken {
    /// A name for the token, 1 to 80 characters.
    label: String,
    /// `bot` is for bot accounts and `play` for all others; every account can have `read` tokens.
    scope: Scope,
}

/// A new token with its secret, which is not shown again.
#[derive(Serialize, ToSchema)]
struct TokenView {
    /// The secret, to be sent as `Authorization: Bearer …`.
    token: String,
    #[serde(flatten)]
    key: KeyView,
}

/// Create a token
///
/// The secret is only shown in this answer. The same session gets it again if it repeats the request with the same
/// `Idempotency-Key`.
#[utoipa::path(post, path = "/api/v1/me/tokens", tag = "people", request_body = NewToken, responses(
    (status = 201, body = TokenView, description = "The new token with its secret")))]
async fn new_token(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    headers: HeaderMap,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody { body, hash }: JsonBody<NewToken>,
) -> Result<(StatusCode, Json<TokenView>), Fault> {
    let session = session_secret(&headers);
    let new = house::NewToken { label: body.label, scope: body.scope.into() };
    let (secret, key) = app.house.create_token(caller, session.as_ref(), key, hash, new).await?;
    Ok((StatusCode::CREATED, Json(TokenView { token: secret.reveal(), key: key_view(&key, None) })))
}

/// Revoke a token
#[utoipa::path(delete, path = "/api/v1/me/tokens/{id}", tag = "people",
    params(("id" = String, Path, description = "The `id` of a token in the list of tokens")),
    responses((status = 204, description = "The token is revoked")))]
async fn revoke_token(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    InPath(id): InPath<String>,
) -> Result<StatusCode, Fault> {
    end(&app, caller, AccessKind::Token, &id).await
}
