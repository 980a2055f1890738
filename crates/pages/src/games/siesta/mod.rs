//! Siesta on pages.

pub mod board;
pub mod choices;
pub mod draft;
pub mod edit;
pub mod laying;
pub mod lessons;
pub mod line;
pub mod parts;
pub mod picture;
pub mod story;
mod table;
pub mod words;

use club::StepError;
use maud::Markup;

use super::{GamePages, GameTable};
use crate::names::Names;
use crate::table::TablePage;
use crate::words::Words;

/// Siesta on pages.
pub struct Siesta;

impl GamePages for Siesta {
    fn name(&self) -> &'static str {
        "Siesta"
    }

    // --- The table -------------------------------------------------------------------------------------------

    fn drawings(&self) -> Markup {
        board::drawings()
    }

    fn table<'a>(&self, page: &'a TablePage) -> Option<Box<dyn GameTable + 'a>> {
        Some(Box::new(table::SiestaTable::of(page)?))
    }

    fn refusal(&self, words: Words, names: &Names, error: &StepError) -> Option<String> {
        words::step_error(words, names, error)
    }

    // --- Lists and forms -------------------------------------------------------------------------------------

    // --- Replay, learning, pictures --------------------------------------------------------------------------
}
