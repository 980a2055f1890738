//! What the pages of each game show. One trait, one implementation a game, and one list of them.

pub mod no_siesta;
pub mod siesta;

use club::{GameName, State, Step};

use crate::learn::{Course, LessonParts, RulesParts};
use crate::query::Query;
use crate::replay::GameReplay;
use crate::words::Words;

/// The parts of pages that differ from game to game.
pub trait GamePages: Sync {
    /// The name of the game, the same in every language.
    fn name(&self) -> &'static str;

    // --- The table -------------------------------------------------------------------------------------------

    // --- Lists and forms -------------------------------------------------------------------------------------

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
    fn replay(&self, end: &State, steps: &[Step]) -> Option<Box<dyn GameReplay>>;
}

/// The pages of a game. The only list of games in this crate.
pub fn pages_of(game: GameName) -> &'static dyn GamePages {
    match game {
        GameName::Siesta => &siesta::Siesta,
        GameName::NoSiesta => &no_siesta::NoSiesta,
    }
}
