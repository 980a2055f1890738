//! A position set up piece by piece, to go on with in the sandbox.

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderValue;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use game::Seat;
use maud::{Markup, html};
use serde::Deserialize;
use siesta::{Cell, Content, Piece, Position, PositionError};

use super::shell;
use super::visitor::Visitor;
use crate::api::body::InQuery;
use crate::app::App;
use pages::address::encoded;
use pages::games::siesta::board::{self, Press, Shown};
use pages::games::siesta::edit::Edit;
use pages::games::siesta::line::{Asked, Line, Wrong};
use pages::games::siesta::parts;
use pages::games::siesta::words as siesta_words;
use pages::names::Names;
use pages::words::Words;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/sandbox/setup", get(show))
}

/// What is to be done with the position.
#[derive(Deserialize, Default)]
struct Wish {
    /// What is put on cells, by its sign; nothing takes pieces away.
    #[serde(default)]
    what: Option<String>,
    /// Another thing to put.
    #[serde(default)]
    choose: Option<String>,
    /// A cell to change.
    #[serde(default)]
    put: Option<String>,
    /// The seat to move.
    #[serde(default)]
    mover: Option<String>,
}

async fn show(visitor: Visitor, InQuery(asked): InQuery<Asked>, InQuery(wish): InQuery<Wish>) -> Response {
    let setup = Setup::of(visitor.words(), &asked, &wish);
    let part = setup.part();
    if visitor.look.part {
        let mut response = Html(part.into_string()).into_response();
        if let Ok(here) = HeaderValue::try_from(setup.here()) {
            response.headers_mut().insert("hx-replace-url", here);
        }
        return response;
    }
    let words = visitor.words();
    let title = words.say("setup-title");
    let body = html! {
        (board::drawings())
        div.sandbox-head { h1 { (title) } p.hint { (words.say("setup-what")) } }
        (part)
    };
    shell::page(&visitor, &title, &body).into_response()
}

/// A position that is being set up.
struct Setup {
    words: Words,
    names: Names,
    position: Position,
    /// What is put on cells; nothing takes pieces away.
    what: Option<Content>,
    /// Why the last wish was not done.
    wrong: Option<PositionError>,
}

impl Setup {
    fn of(words: Words, asked: &Asked, wish: &Wish) -> Self {
        let (line, wrong) = Line::read(asked);
        let mut wrong = match wrong {
            Some(Wrong::Position(error)) => Some(error),
            Some(Wrong::Turn(..) | Wrong::Illegal(..) | Wrong::TooMany) | None => None,
        };
        let mut position = line.now;
        let what = match wish.choose.as_deref().or(wish.what.as_deref()) {
            None => Some(Content::Sun),
            Some(sign) => contents(&position).find(|content| content.sign().to_string() == sign),
        };
        let edits = [
            wish.put.as_deref().and_then(|cell| cell.parse().ok()).map(|cell| Edit::Put(cell, what)),
            wish.mover.as_deref().and_then(|seat| seat.parse().ok()).map(Edit::Mover),
        ];
        for edit in edits.into_iter().flatten() {
            match edit.of(&position) {
                Ok(edited) => position = edited,
                Err(error) => wrong = Some(error),
            }
        }
        let names = Names::of_letters(words, position.players());
        Self { words, names, position, what, wrong }
    }

    fn sign(&self) -> String {
        self.what.map(|content| content.sign().to_string()).unwrap_or_default()
    }

    fn here(&self) -> String {
        format!("/sandbox/setup?{}&what={}", Line::from(self.position.clone()).query(), encoded(&self.sign()))
    }

    /// The cells that the chosen thing can be put on.
    fn offers(&self) -> Vec<Cell> {
        let changes = |cell: &Cell| self.position.board().get(*cell) != self.what;
        Cell::all()
            .filter(changes)
            .filter(|cell| Edit::Put(*cell, self.what).of(&self.position).is_ok())
            .collect()
    }

    /// What changes with every press.
    fn part(&self) -> Markup {
        let words = self.words;
        let line = Line::from(self.position.clone());
        let says = self.what.map(|content| self.named(content));
        let does = match says {
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
            div #setup.table.sandbox hx-target:inherited="#setup" hx-swap:inherited="outerMorph" hx-sync:inherited="#setup:replace" {
                section.play aria-label=(words.say("play-label")) {
                    div #alert.alert aria-live="assertive" {
                        @if let Some(wrong) = &self.wrong { p role="alert" { (siesta_words::wrong_position(words, wrong)) } }
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

    fn named(&self, content: Content) -> String {
        match content {
            Content::Sun => siesta_words::piece(self.words, Piece::Sun),
            Content::Shadow => siesta_words::piece(self.words, Piece::Shadow),
            Content::Roof(seat) => {
                self.words.with("cell-roof-of", [("name", self.names.of(seat).to_owned().into())])
            }
        }
    }

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
                            Some(content) => { (board::drawing(content)) span { (self.named(content)) } }
                            None => { span.none aria-hidden="true" { "✕" } span { (words.say("setup-take")) } }
                        }
                        kbd aria-hidden="true" { (key) }
                    }
                }
            }
        }
    }

    /// Whose turn it is to be.
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

/// All that can lie on a board of this game.
fn contents(position: &Position) -> impl Iterator<Item = Content> + use<> {
    [Content::Sun, Content::Shadow].into_iter().chain(position.players().seats().map(Content::Roof))
}
