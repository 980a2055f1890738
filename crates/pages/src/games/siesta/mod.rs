//! Siesta on pages.

pub mod board;
pub mod choices;
pub mod draft;
pub mod edit;
pub mod laying;
mod lesson_page;
mod lessons;
pub mod line;
pub mod parts;
pub mod picture;
mod rules;
pub mod story;
pub mod words;

use super::GamePages;
use crate::learn::{Course, LessonParts, RulesParts};
use crate::query::Query;
use crate::words::Words;

/// Siesta on pages.
pub struct Siesta;

impl GamePages for Siesta {
    fn name(&self) -> &'static str {
        "Siesta"
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
