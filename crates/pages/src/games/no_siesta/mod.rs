//! ¡No Siesta! on pages.

mod area;
pub mod choice;
mod choices;
pub mod farm;
mod lesson_page;
mod lessons;
pub mod line;
pub mod middle;
pub mod picture;
pub mod prompt;
mod replay;
mod rules;
pub mod sandbox;
pub mod score;
pub mod shapes;
pub mod story;
pub mod words;

use club::{State, Step};

use super::GamePages;
use crate::learn::{Course, LessonParts, RulesParts};
use crate::query::Query;
use crate::replay::GameReplay;
use crate::words::Words;

/// ¡No Siesta! on pages.
pub struct NoSiesta;

impl GamePages for NoSiesta {
    fn name(&self) -> &'static str {
        "¡No Siesta!"
    }

    // --- The table -------------------------------------------------------------------------------------------

    // --- Lists and forms -------------------------------------------------------------------------------------

    // --- Replay, learning, pictures --------------------------------------------------------------------------

    fn course(&self) -> &'static Course {
        &lessons::COURSE
    }

    fn lesson_titles(&self, words: Words) -> Vec<String> {
        lessons::titles(words)
    }

    fn rules(&self, words: Words) -> RulesParts {
        rules::rules(words)
    }

    fn lesson(&self, words: Words, number: usize, query: &Query) -> Option<LessonParts> {
        lesson_page::lesson(words, number, query)
    }

    fn replay(&self, end: &State, steps: &[Step]) -> Option<Box<dyn GameReplay>> {
        replay::replay(end, steps)
    }
}
