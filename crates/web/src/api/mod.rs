//! The JSON API under `/api/v1`, and its OpenAPI description, which is made from the types and handlers.

mod access_keys;
mod accounts;
mod docs;
mod failures;
mod people;
pub(crate) mod problem;
pub mod schema;
mod socket;
mod streams;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::extract::{GUEST_COOKIE, SESSION_COOKIE};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sobremesa",
        description = "Play Siesta and ¡No Siesta! against people and bots. Every error is a problem (RFC 9457) \
        with a stable `code`. POST requests take an `Idempotency-Key` header: a request that is repeated with the same \
        key has an effect only once. Requests are authenticated by a guest cookie, a session cookie or a token.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(problem::Problem)),
    security((), ("token" = []), ("session" = []), ("guest" = [])),
    tags(
        (name = "tables", description = "Find, create and join tables, play and chat"),
        (name = "streams", description = "Receive the events of a table, or your notices, as they happen"),
        (name = "people", description = "Guests, accounts, sessions, tokens, profiles and leaderboards")
    )
)]
struct Head;

/// The description of the API, and its routes.
fn described() -> (Router<Arc<App>>, Description) {
    // Every handler has its whole path: a nested router would cost each request another rewriting of its address.
    let (router, mut description) = OpenApiRouter::with_openapi(Head::openapi())
        .merge(accounts::routes())
        .merge(access_keys::routes())
        .merge(people::routes())
        .merge(tables::routes())
        .merge(streams::routes())
        .merge(socket::routes())
        .split_for_parts();
    let components = description.components.get_or_insert_default();
    let cookie = |name| SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(name)));
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme("token", bearer);
    components.add_security_scheme("session", cookie(SESSION_COOKIE));
    components.add_security_scheme("guest", cookie(GUEST_COOKIE));
    failures::describe(&mut description);
    (router, description)
}

/// The description of the API.
pub fn description() -> Description {
    described().1
}

/// The routes of the API, with the description of itself.
pub(crate) fn routes() -> Router<Arc<App>> {
    let (router, description) = described();
    let json = Bytes::from(description.to_json().unwrap_or_default());
    let page = Bytes::from(docs::page(&description));
    let content_type = |value: &'static str| [(header::CONTENT_TYPE, value)];
    router
        .route("/api/v1/openapi.json", get(async move || (content_type("application/json"), json.clone())))
        .route("/api/docs", get(async move || (content_type("text/html; charset=utf-8"), page.clone())))
        .route("/api/docs.css", get(async move || (content_type("text/css"), include_str!("docs.css"))))
}
