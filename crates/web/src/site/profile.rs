//! Somebody as everybody sees them: ratings, results, and the games that they played last.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::Stage;
use club::rating::START;
use club::view::TableView;
use club::{GameName, PersonId, Pool};
use maud::{Markup, html};

use super::home::kind;
use super::leaderboard::pool_name;
use super::shell;
use super::visitor::Visitor;
use crate::api::body::InPath;
use crate::api::people::{StandingView, named, ratings, standings};
use crate::api::problem::Problem;
use crate::api::tables::{find, seen};
use crate::app::App;
use house::names::name_of;
use pages::dates::day;
use pages::graph::graph;
use pages::names::Names;
use pages::words::Words;
use store::{AccountKind, TableFilter};

/// How many finished games are shown.
const GAMES: u32 = 20;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/people/{name}", get(show))
}

/// What a game was to somebody.
#[derive(Clone, Copy)]
enum Outcome {
    Won,
    Lost,
    Drawn,
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(name): InPath<String>,
) -> Result<Response, Problem> {
    let words = visitor.words();
    let person = named(&app, &name).await?;
    let mine = visitor.person() == Some(person.id);
    let standings = standings(&app, person.id).await?;
    let mut pools = Vec::new();
    for pool in Pool::ALL {
        let mut results: Vec<&StandingView> =
            standings.iter().filter(|standing| standing.pool == pool).collect();
        results.sort_by_key(|standing| !standing.rated);
        if !results.is_empty() {
            pools.push(self::pool(words, pool, &results, &history(&app, person.id, pool).await?));
        }
    }
    let games = games(&app, &visitor, person.id).await?;
    let name = name_of(&person);
    let body = html! {
        section.profile {
            header {
                h1 { (name) }
                @if person.kind == AccountKind::Bot { span.tag { (words.say("profile-bot")) } }
                p.hint { (words.say("profile-since")) " " (day(words, person.since)) }
                @if mine { a.button.small href="/settings" { (words.say("settings-title")) } }
            }
            @if pools.is_empty() {
                p.empty { @if mine { (words.say("profile-none-mine")) } @else { (words.say("profile-none")) } }
            } @else {
                div.pools { @for pool in &pools { (pool) } }
            }
            section.panel.games {
                h2 { (words.say("profile-games")) }
                @if games.is_empty() {
                    p.empty { (words.say("profile-games-none")) }
                    @if mine { p { a.button href="/" { (words.say("nav-play")) } } }
                } @else {
                    ul { @for (table, outcome) in &games { (game(words, table, *outcome)) } }
                }
            }
        }
    };
    Ok(shell::page(&visitor, &name, &body).into_response())
}

/// The ratings of somebody in a pool, from the one that everybody begins with.
async fn history(app: &App, person: PersonId, pool: Pool) -> Result<Vec<i64>, Problem> {
    let after = ratings(app, person, pool).await?;
    let before = (!after.is_empty()).then(|| START.round() as i64);
    Ok(before.into_iter().chain(after.iter().map(|point| point.rating)).collect())
}

/// Their last finished games; those that are not listed are for themselves alone.
async fn games(
    app: &App,
    visitor: &Visitor,
    person: PersonId,
) -> Result<Vec<(TableView, Option<Outcome>)>, Problem> {
    let filter = TableFilter {
        stage: Some(Stage::Finished),
        person: Some(person),
        public: visitor.person() != Some(person),
        limit: GAMES,
        ..TableFilter::default()
    };
    let mut games = Vec::new();
    for (id, _) in app.house.store.list_tables(&filter).await? {
        let slot = find(app, id).await?;
        let result = slot.look(|loaded| club::result(&loaded.table));
        let entry = result.and_then(|result| result.people.into_iter().find(|entry| entry.person == person));
        let outcome = entry.map(|entry| match (entry.rank, entry.shared) {
            (1, false) => Outcome::Won,
            (1, true) => Outcome::Drawn,
            _ => Outcome::Lost,
        });
        games.push((seen(app, &slot, visitor.person()).await?, outcome));
    }
    Ok(games)
}

fn pool(words: Words, pool: Pool, results: &[&StandingView], history: &[i64]) -> Markup {
    let rating = results.iter().find_map(|standing| standing.rating).filter(|_| !history.is_empty());
    html! {
        section.panel.pool {
            h2 { (pool_name(words, pool)) }
            @if let Some(rating) = rating {
                p.rating { strong { (rating) } " " span.hint { (words.say("profile-rating")) } }
                (graph(words, history))
            }
            @for standing in results {
                p.tally {
                    span.tag { @if standing.rated { (words.say("profile-rated")) } @else { (words.say("profile-casual")) } }
                    " "
                    (words.with("profile-tally", [
                        ("games", standing.games.into()), ("wins", standing.wins.into()),
                        ("losses", standing.losses.into()), ("draws", standing.draws.into()),
                    ]))
                }
            }
        }
    }
}

fn game(words: Words, table: &TableView, outcome: Option<Outcome>) -> Markup {
    html! {
        li {
            @match outcome {
                Some(Outcome::Won) => { span.outcome.won { (words.say("outcome-won")) } }
                Some(Outcome::Lost) => { span.outcome { (words.say("outcome-lost")) } }
                Some(Outcome::Drawn) => { span.outcome { (words.say("outcome-drawn")) } }
                None => { span.outcome { "–" } }
            }
            a.what href={ "/t/" (table.id) } {
                span.names { (Names::at(words, table).0.join(" – ")) }
                span.kind { (kind(words, table)) " · " (day(words, table.created)) }
            }
            @if table.variant.game == GameName::Siesta {
                a.button.small.quiet href={ "/t/" (table.id) "/replay" } { (words.say("replay")) }
            }
        }
    }
}
