//! The page of a table: loads what it shows, and answers with it.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::{Attendance, Ending, Event, PersonId, Stage, TableId, view};
use game::Seat;

use super::look::Look;
use super::part::part;
use super::shell;
use super::visitor::Visitor;
use crate::app::App;
use crate::extract::{InPath, InQuery};
use crate::fault::Fault;
use house::analyses;
use house::tables::{Slot, now};
use pages::names::Names;
use pages::query::Query;
use pages::table::{RatingChange, TablePage};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/t/{id}", get(show))
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(query): InQuery<Query>,
) -> Result<Response, Fault> {
    let slot = app.house.find_table(id).await?;
    let mut page = load(&app, &slot, visitor.person(), &visitor.look, query).await?;
    if visitor.look.part {
        return Ok(part(page.update()));
    }
    // A visitor without identity is counted by the page's stream, which is not open yet.
    page.attendance.others += usize::from(visitor.person().is_none());
    Ok(shell::page(&visitor, &page.title(), &page.body()).into_response())
}

/// The address of a table as this browser reaches it.
pub(super) fn address(app: &App, look: &Look, id: TableId) -> String {
    let scheme = match app.scheme {
        crate::cookies::Scheme::Http => "http",
        crate::cookies::Scheme::Https => "https",
    };
    format!("{scheme}://{}/t/{id}", look.host)
}

/// Loads the page of a table as this person sees it.
pub(super) async fn load(
    app: &App,
    slot: &Slot,
    person: Option<PersonId>,
    look: &Look,
    query: Query,
) -> Result<TablePage, Fault> {
    let table = app.house.view_table(slot, person).await?;
    let (state, steps, resigned) = slot.look(|loaded| {
        let steps = loaded.table.game().map(|game| game.steps.clone()).unwrap_or_default();
        let resigned = loaded.log.iter().rev().find_map(|(_, event)| resigned_last(event));
        (view::state(&loaded.table, person), steps, resigned)
    });
    let is_over = table.stage == Stage::Finished;
    let rating_changes =
        if is_over && table.rated { rating_changes(app, table.id).await? } else { Vec::new() };
    let accuracies = if is_over {
        analyses::accuracies(&*app.house.store, table.id, table.variant.game, &steps).await?
    } else {
        Vec::new()
    };
    let mut present = app.house.presence.at(table.id).await;
    // The person who loads the page is present, although its stream is not open yet.
    present.extend(person);
    Ok(TablePage {
        words: look.words,
        names: Names::at(look.words, &table),
        address: address(app, look, table.id),
        attendance: slot.look(|loaded| Attendance::of(&loaded.table, present)),
        table,
        person,
        state,
        steps,
        resigned,
        accuracies,
        rating_changes,
        query,
        refused_turn: None,
        confirm: look.confirm,
        now: now(),
        alert: None,
        hint: None,
    })
}

async fn rating_changes(app: &App, table: TableId) -> Result<Vec<RatingChange>, Fault> {
    let changes = app.house.store.rating_changes(table).await?;
    let change = |(person, before, after)| RatingChange { person, before, after };
    Ok(changes.into_iter().map(change).collect())
}

/// The seat whose resignation ended the game, if this event is that end.
fn resigned_last(event: &Event) -> Option<Seat> {
    if let Event::Finished { ended: Ending::Resigned { seat }, .. } = event { Some(*seat) } else { None }
}
