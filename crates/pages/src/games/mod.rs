//! What the pages of each game show. One trait, one implementation a game, and one list of them.

pub mod no_siesta;
pub mod siesta;

use club::{GameName, StepError};
use game::Seat;
use maud::Markup;

use crate::names::Names;
use crate::table::{Hint, TablePage};
use crate::words::Words;

/// The parts of pages that differ from game to game.
pub trait GamePages: Sync {
    /// The name of the game, the same in every language.
    fn name(&self) -> &'static str;

    // --- The table -------------------------------------------------------------------------------------------

    /// The drawings that other drawings on a page refer to, once a page.
    fn drawings(&self) -> Markup;

    /// The game on the page of a table; None before it has begun.
    fn table<'a>(&self, page: &'a TablePage) -> Option<Box<dyn GameTable + 'a>>;

    /// Why the rules refuse a step, in words; None if there are no words for it.
    fn refusal(&self, words: Words, names: &Names, error: &StepError) -> Option<String>;

    // --- Lists and forms -------------------------------------------------------------------------------------

    // --- Replay, learning, pictures --------------------------------------------------------------------------
}

/// A game on the page of a table, as the person of the page sees it.
pub trait GameTable {
    /// The game with all that the person can do, or its result.
    fn play(&self) -> Markup;

    /// The steps so far.
    fn history(&self) -> Markup;

    /// The piece that stands for a player.
    fn token(&self, seat: Seat) -> Markup;

    /// How a player stands besides the score, in a few words.
    fn standing(&self, seat: Seat) -> String;

    /// What is left of the pieces that belong to everybody; empty in games without a common supply.
    fn supply(&self) -> Markup;

    /// What the person has chosen and not sent, for the address of the page; empty if there is nothing.
    fn unsent_query(&self) -> String;

    /// What the engine found best, in words; None if the text is no action of this game.
    fn hint(&self, hint: Hint, best: &str) -> Option<String>;
}

/// The pages of a game. The only list of games in this crate.
pub fn pages_of(game: GameName) -> &'static dyn GamePages {
    match game {
        GameName::Siesta => &siesta::Siesta,
        GameName::NoSiesta => &no_siesta::NoSiesta,
    }
}
