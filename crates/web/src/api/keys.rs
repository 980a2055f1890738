//! Sessions and tokens: what opens an account.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use club::Time;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{InPath, Key, Said};
use super::caller::{Caller, SESSION};
use super::problem::Problem;
use crate::api::schema;
use crate::app::App;
use crate::cookies;
use house::people::secret::{Secret, SecretKind};
use house::tables::{ActError, now, random};
use store::{Access, AccessKey, AccountKind, IdempotencyKey, UsedKey};

/// How long a token lasts.
const TOKEN_LASTS: Duration = Duration::from_hours(365 * 24);
/// How many tokens somebody may have.
const MOST_TOKENS: usize = 20;

/// The routes about sessions and tokens.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(sessions))
        .routes(routes!(end_session))
        .routes(routes!(tokens, new_token))
        .routes(routes!(revoke_token))
}

/// A session or a token, without its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeyView {
    /// To end or revoke it.
    pub(crate) id: String,
    /// The browser of a session, or what you called the token.
    pub(crate) label: String,
    /// What a token may do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scope: Option<Scope>,
    /// Since when.
    #[schema(value_type = schema::Time)]
    pub(crate) since: Time,
    /// Until when.
    #[schema(value_type = schema::Time)]
    pub(crate) until: Time,
    /// Whether it is the session that asks.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) current: bool,
}

/// What a token may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Scope {
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

/// The sessions of who asks, or their tokens.
pub(crate) async fn keys(app: &App, caller: Caller, sessions: bool) -> Result<Vec<KeyView>, Problem> {
    let (person, current) = caller.owner()?;
    let keys = app.house.store.list_access_keys(person, now()).await?;
    let wanted = keys.iter().filter(|key| (key.access == Access::Session) == sessions);
    Ok(wanted.map(|key| key_view(key, current)).collect())
}

/// Ends a session of who asks, or revokes a token.
pub(crate) async fn end_key(app: &App, caller: Caller, id: &str, sessions: bool) -> Result<(), Problem> {
    let (person, _) = caller.owner()?;
    let unknown =
        || Problem::not_found(if sessions { "there is no such session" } else { "there is no such token" });
    let id = u64::from_str_radix(id, 16).map_err(|_| unknown())?;
    let keys = app.house.store.list_access_keys(person, now()).await?;
    let meant = keys.iter().any(|key| key.id == id && (key.access == Access::Session) == sessions);
    if !meant || !app.house.store.end_access_key(person, id).await? {
        return Err(unknown());
    }
    app.house.person_changed(person);
    Ok(())
}

/// A secret that nobody can guess.
pub(super) fn new_secret(kind: SecretKind) -> Result<Secret, Problem> {
    Secret::random(kind).map_err(|error| {
        tracing::error!(%error, "no randomness");
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "no secret can be made now; try again soon")
    })
}

/// My sessions
#[utoipa::path(get, path = "/me/sessions", tag = "people", responses((status = 200, body = Vec<KeyView>)))]
async fn sessions(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Vec<KeyView>>, Problem> {
    Ok(Json(keys(&app, caller, true).await?))
}

/// End a session
#[utoipa::path(delete, path = "/me/sessions/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn end_session(
    State(app): State<Arc<App>>,
    caller: Caller,
    InPath(id): InPath<String>,
) -> Result<StatusCode, Problem> {
    end_key(&app, caller, &id, true).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// My tokens
#[utoipa::path(get, path = "/me/tokens", tag = "people", responses((status = 200, body = Vec<KeyView>)))]
async fn tokens(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Vec<KeyView>>, Problem> {
    Ok(Json(keys(&app, caller, false).await?))
}

/// A new token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    /// What you call it, up to 80 characters.
    pub(crate) label: String,
    /// What it may do; `bot` is for bot accounts.
    pub(crate) scope: Scope,
}

/// A token with its secret, which is never shown again.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenView {
    /// To be sent as `Authorization: Bearer …`.
    pub(crate) token: String,
    #[serde(flatten)]
    pub(crate) key: KeyView,
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
    Ok((StatusCode::CREATED, Json(make_token(&app, caller, &headers, key, hash, said).await?)))
}

/// Makes a token of who asks, or finds the one that the same request, by its hash, made before.
pub(crate) async fn make_token(
    app: &App,
    caller: Caller,
    headers: &HeaderMap,
    key: Key,
    hash: [u8; 32],
    said: NewToken,
) -> Result<TokenView, Problem> {
    let (person, session) = caller.owner()?;
    let label = said.label.trim();
    if label.is_empty() || label.chars().count() > 80 || label.chars().any(char::is_control) {
        let detail = "a label has 1 to 80 characters and no control characters";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-label", detail));
    }
    let bot =
        app.house.store.find_person(person).await?.is_some_and(|person| person.kind == AccountKind::Bot);
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
        && let Some(before) = app.house.store.find_used_key(person, &request.key).await?
    {
        return same_token(app, headers, request, &before).await;
    }
    let tokens = app.house.store.list_access_keys(person, now()).await?;
    if tokens.iter().filter(|key| key.access != Access::Session).count() >= MOST_TOKENS {
        let detail = format!("nobody has more than {MOST_TOKENS} tokens; revoke one");
        return Err(Problem::new(StatusCode::CONFLICT, "too-many-tokens", detail));
    }
    let id = u64::from_be_bytes(random());
    let secret = match request {
        Some(_) => session_of(headers)?.token(id),
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
    match (app.house.store.add_access_key(key, request.clone()).await?, request) {
        (Some(before), Some(request)) => same_token(app, headers, &request, &before).await,
        (None, _) | (_, None) => Ok(TokenView { token: secret.reveal(), key: view }),
    }
}

/// The token that the same request made before.
async fn same_token(
    app: &App,
    headers: &HeaderMap,
    request: &IdempotencyKey,
    before: &UsedKey,
) -> Result<TokenView, Problem> {
    if before.request != request.request {
        return Err(ActError::KeyReused.into());
    }
    let tokens = app.house.store.list_access_keys(request.person, now()).await?;
    let revoked = || Problem::not_found("the token that was made with this key has been revoked");
    let key = tokens.iter().find(|key| key.id == before.made).ok_or_else(revoked)?;
    let token = session_of(headers)?.token(key.id).reveal();
    Ok(TokenView { token, key: key_view(key, 0) })
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
    end_key(&app, caller, &id, false).await?;
    Ok(StatusCode::NO_CONTENT)
}
