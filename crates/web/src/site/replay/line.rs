//! Another line from a position of a finished game of ¡No Siesta!.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bots::no_siesta::judge;
use club::TableId;

use super::{no_picture, read_finished};
use crate::app::App;
use crate::extract::{InPath, InQuery};
use crate::fault::Fault;
use crate::site::part::part_at;
use crate::site::shell;
use crate::site::visitor::Visitor;
use house::Error;
use house::engine::best_actions_in;
use pages::games::no_siesta::LineQuery;
use pages::games::no_siesta::{LineStart, Sandbox};

const THINKING_TIME: Duration = Duration::from_secs(1);

pub(super) async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(query): InQuery<LineQuery>,
) -> Result<Response, Fault> {
    let start = read_finished(&app, &visitor, id, |end, steps| LineStart::find(end, steps, &query)).await?;
    let (names, start) = start.ok_or_else(no_picture)?;
    let mut page = Sandbox::new(visitor.words(), id, names, &start, &query);
    if let Some((position, seat)) = page.question() {
        page.set_judged(
            best_actions_in(&app.house, judge, position, seat, THINKING_TIME).await.map_err(Error::from)?,
        );
    }
    if visitor.look.part {
        return Ok(part_at(page.part(), &page.address()));
    }
    Ok(shell::page(&visitor, &page.title(), &page.body()).into_response())
}
