//! Fair dice: the check of a pasted record, and of a table.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::TableId;
use club::record::record;
use pages::verify::{CheckedRecord, TableDice, Verify};
use serde::Deserialize;

use super::shell;
use super::visitor::Visitor;
use crate::app::App;
use crate::extract::{InForm, InPath};
use crate::fault::Fault;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/verify", get(show_form).post(check)).route("/t/{id}/verify", get(show_table))
}

async fn show_form(visitor: Visitor) -> Response {
    answer(&visitor, &Verify::Form)
}

#[derive(Deserialize)]
struct RecordForm {
    record: String,
}

async fn check(visitor: Visitor, InForm(form): InForm<RecordForm>) -> Response {
    // Browsers end the lines of a text area with CR and LF.
    let text = form.record.replace("\r\n", "\n");
    answer(&visitor, &Verify::Record(CheckedRecord::check(text)))
}

async fn show_table(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Fault> {
    Ok(answer(&visitor, &Verify::Table(id, load_dice(&app, &visitor, id).await?)))
}

/// The hash of the seed once the game has begun; the seed and the check once it is over.
async fn load_dice(app: &App, visitor: &Visitor, id: TableId) -> Result<Option<TableDice>, Fault> {
    let slot = app.house.find_table(id).await?;
    let table = app.house.view_table(&slot, visitor.person()).await?;
    let text = slot.look(|loaded| record(&loaded.table, &|person| app.house.names.get(person)));
    let dice = table.game.zip(text).map(|(game, text)| TableDice {
        seed_hash: game.seed_hash,
        revealed: game.seed.map(|seed| (seed, CheckedRecord::check(text))),
    });
    Ok(dice)
}

fn answer(visitor: &Visitor, page: &Verify) -> Response {
    shell::document(visitor, &page.page(visitor.words())).into_response()
}
