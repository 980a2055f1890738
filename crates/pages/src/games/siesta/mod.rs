//! Siesta on pages.

pub mod board;
mod choices;
pub mod draft;
mod edit;
pub mod laying;
mod lesson_page;
mod lessons;
pub mod line;
pub mod parts;
pub mod picture;
mod replay;
mod rules;
pub mod sandbox;
pub mod setup;
pub mod story;
pub mod words;

use club::{State, Step};

use super::GamePages;
use crate::learn::{Course, LessonParts, RulesParts};
use crate::query::Query;
use crate::replay::GameReplay;
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

    fn replay(&self, end: &State, steps: &[Step]) -> Option<Box<dyn GameReplay>> {
        replay::replay(end, steps)
    }
}
