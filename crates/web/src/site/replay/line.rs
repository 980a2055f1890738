//! Another line from a position of a finished game of ¡No Siesta!.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Response};
use bots::no_siesta::judge;
use club::TableId;
use club::engine::LINE_TIME;

use super::{no_picture, read_finished};
use crate::app::App;
use crate::client::ClientAddress;
use crate::extract::{InForm, InPath, InQuery};
use crate::fault::Fault;
use crate::site::part::part;
use crate::site::shell;
use crate::site::visitor::{EngineUser, Visitor, redirect, with_cookie};
use house::engine::best_actions_in;
use pages::games::no_siesta::LineQuery;
use pages::games::no_siesta::Sandbox;
use pages::replay::ReplaySnapshot;

pub(super) async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(query): InQuery<LineQuery>,
) -> Result<Response, Fault> {
    let (game, page) = load(&app, &visitor, id, &query).await?;
    Ok(answer(&visitor, game, &page))
}

/// The line with the actions that the engine finds best.
pub(super) async fn best(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    client: ClientAddress,
    InPath(id): InPath<TableId>,
    InForm(query): InForm<LineQuery>,
) -> Result<Response, Fault> {
    let user = EngineUser::new(&app, &visitor, &client)?;
    let (game, mut page) = load(&app, &visitor, id, &query).await?;
    if let Some((position, seat)) = page.question() {
        let best = best_actions_in(&app.house, user.owner, judge, position, seat, LINE_TIME).await?;
        page.set_judged(best);
    }
    Ok(with_cookie(answer(&visitor, game, &page), user.cookie))
}

/// The line without the engine, for whoever comes back to the address of its answer.
pub(super) async fn without_engine(InPath(id): InPath<TableId>, RawQuery(query): RawQuery) -> Response {
    redirect(&format!("/t/{id}/replay/line?{}", query.unwrap_or_default()), None)
}

/// The finished game and the line that leaves it.
async fn load(
    app: &App,
    visitor: &Visitor,
    id: TableId,
    query: &LineQuery,
) -> Result<(ReplaySnapshot, Sandbox), Fault> {
    let found = read_finished(app, visitor, id, |variant, steps| Some((variant, steps.to_vec()))).await?;
    let (names, (variant, steps)) = found.ok_or_else(no_picture)?;
    let game = ReplaySnapshot::of_game(id, names, variant, steps);
    let page = Sandbox::of(visitor.words(), &game, query).ok_or_else(no_picture)?;
    Ok((game, page))
}

fn answer(visitor: &Visitor, game: ReplaySnapshot, page: &Sandbox) -> Response {
    if visitor.look.part {
        return part(page.update());
    }
    shell::page(visitor, &page.title(), &page.body(game)).into_response()
}
