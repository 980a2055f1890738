//! Operations that read tables: lists, one table, legal actions, the record, presence.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use club::Stage;
use club::view::TableView;
use club::{GameName, PersonId, TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::schema;
use crate::app::App;
use crate::code::Code;
use crate::extract::{Asks, InPath, InQuery};
use crate::fault::Fault;
use club::Attendance;
use house::{Caller, TableList, TableQuery};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(actions))
        .routes(routes!(record))
        .routes(routes!(presence))
}

/// The query of a list of tables.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// Only tables at this stage: `waiting`, `playing`, `finished` or `closed`.
    #[serde(default)]
    #[param(value_type = Option<schema::StageName>)]
    stage: Option<Stage>,
    /// Only tables of this game: `siesta` or `no-siesta`.
    #[serde(default)]
    #[param(value_type = Option<schema::GameName>)]
    game: Option<GameName>,
    /// Only tables with the person of this name, or with you: `me`. For yourself, tables that are not public are
    /// included.
    #[serde(default)]
    person: Option<String>,
    /// The `next` of the previous page.
    #[serde(default)]
    after: Option<String>,
}

/// A page of a list of tables, the one that changed last first.
#[derive(Serialize, ToSchema)]
struct Page {
    /// At most 50 tables, without their chat.
    #[schema(value_type = Vec<schema::TableView>)]
    tables: Vec<TableView>,
    /// The `after` of the next page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// List tables
#[utoipa::path(get, path = "/api/v1/tables", tag = "tables", params(Wanted), responses(
    (status = 200, body = Page, description = "A page of the tables that match the query")))]
async fn list(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    InQuery(wanted): InQuery<Wanted>,
) -> Result<Json<Page>, Fault> {
    let person = match &wanted.person {
        None => None,
        Some(text) => Some(find_person(&app, caller, text).await?),
    };
    let after = match &wanted.after {
        None => None,
        Some(text) => Some(cursor(text).ok_or_else(|| {
            let detail = "`after` is the `next` of the page before";
            Fault::of(Code::BadQuery, detail)
        })?),
    };
    let query = TableQuery { stage: wanted.stage, game: wanted.game, person, after, ..TableQuery::default() };
    let TableList { mut tables, next } = app.house.list_tables(caller.person(), &query).await?;
    for table in &mut tables {
        table.chat.clear();
    }
    let next = next.map(|(changed, id)| format!("{}-{id}", changed.0));
    Ok(Json(Page { tables, next }))
}

fn cursor(text: &str) -> Option<(Time, TableId)> {
    let (time, id) = text.split_once('-')?;
    Some((Time(time.parse().ok()?), id.parse().ok()?))
}

async fn find_person(app: &App, caller: Caller, text: &str) -> Result<PersonId, Fault> {
    if text == "me" {
        return Ok(caller.somebody()?);
    }
    Ok(app.house.find_person(text).await?.id)
}

/// Get a table
#[utoipa::path(get, path = "/api/v1/tables/{id}", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    responses((status = 200, body = schema::TableView, description = "The table as you may see it")))]
async fn show(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    InPath(id): InPath<TableId>,
) -> Result<Json<TableView>, Fault> {
    let slot = app.house.find_table(id).await?;
    Ok(Json(app.house.view_table(&slot, caller.person()).await?))
}

/// The legal actions of a player.
#[derive(Serialize, ToSchema)]
struct Actions {
    /// The `seq` to send with a move.
    seq: u64,
    /// All legal actions in the notation of the game; empty if it is not your turn.
    actions: Vec<String>,
}

/// List your legal actions
#[utoipa::path(get, path = "/api/v1/tables/{id}/actions", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    responses((status = 200, body = Actions, description = "Your legal actions in the current position")))]
async fn actions(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    InPath(id): InPath<TableId>,
) -> Result<Json<Actions>, Fault> {
    let (seq, actions) = app.house.actions(id, caller.somebody()?).await?;
    Ok(Json(Actions { seq, actions }))
}

/// Get the record of a game
///
/// The record has the hash of the seed, and the seed itself once the game is over.
#[utoipa::path(get, path = "/api/v1/tables/{id}/record", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    responses((status = 200, body = String, content_type = "text/plain",
    description = "The record in the text notation")))]
async fn record(State(app): State<Arc<App>>, InPath(id): InPath<TableId>) -> Result<Response, Fault> {
    let plain_text = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((plain_text, app.house.record(id).await?).into_response())
}

/// Get who is connected to a table
///
/// A person is connected while they have a stream, a socket or a page of this table open, and a few seconds longer.
#[utoipa::path(get, path = "/api/v1/tables/{id}/presence", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    responses((status = 200, body = schema::Attendance, description = "The connected players and spectators")))]
async fn presence(
    State(app): State<Arc<App>>,
    InPath(id): InPath<TableId>,
) -> Result<Json<Attendance>, Fault> {
    Ok(Json(app.house.attendance(id).await?))
}
