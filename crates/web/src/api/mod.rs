//! The API: JSON in and out, described by its own types.

pub(crate) mod accounts;
pub(crate) mod body;
pub(crate) mod caller;
mod codes;
mod docs;
mod gate;
pub(crate) mod keys;
pub(crate) mod people;
pub(crate) mod problem;
pub mod schema;
mod socket;
pub(crate) mod streams;
pub(crate) mod tables;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
pub use problem::Problem;

/// The largest body.
const BODY: usize = 16 * 1024;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sobremesa",
        description = "Play Siesta and ¡No Siesta! against people and bots. Every error is a problem (RFC 9457) \
        with a stable `code`. POSTs take an `Idempotency-Key`: the same request with the same key is done once. A guest's cookie, a session or a token says who you are.",
        license(name = "MIT OR Apache-2.0")
    ),
    security((), ("token" = []), ("session" = []), ("guest" = [])),
    tags(
        (name = "tables", description = "Find, lay, join, play, talk"),
        (name = "streams", description = "Follow a table, or all that concerns you"),
        (name = "people", description = "Guests, accounts, tokens, profiles, leaderboards")
    )
)]
struct Head;

/// The description of the API, and its routes.
fn described() -> (Router<Arc<App>>, Description) {
    let routes = OpenApiRouter::new()
        .merge(accounts::routes())
        .merge(keys::routes())
        .merge(people::routes())
        .merge(tables::routes())
        .merge(streams::routes())
        .merge(socket::routes());
    let (router, mut description) =
        OpenApiRouter::with_openapi(Head::openapi()).nest("/api/v1", routes).split_for_parts();
    let components = description.components.get_or_insert_default();
    let cookie = |name| SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(name)));
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme("token", bearer);
    components.add_security_scheme("session", cookie(caller::SESSION));
    components.add_security_scheme("guest", cookie(caller::GUEST));
    (router, description)
}

/// The description of the API.
pub fn description() -> Description {
    described().1
}

/// Everything that is served.
pub fn router(app: Arc<App>) -> Router {
    let (router, description) = described();
    let scheme = app.scheme;
    let json = description.to_json().unwrap_or_default();
    let page = docs::page(&description);
    let (json, page) = (axum::body::Bytes::from(json), axum::body::Bytes::from(page));
    router
        .merge(crate::ops::routes())
        .merge(crate::site::routes())
        .route("/api/v1/openapi.json", get(move || async { ([(HEADER, "application/json")], json) }))
        .route("/api/docs", get(move || async { ([(HEADER, "text/html; charset=utf-8")], page) }))
        .route("/api/docs.css", get(|| async { ([(HEADER, "text/css")], include_str!("docs.css")) }))
        .fallback(|| async { Problem::not_found("there is nothing at this address; see /api/docs") })
        .method_not_allowed_fallback(|| async {
            let detail = "this address does not take this method; see /api/docs";
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", detail)
        })
        .layer(DefaultBodyLimit::max(BODY))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), gate::gate))
        .layer(axum::middleware::from_fn(move |request, next| crate::site::with_look(scheme, request, next)))
        .with_state(app)
}

const HEADER: axum::http::HeaderName = axum::http::header::CONTENT_TYPE;

/// What a request gets that made the server stumble: nothing of the reason, which is in the log.
fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    tracing::error!("a request made the server panic");
    let detail = "the server stumbled over this request; nothing was changed by halves";
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail).into_response()
}
