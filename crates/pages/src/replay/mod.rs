//! A finished game step by step: the table after every step, what the engine thinks of it, pictures to share.

mod frame;
mod snapshot;

use club::{Analysis, Step, TableId, Variant};
use maud::{Markup, html};

pub(crate) use self::frame::Frame;
pub use self::snapshot::ReplaySnapshot;
use crate::games::pages_of;
use crate::names::Names;
use crate::part::Part;
use crate::snapshot::{self as snapshots, Snapshot};
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
pub struct Replay {
    variant: Variant,
    steps: Vec<Step>,
    game: Box<dyn GameReplay>,
}

impl Replay {
    /// The game of these steps; `None` if the steps are not of such a game.
    pub fn of(variant: Variant, steps: &[Step]) -> Option<Self> {
        let game = pages_of(variant.game()).replay(variant, steps)?;
        Some(Self { variant, steps: steps.to_vec(), game })
    }

    /// The number of steps that an address asks for, at most as many as the game has. Anything that is no number means
    /// the start.
    pub fn step(&self, turn: &str) -> usize {
        turn.parse().unwrap_or(0).min(self.game.steps())
    }

    /// How many steps players took: those that an analysis examines.
    pub fn player_steps(&self) -> usize {
        self.game.player_steps()
    }

    /// The position after so many steps as an SVG file.
    pub fn picture(&self, step: usize) -> String {
        self.game.picture(step)
    }

    /// The whole game as an SVG file that moves; `None` for a game that has no such picture.
    pub fn moving_picture(&self) -> Option<String> {
        self.game.moving_picture()
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
    /// Whether an update brings the snapshot of the game: for pages that had none, because the analysis was under way.
    pub brings_snapshot: bool,
}

impl ReplayPage {
    /// The title of the page.
    pub fn title(&self) -> String {
        self.words.with("replay-title", [("names", self.names.0.join(" – ").into())])
    }

    /// What changes from step to step. The page has the address that was asked for.
    pub fn update(&self) -> Part {
        let snapshot = ReplaySnapshot::of(self).map(|snapshot| Snapshot::Replay(Box::new(snapshot)));
        // The snapshot of a page whose analysis has begun is no longer true, and goes.
        let brings_snapshot = self.brings_snapshot || snapshot.is_none();
        let html = html! {
            (self.part())
            @if brings_snapshot { (snapshots::element(snapshot.as_ref(), Some("outerHTML"))) }
        };
        Part { html, address: None }
    }

    fn part(&self) -> Markup {
        let frame = Frame {
            words: self.words,
            id: self.id,
            address: &self.address,
            names: &self.names,
            step: self.step,
            end: self.game.game.steps(),
        };
        self.game.game.part(&frame, self.analysis.as_ref())
    }

    /// All of the page below the navigation of the site.
    pub fn body(&self) -> Markup {
        let snapshot = ReplaySnapshot::of(self).map(|snapshot| Snapshot::Replay(Box::new(snapshot)));
        html! {
            (self.game.game.drawings())
            h1.hidden { (self.title()) }
            div #alert.alert aria-live="assertive" {}
            (self.part())
            (snapshots::element(snapshot.as_ref(), None))
        }
    }
}
