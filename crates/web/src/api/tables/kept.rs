//! Operations on tables that a device keeps while it has no connection.

use std::sync::Arc;

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::response::Response;
use club::{Kept, TableId};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::creating::created;
use crate::api::schema;
use crate::app::App;
use crate::extract::{Asks, IdempotencyKey, InPath, JsonBody};
use crate::fault::Fault;

/// The largest body with a kept table. A whole game of ¡No Siesta! for four takes some 60 kB.
const MAX_KEPT_BYTES: usize = 256 * 1024;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(put_kept))
        .layer(DefaultBodyLimit::max(MAX_KEPT_BYTES))
        .merge(OpenApiRouter::new().routes(routes!(take_along)))
}

/// Take a table along
///
/// All that a device needs to play on without a connection, with the seed of the dice. Only for a casual table that is
/// being played, with nobody but you and bots.
#[utoipa::path(get, path = "/api/v1/tables/{id}/kept", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")), responses(
    (status = 200, body = schema::Kept, description = "The table, to be kept on the device")))]
async fn take_along(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    InPath(id): InPath<TableId>,
) -> Result<Json<Kept>, Fault> {
    let person = caller.player()?.id;
    Ok(Json(app.house.take_along(id, person).await?))
}

/// Put a table that a device kept on the server
///
/// A new table, or one that was taken along. All of it that the server does not have is decided again, and refused if
/// anything does not follow. The host of a new table becomes the caller, and all other people become unknown guests.
#[utoipa::path(post, path = "/api/v1/tables/kept", tag = "tables", request_body = schema::Kept, responses(
    (status = 201, body = schema::TableView, description = "The table; `Location` is its address")))]
async fn put_kept(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody { body, hash }: JsonBody<Kept>,
) -> Result<Response, Fault> {
    let sitter = caller.player()?;
    let acted = app.house.put_kept(sitter, body, key.for_request(sitter.id, hash)).await?;
    created(&app, acted, sitter.id).await
}
