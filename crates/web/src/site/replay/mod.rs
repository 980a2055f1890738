//! A finished game step by step, its analysis, and pictures of it.

mod line;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use club::{Step, TableId, Variant};
use serde::Deserialize;

use super::part::part;
use super::shell;
use super::table::address;
use super::visitor::{EngineUser, Visitor, redirect};
use crate::app::App;
use crate::client::ClientAddress;
use crate::code::Code;
use crate::extract::{InPath, InQuery};
use crate::fault::Fault;
use house::analyses;
use pages::names::Names;
use pages::replay::{Replay, ReplayPage};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/t/{id}/replay", get(show))
        .route("/t/{id}/replay/analyse", post(analyse))
        .route("/t/{id}/replay/line", get(line::show))
        .route("/t/{id}/replay/line/best", get(line::without_engine).post(line::best))
        .route("/t/{id}/replay.svg", get(picture))
        .route("/t/{id}/replay/animated.svg", get(moving_picture))
}

#[derive(Deserialize, Default)]
struct Moment {
    /// After how many steps; anything that is no number means the start.
    #[serde(default)]
    turn: String,
    /// Whether the page needs what it renders itself from, whatever the value.
    snapshot: Option<String>,
}

/// Reads a finished game, given its variant and steps. `None` if the table has no finished game, or none that
/// `read` understands.
async fn read_finished<T>(
    app: &App,
    visitor: &Visitor,
    id: TableId,
    read: impl FnOnce(Variant, &[Step]) -> Option<T>,
) -> Result<Option<(Names, T)>, Fault> {
    let slot = app.house.find_table(id).await?;
    let table = app.house.view_table(&slot, visitor.person()).await?;
    // A replay with its analysis would help whoever is still playing, so there is none before the end.
    let finished = slot.look(|loaded| {
        let game = loaded.table.game().filter(|_| loaded.table.stage() == club::Stage::Finished)?;
        read(game.state.variant(), &game.steps)
    });
    Ok(finished.map(|finished| (Names::at(visitor.words(), &table), finished)))
}

async fn find_replay(app: &App, visitor: &Visitor, id: TableId) -> Result<Option<(Names, Replay)>, Fault> {
    read_finished(app, visitor, id, Replay::of).await
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(moment): InQuery<Moment>,
) -> Result<Response, Fault> {
    let Some((names, game)) = find_replay(&app, &visitor, id).await? else {
        return Ok(redirect(&format!("/t/{id}"), None));
    };
    let page = ReplayPage {
        words: visitor.words(),
        id,
        address: format!("{}/replay", address(&app, &visitor.look, id)),
        names,
        step: game.step(&moment.turn),
        game,
        analysis: analyses::find(&*app.house.store, id).await?,
        brings_snapshot: moment.snapshot.is_some(),
    };
    if visitor.look.part {
        return Ok(part(page.update()));
    }
    Ok(shell::page(&visitor, &page.title(), &page.body()).into_response())
}

async fn analyse(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    client: ClientAddress,
    InPath(id): InPath<TableId>,
    InQuery(moment): InQuery<Moment>,
) -> Result<Response, Fault> {
    let Some((_, game)) = find_replay(&app, &visitor, id).await? else {
        return Err(Fault::new(StatusCode::CONFLICT, Code::GameNotOver, "only finished games are analysed"));
    };
    let user = EngineUser::new(&app, &visitor, &client)?;
    analyses::ask(&app.house, user.owner, id, game.player_steps()).await?;
    Ok(redirect(&format!("/t/{id}/replay?turn={}", game.step(&moment.turn)), user.cookie))
}

/// The position after a step as an SVG file.
async fn picture(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(moment): InQuery<Moment>,
) -> Result<Response, Fault> {
    let (_, game) = find_replay(&app, &visitor, id).await?.ok_or_else(no_picture)?;
    Ok(svg(game.picture(game.step(&moment.turn))))
}

/// The whole game as an SVG file that moves.
async fn moving_picture(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Fault> {
    let (_, game) = find_replay(&app, &visitor, id).await?.ok_or_else(no_picture)?;
    game.moving_picture().map(svg).ok_or_else(no_picture)
}

fn no_picture() -> Fault {
    Fault::not_found("there is no finished game at this table that such a picture shows")
}

/// Answers with an SVG file.
pub(super) fn svg(text: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], text).into_response()
}
