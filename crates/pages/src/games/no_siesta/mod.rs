//! ¡No Siesta! on pages.

pub mod area;
pub mod draft;
pub mod farm;
mod front_page;
pub mod lessons;
pub mod middle;
mod options;
pub mod picture;
pub mod prompt;
pub mod score;
pub mod shapes;
pub mod story;
mod table;
pub mod words;

use club::StepError;

use super::{GamePages, GameTable};
use crate::names::Names;
use crate::table::TablePage;
use club::VariantForm;
use maud::{Markup, html};

use crate::home::QuickGame;
use crate::new_table::NewTableForm;
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

    fn icon(&self) -> Markup {
        front_page::icon()
    }

    fn kind(&self, words: Words, variant: &VariantForm) -> Vec<String> {
        options::kind(words, variant)
    }

    fn lists_replays(&self) -> bool {
        false
    }

    fn front_page(&self, words: Words) -> Markup {
        front_page::section(words)
    }

    fn quick_games(&self) -> Vec<QuickGame> {
        front_page::quick_games()
    }

    fn main_options(&self, words: Words) -> Markup {
        options::main_options(words)
    }

    fn more_options(&self, _: Words) -> Markup {
        html! {}
    }

    fn read_options(&self, form: &NewTableForm) -> VariantForm {
        options::read(form)
    }

    // --- Replay, learning, pictures --------------------------------------------------------------------------
}
