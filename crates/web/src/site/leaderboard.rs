//! The best of each pool, people and programs apart.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::{Kind, Pool};
use maud::{Markup, html};
use serde::Deserialize;

use super::shell;
use super::visitor::Visitor;
use crate::api::body::InQuery;
use crate::api::people::{Leader, leaders};
use crate::api::problem::Problem;
use crate::app::App;
use pages::words::Words;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/leaderboard", get(show))
}

/// Which board.
#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    pool: Option<String>,
}

/// What a pool is called.
pub(super) fn pool_name(words: Words, pool: Pool) -> String {
    words.say(&format!("pool-{pool}"))
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InQuery(wanted): InQuery<Wanted>,
) -> Result<Response, Problem> {
    let words = visitor.words();
    let pool = match wanted.pool.as_deref() {
        None => Pool::SiestaPrinted,
        Some(text) => text
            .parse()
            .ok()
            .filter(|pool: &Pool| pool.has_ratings())
            .ok_or_else(|| Problem::not_found("there is no such leaderboard"))?,
    };
    let people = leaders(&app, pool, Kind::Human).await?;
    let bots = leaders(&app, pool, Kind::Bot).await?;
    let body = html! {
        section.narrow {
            h1 { (words.say("leaders-title")) }
            nav.tabs aria-label=(words.say("leaders-pools")) {
                @for other in Pool::ALL.into_iter().filter(|pool| pool.has_ratings()) {
                    a href={ "/leaderboard?pool=" (other) } aria-current=[(other == pool).then_some("page")] {
                        (pool_name(words, other))
                    }
                }
            }
            (board(&visitor, &words.say("leaders-people"), &people, &words.say("leaders-people-none")))
            (board(&visitor, &words.say("leaders-bots"), &bots, &words.say("leaders-bots-none")))
        }
    };
    Ok(shell::page(&visitor, &words.say("leaders-title"), &body).into_response())
}

fn board(visitor: &Visitor, title: &str, leaders: &[Leader], none: &str) -> Markup {
    let words = visitor.words();
    html! {
        section.panel {
            h2 { (title) }
            @if leaders.is_empty() { p.empty { (none) } }
            @else {
                table.leaders {
                    thead { tr {
                        th scope="col" { abbr title=(words.say("leaders-rank")) { "#" } }
                        th scope="col" { (words.say("leaders-name")) }
                        th scope="col" { (words.say("leaders-rating")) }
                        th scope="col" { (words.say("leaders-games")) }
                    } }
                    tbody {
                        @for (place, leader) in (1..).zip(leaders) {
                            tr.you[visitor.person() == Some(leader.id)] {
                                td { (place) }
                                th scope="row" { a href={ "/people/" (leader.name) } { (leader.name) } }
                                td { @if let Some(rating) = leader.standing.rating { (rating) } }
                                td { (leader.standing.games) }
                            }
                        }
                    }
                }
            }
        }
    }
}
