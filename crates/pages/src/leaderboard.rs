//! The players with the highest ratings of a pool, people and bot accounts apart.

use club::{PersonId, Pool};
use maud::{Markup, html};

use crate::shell::Page;
use crate::viewer::Viewer;
use crate::words::Words;

/// The leaderboards of a pool, the highest rating first.
#[derive(Clone, Debug)]
pub struct Leaderboard {
    /// Which pool; it has ratings.
    pub pool: Pool,
    /// The best people.
    pub people: Vec<Leader>,
    /// The best bot accounts.
    pub bots: Vec<Leader>,
}

/// A line of a leaderboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leader {
    /// Marks the line of the viewer.
    pub person: PersonId,
    /// The name of the account.
    pub name: String,
    /// Rounded to a whole number.
    pub rating: Option<i64>,
    /// How many rated games were finished.
    pub games: u32,
}

impl Leaderboard {
    /// The page.
    pub fn page(&self, viewer: &Viewer) -> Page {
        let words = viewer.words();
        let title = words.say("leaders-title");
        let body = html! {
            section.narrow {
                h1 { (title) }
                nav.tabs aria-label=(words.say("leaders-pools")) {
                    @for other in Pool::ALL.into_iter().filter(|pool| pool.has_ratings()) {
                        a href={ "/leaderboard?pool=" (other) } aria-current=[(other == self.pool).then_some("page")] {
                            (pool_name(words, other))
                        }
                    }
                }
                (board(viewer, &words.say("leaders-people"), &self.people, &words.say("leaders-people-none")))
                (board(viewer, &words.say("leaders-bots"), &self.bots, &words.say("leaders-bots-none")))
            }
        };
        Page { title, body }
    }
}

/// The name of a pool.
pub(crate) fn pool_name(words: Words, pool: Pool) -> String {
    words.say(&format!("pool-{pool}"))
}

fn board(viewer: &Viewer, title: &str, leaders: &[Leader], none: &str) -> Markup {
    let words = viewer.words();
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
                            tr.you[viewer.person == Some(leader.person)] {
                                td { (place) }
                                th scope="row" { a href={ "/people/" (leader.name) } { (leader.name) } }
                                td { @if let Some(rating) = leader.rating { (rating) } }
                                td { (leader.games) }
                            }
                        }
                    }
                }
            }
        }
    }
}
