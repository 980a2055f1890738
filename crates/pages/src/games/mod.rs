//! What the pages of each game show. One trait, one implementation a game, and one list of them.
//!
//! The folders of the games have files of the same names for the same jobs. What only one of them has:
//! - `siesta`: `board` draws the board, `laying` is the form in which a turn is laid on it, `parts` lists players and
//!   supply; `setup` and `edit` make a position by hand, since the sandbox of Siesta starts anywhere.
//! - `no_siesta`: `shapes`, `farm`, `middle` and `area` draw the sheets and the table, `prompt` is the form of the
//!   choices that are on no sheet, `score` is the score sheet. Its sandbox starts from a finished game only.

pub mod no_siesta;
pub mod siesta;

use club::{GameName, Step, StepError, Variant, VariantForm};
use game::Seat;
use maud::Markup;

use crate::home::QuickGame;
use crate::learn::{Course, LessonParts, RulesParts};
use crate::names::Names;
use crate::new_table::NewTableForm;
use crate::query::Query;
use crate::replay::GameReplay;
use crate::table::{Hint, TablePage};
use crate::words::Words;

/// The parts of pages that differ from game to game.
pub(crate) trait GamePages: Sync {
    /// The name of the game, the same in every language.
    fn name(&self) -> &'static str;

    // --- The table -------------------------------------------------------------------------------------------

    /// The SVG definitions that drawings of this game refer to, once a page.
    fn drawings(&self) -> Markup;

    /// The game on the page of a table; None before it has begun.
    fn table<'a>(&self, page: &'a TablePage) -> Option<Box<dyn GameTable + 'a>>;

    /// Why the rules refuse a step, in words; None if there are no words for it.
    fn refusal(&self, words: Words, names: &Names, error: &StepError) -> Option<String>;

    // --- Lists and forms -------------------------------------------------------------------------------------

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

    /// Where the rules and the lessons are.
    fn course(&self) -> &'static Course;

    /// The titles of the lessons in their order.
    fn lesson_titles(&self, words: Words) -> Vec<String>;

    /// The rules, each with an example.
    fn rules(&self, words: Words) -> RulesParts;

    /// A lesson, counted from 1, with the attempt that the query describes; `None` if there is no such lesson.
    fn lesson(&self, words: Words, number: usize, query: &Query) -> Option<LessonParts>;

    /// A finished game to look at step by step; `None` if the steps are not of such a game.
    fn replay(&self, variant: Variant, steps: &[Step]) -> Option<Box<dyn GameReplay>>;
}

/// A game on the page of a table, as the person of the page sees it.
pub(crate) trait GameTable {
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
pub(crate) fn pages_of(game: GameName) -> &'static dyn GamePages {
    match game {
        GameName::Siesta => &siesta::Siesta,
        GameName::NoSiesta => &no_siesta::NoSiesta,
    }
}
