//! Siesta on pages.

pub mod board;
pub mod choices;
pub mod draft;
pub mod edit;
mod front_page;
pub mod laying;
pub mod lessons;
pub mod line;
mod options;
pub mod parts;
pub mod picture;
pub mod story;
pub mod words;

use club::VariantForm;
use maud::{Markup, html};

use super::GamePages;
use crate::home::QuickGame;
use crate::new_table::NewTableForm;
use crate::words::Words;

/// Siesta on pages.
pub struct Siesta;

impl GamePages for Siesta {
    fn name(&self) -> &'static str {
        "Siesta"
    }

    // --- The table -------------------------------------------------------------------------------------------

    // --- Lists and forms -------------------------------------------------------------------------------------

    fn drawings(&self) -> Markup {
        board::drawings()
    }

    fn icon(&self) -> Markup {
        front_page::icon()
    }

    fn kind(&self, words: Words, variant: &VariantForm) -> Vec<String> {
        options::kind(words, variant)
    }

    fn lists_replays(&self) -> bool {
        true
    }

    fn front_page(&self, words: Words) -> Markup {
        front_page::section(words)
    }

    fn quick_games(&self) -> Vec<QuickGame> {
        front_page::quick_games()
    }

    fn main_options(&self, _: Words) -> Markup {
        html! {}
    }

    fn more_options(&self, words: Words) -> Markup {
        options::more_options(words)
    }

    fn read_options(&self, form: &NewTableForm) -> VariantForm {
        options::read(form)
    }

    // --- Replay, learning, pictures --------------------------------------------------------------------------
}
