//! What the pages of each game show. One trait, one implementation a game, and one list of them.

pub mod no_siesta;
pub mod siesta;

use club::{GameName, VariantForm};
use maud::Markup;

use crate::home::QuickGame;
use crate::new_table::NewTableForm;
use crate::words::Words;

/// The parts of pages that differ from game to game.
pub trait GamePages: Sync {
    /// The name of the game, the same in every language.
    fn name(&self) -> &'static str;

    // --- The table -------------------------------------------------------------------------------------------

    // --- Lists and forms -------------------------------------------------------------------------------------

    /// The SVG definitions that [`GamePages::icon`] and [`GamePages::front_page`] refer to, once a page.
    fn drawings(&self) -> Markup;

    /// The icon of a table in a list.
    fn icon(&self) -> Markup;

    /// How a variant is played, in a few words, each to be shown after a dot: `teams`, `3 players`.
    fn kind(&self, words: Words, variant: &VariantForm) -> Vec<String>;

    /// Whether a list of finished games links to their replays.
    fn lists_replays(&self) -> bool;

    /// The section of the front page, with an example and the buttons of the quick games.
    fn front_page(&self, words: Words) -> Markup;

    /// The games that a button of the front page starts.
    fn quick_games(&self) -> Vec<QuickGame>;

    /// Options in the form for a new table that are always in sight; empty if there are none.
    fn main_options(&self, words: Words) -> Markup;

    /// Options in the form for a new table that most people leave alone; empty if there are none.
    fn more_options(&self, words: Words) -> Markup;

    /// The variant that was chosen in the form for a new table. It may turn out not to exist.
    fn read_options(&self, form: &NewTableForm) -> VariantForm;

    // --- Replay, learning, pictures --------------------------------------------------------------------------
}

/// The pages of a game. The only list of games in this crate.
pub fn pages_of(game: GameName) -> &'static dyn GamePages {
    match game {
        GameName::Siesta => &siesta::Siesta,
        GameName::NoSiesta => &no_siesta::NoSiesta,
    }
}
