//! A position of Siesta set up piece by piece, to go on with in the sandbox.

use game::Seat;
use maud::{Markup, html};
use serde::Deserialize;
use siesta::{Cell, Content, Piece, Position, PositionError};

use super::board::{self, Press, Shown};
use super::edit::Edit;
use super::line::{Line, LineError, LineQuery};
use super::parts;
use super::words as siesta_words;
use crate::address::encoded;
use crate::names::Names;
use crate::part::Part;
use crate::words::Words;

/// The query of an address that changes the position.
#[derive(Deserialize, Default)]
pub struct SetupQuery {
    /// The sign of the content to put on cells; an empty one clears them.
    #[serde(default)]
    what: Option<String>,
    /// The sign of another content, which replaces `what`.
    #[serde(default)]
    choose: Option<String>,
    /// The cell to change.
    #[serde(default)]
    put: Option<String>,
    /// The letter of the seat whose turn it is to be.
    #[serde(default)]
    mover: Option<String>,
}

/// The page of a position that is being set up.
pub struct Setup {
    words: Words,
    names: Names,
    position: Position,
    /// What is put on cells; `None` clears them.
    what: Option<Content>,
    /// Why the last change was not made.
    error: Option<PositionError>,
}

impl Setup {
    /// The position after the line of one query and the changes of the other.
    pub fn new(words: Words, line: &LineQuery, changes: &SetupQuery) -> Self {
        let (line, error) = Line::read(line);
        let mut error = match error {
            Some(LineError::Position(error)) => Some(error),
            Some(LineError::Turn(..) | LineError::Illegal(..) | LineError::TooMany) | None => None,
        };
        let mut position = line.now;
        let what = match changes.choose.as_deref().or(changes.what.as_deref()) {
            None => Some(Content::Sun),
            Some(sign) => contents(&position).find(|content| content.sign().to_string() == sign),
        };
        let edits = [
            changes.put.as_deref().and_then(|cell| cell.parse().ok()).map(|cell| Edit::Put(cell, what)),
            changes.mover.as_deref().and_then(|seat| seat.parse().ok()).map(Edit::Mover),
        ];
        for edit in edits.into_iter().flatten() {
            match edit.apply(&position) {
                Ok(edited) => position = edited,
                Err(refused) => error = Some(refused),
            }
        }
        let names = Names::of_letters(words, position.players());
        Self { words, names, position, what, error }
    }

    /// The title of the page.
    pub fn title(&self) -> String {
        self.words.say("setup-title")
    }

    /// All of the page below the navigation of the site.
    pub fn body(&self) -> Markup {
        html! {
            (board::drawings())
            div.sandbox-head { h1 { (self.title()) } p.hint { (self.words.say("setup-what")) } }
            (self.part())
        }
    }

    /// The sign of what is put on cells; empty if it clears them.
    fn sign(&self) -> String {
        self.what.map(|content| content.sign().to_string()).unwrap_or_default()
    }

    /// The address of the page with the position as it is now.
    fn address(&self) -> String {
        format!("/sandbox/setup?{}&what={}", Line::from(self.position.clone()).query(), encoded(&self.sign()))
    }

    /// The cells that can be changed to what is chosen.
    fn offers(&self) -> Vec<Cell> {
        let changes = |cell: &Cell| self.position.board().get(*cell) != self.what;
        Cell::all()
            .filter(changes)
            .filter(|cell| Edit::Put(*cell, self.what).apply(&self.position).is_ok())
            .collect()
    }

    /// The page after a press, with the address that shows it again.
    pub fn update(&self) -> Part {
        Part::at(self.address(), self.part())
    }

    /// What changes with every press.
    fn part(&self) -> Markup {
        let words = self.words;
        let line = Line::from(self.position.clone());
        let does = match self.what.map(|content| self.content_name(content)) {
            Some(piece) => words.with("cell-lay", [("piece", piece.into())]),
            None => words.say("setup-take"),
        };
        let shown = Shown {
            board: self.position.board(),
            you: None,
            names: &self.names,
            last: Vec::new(),
            fresh: Vec::new(),
            press: Some(Press { offers: self.offers(), does }),
            lines: Vec::new(),
            ghosts: Vec::new(),
        };
        let empty = format!("/sandbox/setup?players={}", self.position.players());
        html! {
            div #setup.table.sandbox hx-target:inherited="#setup" hx-swap:inherited="outerMorph" {
                section.play aria-label=(words.say("play-label")) {
                    div #alert.alert aria-live="assertive" {
                        @if let Some(error) = &self.error { p role="alert" { (siesta_words::wrong_position(words, error)) } }
                    }
                    form #laying method="get" action="/sandbox/setup" hx-get="/sandbox/setup" {
                        @for (name, value) in line.fields() { input type="hidden" name=(name) value=(value); }
                        input type="hidden" name="what" value=(self.sign());
                        div.frame { (board::board(words, &shown)) }
                        (self.palette())
                        (self.movers())
                    }
                }
                aside.side aria-label=(words.say("side-label")) {
                    (parts::players(words, &self.names, &self.position))
                    div.menu {
                        a #go.button.primary href=(line.address()) { (words.say("setup-play")) }
                        a.button.quiet href=(empty) hx-get=(empty) { (words.say("sandbox-empty")) }
                    }
                }
            }
        }
    }

    fn content_name(&self, content: Content) -> String {
        match content {
            Content::Sun => siesta_words::piece(self.words, Piece::Sun),
            Content::Shadow => siesta_words::piece(self.words, Piece::Shadow),
            Content::Roof(seat) => {
                self.words.with("cell-roof-of", [("name", self.names.of(seat).to_owned().into())])
            }
        }
    }

    /// What can be put on cells.
    fn palette(&self) -> Markup {
        let words = self.words;
        let choices = contents(&self.position).map(Some).chain([None]);
        html! {
            div.palette.setup role="group" aria-label=(words.say("palette-label")) {
                @for (key, choice) in (1..).zip(choices) {
                    @let sign = choice.map(|content| content.sign().to_string()).unwrap_or_default();
                    button type="submit" name="choose" value=(sign) data-key=(key)
                        aria-pressed=(if choice == self.what { "true" } else { "false" }) {
                        @match choice {
                            Some(content) => { (board::drawing(content)) span { (self.content_name(content)) } }
                            None => { span.none aria-hidden="true" { "✕" } span { (words.say("setup-take")) } }
                        }
                        kbd aria-hidden="true" { (key) }
                    }
                }
            }
        }
    }

    /// The choice of whose turn it is.
    fn movers(&self) -> Markup {
        let words = self.words;
        html! {
            div.movers role="group" aria-label=(words.say("setup-mover")) {
                span { (words.say("setup-mover")) }
                @for seat in self.position.players().seats() {
                    button.button.small type="submit" name="mover" value=(seat)
                        disabled[self.position.board().is_empty() && seat != Seat::ALL[0]]
                        aria-pressed=(if seat == self.position.mover() { "true" } else { "false" }) { (self.names.of(seat)) }
                }
            }
        }
    }
}

/// All that a cell can hold in a game with so many players.
fn contents(position: &Position) -> impl Iterator<Item = Content> + use<> {
    [Content::Sun, Content::Shadow].into_iter().chain(position.players().seats().map(Content::Roof))
}
