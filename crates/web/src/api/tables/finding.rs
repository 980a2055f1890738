//! Tables that are there: lists of them, one as somebody sees it, its record.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use club::Stage;
use club::view::{self, TableView};
use club::{GameName, PersonId, Refusal, TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::body::{InPath, InQuery};
use crate::api::caller::Caller;
use crate::api::people::{named, plain};
use crate::api::problem::Problem;
use crate::api::schema;
use crate::app::App;
use club::Attendance;
use house::tables::Slot;
use store::TableFilter;

/// How many tables a page of a list has at most.
const PAGE: u32 = 50;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(actions))
        .routes(routes!(record))
        .routes(routes!(presence))
}

/// A table as this person sees it.
pub(crate) async fn seen(app: &App, slot: &Slot, person: Option<PersonId>) -> Result<TableView, Problem> {
    let people: Vec<PersonId> = slot.look(|loaded| {
        let table = &loaded.table;
        table.people().chain([table.host]).chain(table.chat.iter().map(|said| said.person)).collect()
    });
    app.house.names.read(people.into_iter()).await?;
    Ok(slot.look(|loaded| view::table(&loaded.table, person, &|id| app.house.names.get(id))))
}

pub(crate) async fn find(app: &App, id: TableId) -> Result<Arc<Slot>, Problem> {
    app.house.tables.find(id).await?.ok_or_else(|| Problem::not_found("there is no such table"))
}

/// Which tables.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// `waiting`, `playing`, `finished` or `closed`; all of them if not said.
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
    caller: Caller,
    InQuery(wanted): InQuery<Wanted>,
) -> Result<Json<Page>, Problem> {
    let person = match &wanted.person {
        None => None,
        Some(text) => Some(somebody(&app, caller, text).await?),
    };
    let before = match &wanted.after {
        None => None,
        Some(text) => Some(cursor(text).ok_or_else(|| {
            Problem::new(StatusCode::BAD_REQUEST, "bad-query", "`after` is the `next` of the page before")
        })?),
    };
    let filter = TableFilter {
        stage: wanted.stage,
        game: wanted.game.map(|game| game.to_string()),
        person,
        public: person.is_none() || person != caller.person(),
        before,
        limit: PAGE,
        ..TableFilter::default()
    };
    let found = app.house.store.list_tables(&filter).await?;
    let next = found.last().filter(|_| found.len() == PAGE as usize);
    let next = next.map(|(id, summary)| format!("{}-{id}", summary.changed.0));
    let mut tables = Vec::with_capacity(found.len());
    for (id, _) in &found {
        let slot = find(&app, *id).await?;
        let mut table = seen(&app, &slot, caller.person()).await?;
        table.chat.clear();
        tables.push(table);
    }
    Ok(Json(Page { tables, next }))
}

fn cursor(text: &str) -> Option<(Time, TableId)> {
    let (time, id) = text.split_once('-')?;
    Some((Time(time.parse().ok()?), id.parse().ok()?))
}

async fn somebody(app: &App, caller: Caller, text: &str) -> Result<PersonId, Problem> {
    if text == "me" {
        return caller.somebody();
    }
    Ok(named(app, text).await?.id)
}

/// Look at a table
#[utoipa::path(get, path = "/tables/{id}", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = schema::TableView), (status = 404, body = Problem)))]
async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
    InPath(id): InPath<TableId>,
) -> Result<Json<TableView>, Problem> {
    let slot = find(&app, id).await?;
    Ok(Json(seen(&app, &slot, caller.person()).await?))
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
    caller: Caller,
    InPath(id): InPath<TableId>,
) -> Result<Json<Actions>, Problem> {
    let person = caller.somebody()?;
    let slot = find(&app, id).await?;
    // A list can have tens of thousands of turns: worked out on a copy, beside the other requests.
    let table = slot.look(|loaded| loaded.table.clone());
    let seq = table.seq;
    let actions = tokio::task::spawn_blocking(move || view::actions(&table, person)).await;
    let actions = actions.map_err(|_| {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the list could not be made")
    })?;
    Ok(Json(Actions { seq, actions }))
}

/// The record of a game
///
/// In the text notation, with the hash of the seed, and the seed once the game is over.
#[utoipa::path(get, path = "/tables/{id}/record", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem),
    (status = 409, body = Problem)))]
async fn record(State(app): State<Arc<App>>, InPath(id): InPath<TableId>) -> Result<Response, Problem> {
    let slot = find(&app, id).await?;
    let people: Vec<PersonId> = slot.look(|loaded| loaded.table.people().collect());
    app.house.names.read(people.into_iter()).await?;
    let record = slot.look(|loaded| club::record::record(&loaded.table, &|id| app.house.names.get(id)));
    let record = record.ok_or(Refusal::NotStarted)?;
    Ok(([plain()], record).into_response())
}

/// Who is here
///
/// Somebody is here while a stream, a socket or a page of theirs at this table is open, and a few seconds longer.
#[utoipa::path(get, path = "/tables/{id}/presence", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = schema::Attendance), (status = 404, body = Problem)))]
async fn presence(
    State(app): State<Arc<App>>,
    InPath(id): InPath<TableId>,
) -> Result<Json<Attendance>, Problem> {
    let slot = find(&app, id).await?;
    let present = app.house.presence.at(id).await;
    Ok(Json(slot.look(|loaded| Attendance::of(&loaded.table, present))))
}
