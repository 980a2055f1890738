//! The front page, and the games that it starts with one button.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use club::view::TableView;
use club::{Chair, Clock, Options, Refusal, Stage, TableId, Variant};
use pages::home::{Home, QuickGame};
use serde::Deserialize;
use store::TableFilter;

use super::shell;
use super::visitor::{Visitor, redirect};
use crate::api::body::InForm;
use crate::api::problem::Problem;
use crate::api::tables::{find, lay, level_of, meet, seen};
use crate::app::App;

/// How many tables a list of the front page has at most.
const MAX_TABLES_LISTED: u32 = 12;
/// The clock of a quick match: nobody waits long for somebody who has left.
const QUICK_MATCH_CLOCK: Clock = Clock::Live { turn_seconds: 60, reserve_seconds: 300 };

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
) -> Result<Response, Problem> {
    let level = level_of(form.level)?;
    create_table(&app, &visitor, form.game, Chair::Bot { level }).await
}

/// A table for somebody who gets its address.
async fn play_friend(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(form): InForm<PeopleGame>,
) -> Result<Response, Problem> {
    create_table(&app, &visitor, form.game, Chair::Open).await
}

/// A game with whoever asks for the same next, or has asked already.
async fn quick_match(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(form): InForm<PeopleGame>,
) -> Result<Response, Problem> {
    let (sitter, cookie) = visitor.player(&app)?;
    let variant = Variant::try_from(form.game.variant).map_err(Refusal::from)?;
    let options = Options { variant, clock: QUICK_MATCH_CLOCK, rated: false, public: true };
    let met = meet(&app, sitter, options, None).await?;
    Ok(redirect(&table_address(met.table()), cookie))
}

/// Creates a table that is not listed, with the visitor and, in a game for two, `other`.
async fn create_table(
    app: &App,
    visitor: &Visitor,
    game: QuickGame,
    other: Chair,
) -> Result<Response, Problem> {
    let (sitter, cookie) = visitor.player(app)?;
    let variant = Variant::try_from(game.variant).map_err(Refusal::from)?;
    let options = Options { variant, clock: Clock::None, rated: false, public: false };
    let mut chairs = vec![Chair::Person(sitter)];
    chairs.extend((variant.players().count() > 1).then_some(other));
    let acted = lay(app, sitter, options, chairs, None, None, None).await?;
    Ok(redirect(&table_address(acted.table), cookie))
}

fn table_address(table: TableId) -> String {
    format!("/t/{table}")
}

async fn show(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Problem> {
    let home = load(&app, &visitor).await?;
    Ok(shell::document(&visitor, &home.page(&visitor)).into_response())
}

async fn load(app: &App, visitor: &Visitor) -> Result<Home, Problem> {
    let public = |stage| TableFilter { stage: Some(stage), public: true, ..TableFilter::default() };
    let mut mine = Vec::new();
    if visitor.person().is_some() {
        for stage in [Stage::Playing, Stage::Waiting] {
            let own = TableFilter { stage: Some(stage), person: visitor.person(), ..TableFilter::default() };
            mine.extend(load_tables(app, visitor, own).await?);
        }
    }
    let open = load_tables(app, visitor, TableFilter { open: true, ..public(Stage::Waiting) }).await?;
    let live = load_tables(app, visitor, public(Stage::Playing)).await?;
    Ok(Home::new(mine, open, live))
}

/// The first tables that a filter finds, as the visitor sees them.
async fn load_tables(app: &App, visitor: &Visitor, filter: TableFilter) -> Result<Vec<TableView>, Problem> {
    let filter = TableFilter { limit: MAX_TABLES_LISTED, ..filter };
    let mut tables = Vec::new();
    for (id, _) in app.house.store.tables(&filter).await? {
        let slot = find(app, id).await?;
        tables.push(seen(app, &slot, visitor.person()).await?);
    }
    Ok(tables)
}
