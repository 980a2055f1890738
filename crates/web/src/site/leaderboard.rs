//! The leaderboards.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::{Kind, Pool};
use pages::leaderboard::{Leader, Leaderboard};
use serde::Deserialize;

use super::shell;
use super::visitor::Visitor;
use crate::app::App;
use crate::extract::InQuery;
use crate::fault::Fault;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/leaderboard", get(show))
}

/// Which leaderboard; that of Siesta with printed scoring unless the address names another.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    pool: Option<String>,
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InQuery(wanted): InQuery<Wanted>,
) -> Result<Response, Fault> {
    let pool = match wanted.pool.as_deref() {
        None => Pool::SiestaPrinted,
        Some(text) => text
            .parse()
            .ok()
            .filter(|pool: &Pool| pool.has_ratings())
            .ok_or_else(|| Fault::not_found("there is no such leaderboard"))?,
    };
    let people = leaders(&app, pool, Kind::Human).await?;
    let bots = leaders(&app, pool, Kind::Bot).await?;
    let page = Leaderboard { pool, people, bots }.page(&visitor);
    Ok(shell::document(&visitor, &page).into_response())
}

async fn leaders(app: &App, pool: Pool, kind: Kind) -> Result<Vec<Leader>, Fault> {
    let line = |leader: house::Leader| Leader {
        person: leader.id,
        name: leader.name,
        rating: leader.standing.shown_rating(pool, true),
        games: leader.standing.games,
    };
    Ok(app.house.leaders(pool, kind).await?.into_iter().map(line).collect())
}
