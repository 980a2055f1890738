//! ¡No Siesta! on pages.

pub mod area;
pub mod draft;
pub mod farm;
pub mod lessons;
pub mod middle;
pub mod picture;
pub mod prompt;
pub mod score;
pub mod shapes;
pub mod story;
mod table;
pub mod words;

use club::StepError;
use maud::Markup;

use super::{GamePages, GameTable};
use crate::names::Names;
use crate::table::TablePage;
use crate::words::Words;

/// ¡No Siesta! on pages.
pub struct NoSiesta;

impl GamePages for NoSiesta {
    fn name(&self) -> &'static str {
        "¡No Siesta!"
    }

    // --- The table -------------------------------------------------------------------------------------------

    fn drawings(&self) -> Markup {
        shapes::drawings()
    }

    fn table<'a>(&self, page: &'a TablePage) -> Option<Box<dyn GameTable + 'a>> {
        Some(Box::new(table::NoSiestaTable::of(page)?))
    }

    fn refusal(&self, _: Words, _: &Names, _: &StepError) -> Option<String> {
        // The pages of this game offer legal actions only: a refusal is rare, and its plain text has to do.
        None
    }

    // --- Lists and forms -------------------------------------------------------------------------------------

    // --- Replay, learning, pictures --------------------------------------------------------------------------
}
