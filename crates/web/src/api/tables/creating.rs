//! Operations that create tables: with given options, by quick match, as a rematch.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use club::{Clock, GameName, Options, PersonId, TableId, VariantForm};
use house::tables::Acted;
use house::{Matched, SeatRequest};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::acting::Nothing;
use crate::api::schema;
use crate::app::App;
use crate::extract::{Asks, IdempotencyKey, InPath, JsonBody};
use crate::fault::Fault;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(create)).routes(routes!(quick_match)).routes(routes!(rematch))
}

/// Who takes a seat of a new table.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum SeatWish {
    /// The host, who creates the table.
    Me,
    /// Anybody who joins.
    Open,
    /// A bot of the server with this level, 1 to 8.
    Bot(u8),
    /// The person with this name, once they join.
    Invite(String),
}

impl From<SeatWish> for SeatRequest {
    fn from(wish: SeatWish) -> Self {
        match wish {
            SeatWish::Me => Self::Me,
            SeatWish::Open => Self::Open,
            SeatWish::Bot(level) => Self::Bot(level),
            SeatWish::Invite(name) => Self::Invite(name),
        }
    }
}

/// The options of a new table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewTable {
    /// `siesta` or `no-siesta`.
    #[schema(value_type = schema::GameName)]
    game: GameName,
    /// Siesta: `ffa` or `teams`. ¡No Siesta!: `standard`, `original`, `experienced` or `solo`.
    #[serde(default)]
    mode: Option<String>,
    /// Siesta only: `printed` or `online`.
    #[serde(default)]
    scoring: Option<String>,
    /// One entry per player; exactly one is `me`. The order of play is drawn when the game begins.
    seats: Vec<SeatWish>,
    /// The time limit of the players. If left out, casual games have none, and rated games have a minute for each turn
    /// and a reserve of five minutes.
    #[serde(default)]
    #[schema(value_type = Option<schema::Clock>)]
    clock: Option<Clock>,
    /// Whether the result changes ratings. A rated game needs a clock.
    #[serde(default)]
    rated: bool,
    /// Whether the table is listed. Anybody with its address can watch either way.
    #[serde(default)]
    public: bool,
}

/// Create a table
///
/// The game begins as soon as every seat is taken.
#[utoipa::path(post, path = "/api/v1/tables", tag = "tables", request_body = NewTable, responses(
    (status = 201, body = schema::TableView, description = "The new table; `Location` is its address")))]
async fn create(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody { body, hash }: JsonBody<NewTable>,
) -> Result<Response, Fault> {
    let sitter = caller.player()?;
    let NewTable { game, mode, scoring, seats, clock, rated, public } = body;
    let variant = house::variant(VariantForm { game, players: seats.len(), mode, scoring })?;
    let seats: Vec<SeatRequest> = seats.into_iter().map(SeatRequest::from).collect();
    let chairs = app.house.seat(sitter, &seats).await?;
    let options = Options { variant, clock: Clock::chosen_or_usual(clock, rated), rated, public };
    let key = key.for_request(sitter.id, hash);
    let acted = app.house.create_table(sitter, options, chairs, key).await?;
    created(&app, acted, sitter.id).await
}

pub(super) async fn created(app: &App, acted: Acted, person: PersonId) -> Result<Response, Fault> {
    let slot = app.house.find_table(acted.table).await?;
    let table = app.house.view_table(&slot, Some(person)).await?;
    let location = [(header::LOCATION, format!("/api/v1/tables/{}", acted.table))];
    Ok((StatusCode::CREATED, location, Json(table)).into_response())
}

/// The options of a quick match.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Match {
    /// `siesta` or `no-siesta`.
    #[schema(value_type = schema::GameName)]
    game: GameName,
    /// The number of players.
    players: usize,
    /// As in `NewTable`.
    #[serde(default)]
    mode: Option<String>,
    /// As in `NewTable`.
    #[serde(default)]
    scoring: Option<String>,
    /// As in `NewTable`.
    #[serde(default)]
    #[schema(value_type = Option<schema::Clock>)]
    clock: Option<Clock>,
    /// As in `NewTable`.
    #[serde(default)]
    rated: bool,
}

/// Find a quick match
///
/// Joins a public table that waits for players with exactly these options, or creates one.
#[utoipa::path(post, path = "/api/v1/match", tag = "tables", request_body = Match, responses(
    (status = 200, body = schema::TableView, description = "A table that you joined, or where you were waiting already"),
    (status = 201, body = schema::TableView, description = "A new table; `Location` is its address")))]
async fn quick_match(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody { body, hash }: JsonBody<Match>,
) -> Result<Response, Fault> {
    let sitter = caller.player()?;
    let form = VariantForm { game: body.game, players: body.players, mode: body.mode, scoring: body.scoring };
    let variant = house::variant(form)?;
    let clock = Clock::chosen_or_usual(body.clock, body.rated);
    let options = Options { variant, clock, rated: body.rated, public: true };
    match app.house.quick_match(sitter, options, key.for_request(sitter.id, hash)).await? {
        Matched::Created(acted) => created(&app, acted, sitter.id).await,
        Matched::Joined(id) => {
            let slot = app.house.find_table(id).await?;
            Ok(Json(app.house.view_table(&slot, Some(sitter.id)).await?).into_response())
        }
    }
}

/// Ask for a rematch
///
/// A rematch is a table with the same people and options; the seats move on by one. The first player who asks creates
/// it, and the others take their seats there with the same request. The rematch of a rated game without a clock, which
/// earlier versions had, is not rated.
#[utoipa::path(post, path = "/api/v1/tables/{id}/rematch", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    responses((status = 201, body = schema::TableView,
    description = "The table of the rematch; `Location` is its address")))]
async fn rematch(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body: Nothing {}, hash }: JsonBody<Nothing>,
) -> Result<Response, Fault> {
    let sitter = caller.player()?;
    let acted = app.house.rematch(id, sitter, key.for_request(sitter.id, hash)).await?;
    created(&app, acted, sitter.id).await
}
