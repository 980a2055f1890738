//! A finished game step by step, its analysis, and pictures of it.

mod line;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use club::{State as GameState, Step, TableId};
use serde::Deserialize;

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
}

impl Moment {
    /// The number of steps, at most as many as the game has.
    fn step(&self, game: &Replay) -> usize {
        self.turn.parse().unwrap_or(0).min(game.steps())
    }
}

/// Reads a finished game, given how it ended and its steps. `None` if the table has no finished game, or none that
/// `read` understands.
async fn read_finished<T>(
    app: &App,
    visitor: &Visitor,
    id: TableId,
    read: impl FnOnce(&GameState, &[Step]) -> Option<T>,
) -> Result<Option<(Names, T)>, Fault> {
    let slot = app.house.find_table(id).await?;
    let table = app.house.view_table(&slot, visitor.person()).await?;
    // A replay with its analysis would help whoever is still playing, so there is none before the end.
    let finished = slot.look(|loaded| {
        let game = loaded.table.game().filter(|_| loaded.table.stage() == club::Stage::Finished)?;
        read(&game.state, &game.steps)
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
        step: moment.step(&game),
        game,
        analysis: analyses::find(&*app.house.store, id).await?,
    };
    if visitor.look.part {
        return Ok(Html(page.part().into_string()).into_response());
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
    Ok(redirect(&format!("/t/{id}/replay?turn={}", moment.step(&game)), user.cookie))
}

/// The position after a step as an SVG file.
async fn picture(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(moment): InQuery<Moment>,
) -> Result<Response, Fault> {
    let (_, game) = find_replay(&app, &visitor, id).await?.ok_or_else(no_picture)?;
    Ok(svg(game.picture(moment.step(&game))))
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
