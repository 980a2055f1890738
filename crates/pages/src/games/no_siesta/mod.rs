//! ¡No Siesta! on pages.

mod area;
mod choices;
mod draft;
mod farm;
mod front_page;
mod lesson_page;
mod lessons;
mod line;
mod middle;
mod options;
pub mod picture;
mod prompt;
mod replay;
mod rules;
mod sandbox;
mod score;
mod shapes;
mod story;
mod table;
mod words;

pub use self::line::LineQuery;
pub use self::sandbox::Sandbox;

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

/// ¡No Siesta! on pages.
pub(super) struct NoSiesta;

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
