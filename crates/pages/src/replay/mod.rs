//! A finished game step by step: the table after every step, what the engine thinks of it, pictures to share.

mod frame;

use club::{Analysis, TableId};
use maud::{Markup, html};

pub use self::frame::Frame;
use crate::names::Names;
use crate::words::Words;

/// A finished game whose position can be looked at after every step.
pub trait GameReplay: Send {
    /// How many steps the game has, those of chance included.
    fn steps(&self) -> usize;

    /// How many steps players took: those that an analysis examines.
    fn player_steps(&self) -> usize;

    /// The position after so many steps as an SVG file.
    fn picture(&self, step: usize) -> String;

    /// The whole game as an SVG file that moves; `None` for a game that has no such picture.
    fn moving_picture(&self) -> Option<String>;

    /// The shapes that the page uses.
    fn drawings(&self) -> Markup;

    /// What changes from step to step.
    fn part(&self, frame: &Frame<'_>, analysis: Option<&Analysis<String>>) -> Markup;
}

/// The page of a finished game after one of its steps.
pub struct ReplayPage {
    /// The language of the page.
    pub words: Words,
    /// The table where the game was played.
    pub id: TableId,
    /// The full address of the replay, to be shared.
    pub address: String,
    /// The names of the players by seat.
    pub names: Names,
    /// After how many steps; at most as many as the game has.
    pub step: usize,
    /// The game.
    pub game: Box<dyn GameReplay>,
    /// What the engine has found so far; `None` if nobody asked it.
    pub analysis: Option<Analysis<String>>,
}

impl ReplayPage {
    /// The title of the page.
    pub fn title(&self) -> String {
        self.words.with("replay-title", [("names", self.names.0.join(" – ").into())])
    }

    /// What changes from step to step.
    pub fn part(&self) -> Markup {
        let frame = Frame {
            words: self.words,
            id: self.id,
            address: &self.address,
            names: &self.names,
            step: self.step,
            end: self.game.steps(),
        };
        self.game.part(&frame, self.analysis.as_ref())
    }

    /// All of the page below the navigation of the site.
    pub fn body(&self) -> Markup {
        html! {
            (self.game.drawings())
            h1.hidden { (self.title()) }
            div #alert.alert aria-live="assertive" {}
            (self.part())
        }
    }
}
