//! Somebody's public profile: ratings, results and the last games.

use club::rating::START;
use club::view::TableView;
use club::{Pool, ResultEntry, Time};
use maud::{Markup, html};

use crate::dates::day;
use crate::games::pages_of;
use crate::graph::graph;
use crate::leaderboard::pool_name;
use crate::lists::kind;
use crate::names::Names;
use crate::shell::Page;
use crate::words::Words;

/// Somebody's public profile.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The name of the account.
    pub name: String,
    /// Whether the account belongs to a program.
    pub is_bot: bool,
    /// When the account was made.
    pub since: Time,
    /// Whether the viewer looks at their own profile.
    pub is_own: bool,
    /// The pools in which they have results, in the order of [`Pool::ALL`].
    pub pools: Vec<PoolResults>,
    /// The last finished games, the newest first.
    pub games: Vec<FinishedGame>,
}

/// Somebody's results in a pool.
#[derive(Clone, Debug)]
pub struct PoolResults {
    /// Which pool.
    pub pool: Pool,
    /// At most two: rated games and casual games.
    pub tallies: Vec<Tally>,
    /// The rounded rating after each rated game, the oldest first.
    pub ratings: Vec<i64>,
}

/// How many games somebody played and how they ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Whether these are the rated games.
    pub rated: bool,
    /// The rounded rating; None for casual games and in pools without ratings.
    pub rating: Option<i64>,
    /// Games finished.
    pub games: u32,
    /// Games won alone or with the team.
    pub wins: u32,
    /// Games in which somebody else was first.
    pub losses: u32,
    /// Games in which the first place was shared.
    pub draws: u32,
    /// Games that they left before they had taken part.
    pub left_early: u32,
}

/// A finished game on a profile.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The table as the viewer sees it.
    pub table: TableView,
    /// None if the game has no result for the person of the profile.
    pub outcome: Option<Outcome>,
}

/// How a game ended for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// They were first.
    Won,
    /// Somebody else was first.
    Lost,
    /// They were first together with an opponent.
    Drawn,
}

impl From<&ResultEntry> for Outcome {
    fn from(entry: &ResultEntry) -> Self {
        match (entry.rank, entry.shared) {
            (1, false) => Self::Won,
            (1, true) => Self::Drawn,
            _ => Self::Lost,
        }
    }
}

impl Profile {
    /// The page.
    pub fn page(&self, words: Words) -> Page {
        let body = html! {
            section.profile {
                header {
                    h1 { (self.name) }
                    @if self.is_bot { span.tag { (words.say("profile-bot")) } }
                    p.hint { (words.say("profile-since")) " " (day(words, self.since)) }
                    @if self.is_own { a.button.small href="/settings" { (words.say("settings-title")) } }
                }
                @if self.pools.is_empty() {
                    p.empty { @if self.is_own { (words.say("profile-none-mine")) } @else { (words.say("profile-none")) } }
                } @else {
                    div.pools { @for results in &self.pools { (pool(words, results)) } }
                }
                section.panel.games {
                    h2 { (words.say("profile-games")) }
                    @if self.games.is_empty() {
                        p.empty { (words.say("profile-games-none")) }
                        @if self.is_own { p { a.button href="/" { (words.say("nav-play")) } } }
                    } @else {
                        ul { @for finished in &self.games { (game(words, finished)) } }
                    }
                }
            }
        };
        Page { title: self.name.clone(), body }
    }
}

fn pool(words: Words, results: &PoolResults) -> Markup {
    let rating = results.tallies.iter().find_map(|tally| tally.rating);
    // Without a rated game there is nothing to draw, and the rating is the one that everybody starts with.
    let rating = rating.filter(|_| !results.ratings.is_empty());
    let start = START.round() as i64;
    let history: Vec<i64> = [start].into_iter().chain(results.ratings.iter().copied()).collect();
    html! {
        section.panel.pool {
            h2 { (pool_name(words, results.pool)) }
            @if let Some(rating) = rating {
                p.rating { strong { (rating) } " " span.hint { (words.say("profile-rating")) } }
                (graph(words, &history))
            }
            @for tally in &results.tallies {
                p.tally {
                    span.tag { @if tally.rated { (words.say("profile-rated")) } @else { (words.say("profile-casual")) } }
                    " "
                    (words.with("profile-tally", [
                        ("games", tally.games.into()), ("wins", tally.wins.into()),
                        ("losses", tally.losses.into()), ("draws", tally.draws.into()),
                    ]))
                    @if tally.left_early > 0 {
                        " · " (words.with("profile-left-early", [("games", tally.left_early.into())]))
                    }
                }
            }
        }
    }
}

fn game(words: Words, finished: &FinishedGame) -> Markup {
    let table = &finished.table;
    html! {
        li {
            @match finished.outcome {
                Some(Outcome::Won) => { span.outcome.won { (words.say("outcome-won")) } }
                Some(Outcome::Lost) => { span.outcome { (words.say("outcome-lost")) } }
                Some(Outcome::Drawn) => { span.outcome { (words.say("outcome-drawn")) } }
                None => { span.outcome { "–" } }
            }
            a.what href={ "/t/" (table.id) } {
                span.names { (Names::at(words, table).0.join(" – ")) }
                span.kind { (kind(words, table)) " · " (day(words, table.created)) }
            }
            @if pages_of(table.variant.game).lists_replays() {
                a.button.small.quiet href={ "/t/" (table.id) "/replay" } { (words.say("replay")) }
            }
        }
    }
}
