//! A finished game step by step: the table after every step, what the engine thinks of it, pictures to share.

mod frame;

use club::{Analysis, State, Step, TableId};
use maud::{Markup, html};

pub(crate) use self::frame::Frame;
use crate::games::pages_of;
use crate::names::Names;
use crate::words::Words;

/// A finished game whose position can be looked at after every step.
pub(crate) trait GameReplay: Send {
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

/// A finished game of any kind, to be looked at step by step.
pub struct Replay(Box<dyn GameReplay>);

impl Replay {
    /// The game that ended like this after these steps; `None` if the steps are not of such a game.
    pub fn of(end: &State, steps: &[Step]) -> Option<Self> {
        pages_of(end.game()).replay(end, steps).map(Self)
    }

    /// How many steps the game has, those of chance included.
    pub fn steps(&self) -> usize {
        self.0.steps()
    }

    /// How many steps players took: those that an analysis examines.
    pub fn player_steps(&self) -> usize {
        self.0.player_steps()
    }

    /// The position after so many steps as an SVG file.
    pub fn picture(&self, step: usize) -> String {
        self.0.picture(step)
    }

    /// The whole game as an SVG file that moves; `None` for a game that has no such picture.
    pub fn moving_picture(&self) -> Option<String> {
        self.0.moving_picture()
    }
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
    pub game: Replay,
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
        self.game.0.part(&frame, self.analysis.as_ref())
    }

    /// All of the page below the navigation of the site.
    pub fn body(&self) -> Markup {
        html! {
            (self.game.0.drawings())
            h1.hidden { (self.title()) }
            div #alert.alert aria-live="assertive" {}
            (self.part())
        }
    }
}
