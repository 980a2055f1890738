//! Tables that are there: lists of them, one as somebody sees it, its record.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use club::Stage;
use club::view::TableView;
use club::{GameName, PersonId, TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::problem::Problem;
use crate::api::schema;
use crate::app::App;
use crate::code::Code;
use crate::extract::{Asks, InPath, InQuery};
use crate::fault::Fault;
use club::Attendance;
use house::{Caller, TablePage, TableQuery};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(actions))
        .routes(routes!(record))
        .routes(routes!(presence))
}

/// Which tables.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// `waiting`, `playing`, `finished` or `closed`; all of them if not body.
    #[serde(default)]
    #[param(value_type = Option<schema::StageName>)]
    stage: Option<Stage>,
    /// `siesta` or `no-siesta`.
    #[serde(default)]
    #[param(value_type = Option<schema::GameName>)]
    game: Option<GameName>,
    /// Only tables with this person; with your own name you find your tables that are not listed as well.
    #[serde(default)]
    person: Option<String>,
    /// The `next` of the page before.
    #[serde(default)]
    after: Option<String>,
}

/// A page of tables, the one that changed last first.
#[derive(Serialize, ToSchema)]
struct Page {
    /// The tables.
    #[schema(value_type = Vec<schema::TableView>)]
    tables: Vec<TableView>,
    /// What to send as `after` for the next page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// Find tables
#[utoipa::path(get, path = "/tables", tag = "tables", params(Wanted), responses((status = 200, body = Page),
    (status = 400, body = Problem)))]
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
            Fault::new(StatusCode::BAD_REQUEST, Code::BadQuery, detail)
        })?),
    };
    let query = TableQuery { stage: wanted.stage, game: wanted.game, person, after, ..TableQuery::default() };
    let TablePage { mut tables, next } = app.house.list_tables(caller.person(), &query).await?;
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

/// Look at a table
#[utoipa::path(get, path = "/tables/{id}", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = schema::TableView), (status = 404, body = Problem)))]
async fn show(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    InPath(id): InPath<TableId>,
) -> Result<Json<TableView>, Fault> {
    let slot = app.house.find_table(id).await?;
    Ok(Json(app.house.view_table(&slot, caller.person()).await?))
}

/// What you may do now.
#[derive(Serialize, ToSchema)]
struct Actions {
    /// What a move has to name.
    seq: u64,
    /// All that you may do, in the notation of the game; nothing while others are to act.
    actions: Vec<String>,
}

/// What may I do
#[utoipa::path(get, path = "/tables/{id}/actions", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = Actions), (status = 401, body = Problem), (status = 404, body = Problem)))]
async fn actions(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    InPath(id): InPath<TableId>,
) -> Result<Json<Actions>, Fault> {
    let (seq, actions) = app.house.actions(id, caller.somebody()?).await?;
    Ok(Json(Actions { seq, actions }))
}

/// The record of a game
///
/// In the text notation, with the hash of the seed, and the seed once the game is over.
#[utoipa::path(get, path = "/tables/{id}/record", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem),
    (status = 409, body = Problem)))]
async fn record(State(app): State<Arc<App>>, InPath(id): InPath<TableId>) -> Result<Response, Fault> {
    let plain_text = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((plain_text, app.house.record(id).await?).into_response())
}

/// Who is here
///
/// Somebody is here while a stream, a socket or a page of theirs at this table is open, and a few seconds longer.
#[utoipa::path(get, path = "/tables/{id}/presence", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = schema::Attendance), (status = 404, body = Problem)))]
async fn presence(
    State(app): State<Arc<App>>,
    InPath(id): InPath<TableId>,
) -> Result<Json<Attendance>, Fault> {
    Ok(Json(app.house.attendance(id).await?))
}
