//! ¡No Siesta! on pages.

mod area;
pub mod choice;
pub mod farm;
mod lesson_page;
mod lessons;
pub mod middle;
pub mod picture;
pub mod prompt;
mod rules;
pub mod score;
pub mod shapes;
pub mod story;
pub mod words;

use super::GamePages;
use crate::learn::{Course, LessonParts, RulesParts};
use crate::query::Query;
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
}
