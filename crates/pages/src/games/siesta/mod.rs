//! Siesta on pages.

mod board;
mod choices;
mod draft;
mod edit;
mod front_page;
mod laying;
mod lesson_page;
mod lessons;
mod line;
mod options;
mod parts;
pub mod picture;
mod replay;
mod rules;
mod sandbox;
mod setup;
mod story;
mod table;
mod words;

pub use self::draft::Wish;
pub use self::line::{LineError, LineQuery};
pub use self::sandbox::{Sandbox, position_picture};
pub use self::setup::{Setup, SetupQuery};

use club::{Step, StepError, Variant, VariantForm};
use maud::{Markup, html};

use super::{GamePages, GameTable};
use crate::home::QuickGame;
use crate::learn::{Course, LessonParts, RulesParts};
use crate::names::Names;
use crate::new_table::NewTableForm;
use crate::query::Query;
use crate::replay::GameReplay;
use crate::table::TablePage;
use crate::words::Words;

/// Siesta on pages.
pub(super) struct Siesta;

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

    fn replay(&self, variant: Variant, steps: &[Step]) -> Option<Box<dyn GameReplay>> {
        replay::replay(variant, steps)
    }
}
