//! The front page: start a game, continue one, join one or watch one.

use std::str::FromStr;

use club::view::{SeatView, TableView, Taken};
use club::{GameName, Stage, VariantForm};
use maud::{Markup, html};
use serde::{Deserialize, Deserializer, de};

use crate::games::pages_of;
use crate::lists::kind;
use crate::names::Names;
use crate::shell::Page;
use crate::viewer::Viewer;

/// A game that the front page starts with one button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuickGame {
    /// The value of the form field `game`.
    pub(crate) name: &'static str,
    /// The game and the number of players; all else has its usual value.
    pub variant: VariantForm,
}

/// A form field that names no game of the front page.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no quick game `{0}`")]
pub struct QuickGameError(String);

impl QuickGame {
    pub(crate) fn new(name: &'static str, game: GameName, players: usize) -> Self {
        Self { name, variant: VariantForm { game, players, mode: None, scoring: None } }
    }

    fn all() -> impl Iterator<Item = Self> {
        GameName::ALL.into_iter().flat_map(|game| pages_of(game).quick_games())
    }
}

impl FromStr for QuickGame {
    type Err = QuickGameError;

    fn from_str(name: &str) -> Result<Self, QuickGameError> {
        Self::all().find(|quick| quick.name == name).ok_or_else(|| QuickGameError(name.to_owned()))
    }
}

impl<'de> Deserialize<'de> for QuickGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The forms at the top of the page do not name their game.
impl Default for QuickGame {
    fn default() -> Self {
        Self::new("siesta", GameName::Siesta, 2)
    }
}

/// The tables on the front page.
#[derive(Clone, Debug)]
pub struct Home {
    mine: Vec<TableView>,
    open: Vec<TableView>,
    live: Vec<TableView>,
}

impl Home {
    /// Sorts the tables of the viewer, those where it is their turn first, and keeps them out of the other lists.
    pub fn new(mut mine: Vec<TableView>, mut open: Vec<TableView>, mut live: Vec<TableView>) -> Self {
        mine.sort_by_key(|table| !is_your_turn(table));
        for others in [&mut open, &mut live] {
            others.retain(|table| mine.iter().all(|own| own.id != table.id));
        }
        Self { mine, open, live }
    }

    /// The page.
    pub fn page(&self, viewer: &Viewer) -> Page {
        let words = viewer.words();
        let body = html! {
            @for game in GameName::ALL { (pages_of(game).drawings()) }
            @for game in GameName::ALL { (pages_of(game).front_page(words)) }
            div.lists {
                @if !self.mine.is_empty() { (list(viewer, "mine", &words.say("home-mine"), &self.mine, "")) }
                (list(viewer, "open", &words.say("home-open"), &self.open, &words.say("home-open-none")))
                (list(viewer, "watch", &words.say("home-live"), &self.live, &words.say("home-live-none")))
            }
        };
        Page { title: words.say("home-page"), body }
    }
}

fn is_your_turn(table: &TableView) -> bool {
    table.you.as_ref().is_some_and(|you| table.game.as_ref().is_some_and(|game| game.to_act.contains(you)))
}

fn list(viewer: &Viewer, id: &str, title: &str, tables: &[TableView], none: &str) -> Markup {
    html! {
        section.tables #(id) {
            h2 { (title) }
            @if tables.is_empty() { p.empty { (none) } }
            @else { ul { @for table in tables { (entry(viewer, table)) } } }
        }
    }
}

fn entry(viewer: &Viewer, table: &TableView) -> Markup {
    let words = viewer.words();
    let open = table.stage == Stage::Waiting && table.seats.iter().any(|seat| seat.taken == Taken::Open);
    let is_viewer = |seat: &SeatView| {
        seat.taken == Taken::Person && seat.person.as_ref().map(|person| person.id) == viewer.person
    };
    let seated = table.seats.iter().any(is_viewer);
    html! {
        li {
            a href={ "/t/" (table.id) } {
                (pages_of(table.variant.game).icon())
                span.names { (Names::at(words, table).0.join(" – ")) }
                span.kind { (kind(words, table)) }
            }
            @if is_your_turn(table) { span.tag.now { (words.say("home-your-turn")) } }
            @if open && !seated {
                form method="post" action={ "/t/" (table.id) "/join" } {
                    button.button.small type="submit" { (words.say("join")) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use club::Variant;

    use super::*;

    #[test]
    fn every_quick_game_can_be_played_and_is_read_by_its_own_name() {
        for quick in QuickGame::all() {
            assert!(Variant::try_from(quick.variant.clone()).is_ok(), "{quick:?}");
            assert_eq!(quick.name.parse(), Ok(quick));
        }
        assert!(QuickGame::all().any(|quick| quick == QuickGame::default()));
        assert_eq!("chess".parse::<QuickGame>(), Err(QuickGameError("chess".to_owned())));
    }
}
