//! The front page, and the games that it starts with one button.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use club::{Chair, Clock, Options, Stage, TableId};
use house::TableQuery;
use pages::home::{Home, QuickGame};
use serde::Deserialize;

use super::shell;
use super::visitor::{Visitor, redirect};
use crate::app::App;
use crate::extract::InForm;
use crate::fault::Fault;

/// How many tables a list of the front page has at most.
const MAX_TABLES_LISTED: u32 = 12;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(show))
        .route("/play", post(play_bot))
        .route("/friend", post(play_friend))
        .route("/match", post(quick_match))
}

/// The form of a game against a bot; a game for one has no level.
#[derive(Deserialize)]
struct BotGame {
    #[serde(default)]
    game: QuickGame,
    #[serde(default = "default_level")]
    level: u8,
}

fn default_level() -> u8 {
    pages::levels::DEFAULT_LEVEL
}

/// The form of a game with somebody else.
#[derive(Deserialize)]
struct PeopleGame {
    #[serde(default)]
    game: QuickGame,
}

async fn play_bot(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(form): InForm<BotGame>,
) -> Result<Response, Fault> {
    let level = house::level(form.level)?;
    create_table(&app, &visitor, form.game, Chair::Bot { level }).await
}

/// Creates a table with an open seat that is not listed; the visitor sends its address to a friend.
async fn play_friend(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(form): InForm<PeopleGame>,
) -> Result<Response, Fault> {
    create_table(&app, &visitor, form.game, Chair::Open).await
}

/// Joins a table of somebody who looks for the same match, or creates one and waits.
async fn quick_match(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(form): InForm<PeopleGame>,
) -> Result<Response, Fault> {
    let (sitter, cookie) = visitor.player(&app)?;
    let variant = house::variant(form.game.variant)?;
    let options = Options { variant, clock: Clock::USUAL, rated: false, public: true };
    let matched = app.house.quick_match(sitter, options, None).await?;
    Ok(redirect(&table_address(matched.table()), cookie))
}

/// Creates a table that is not listed, with the visitor and, in a game for two, `other`.
async fn create_table(
    app: &App,
    visitor: &Visitor,
    game: QuickGame,
    other: Chair,
) -> Result<Response, Fault> {
    let (sitter, cookie) = visitor.player(app)?;
    let variant = house::variant(game.variant)?;
    let options = Options { variant, clock: Clock::None, rated: false, public: false };
    let mut chairs = vec![Chair::Person(sitter)];
    chairs.extend((variant.players().count() > 1).then_some(other));
    let acted = app.house.create_table(sitter, options, chairs, None).await?;
    Ok(redirect(&table_address(acted.table), cookie))
}

fn table_address(table: TableId) -> String {
    format!("/t/{table}")
}

async fn show(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Fault> {
    let home = load(&app, &visitor).await?;
    Ok(shell::document(&visitor, &home.page(&visitor)).into_response())
}

async fn load(app: &App, visitor: &Visitor) -> Result<Home, Fault> {
    let list = async |query: TableQuery| {
        let query = TableQuery { limit: Some(MAX_TABLES_LISTED), ..query };
        app.house.list_tables(visitor.person(), &query).await
    };
    let at = |stage| TableQuery { stage: Some(stage), ..TableQuery::default() };
    let mut mine = Vec::new();
    if visitor.person().is_some() {
        for stage in [Stage::Playing, Stage::Waiting] {
            mine.extend(list(TableQuery { person: visitor.person(), ..at(stage) }).await?.tables);
        }
    }
    let open = list(TableQuery { open: true, ..at(Stage::Waiting) }).await?.tables;
    let live = list(at(Stage::Playing)).await?.tables;
    Ok(Home::new(mine, open, live))
}
