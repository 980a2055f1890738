//! The sandbox of ¡No Siesta!: another line from a position of a finished game.
//!
//! The steps are in the address. Chance is drawn anew, with the same outcomes for the same line.

use bots::Judged;
use club::{TableId, Variant};
use game::Seat;
use maud::{Markup, html};
use no_siesta::{Action, Position};

use super::draft::Draft;
use super::farm::Shown;
use super::line::{Line, LineQuery};
use super::middle::Middle;
use super::shapes::{self, disc};
use super::story::Story;
use super::{choices, prompt, score};
use crate::address::encoded;
use crate::names::Names;
use crate::part::Part;
use crate::replay::ReplaySnapshot;
use crate::snapshot::{self as snapshots, Snapshot};
use crate::words::Words;

/// How many actions of the engine are shown.
const MAX_BEST: usize = 3;

/// The page of a line that leaves a finished game: whoever looks plays all sides, and can ask the engine.
pub struct Sandbox {
    words: Words,
    id: TableId,
    names: Names,
    /// After how many steps of the game the line starts.
    start: usize,
    line: Line,
    /// What may be done next; `None` once the game is over.
    draft: Option<Draft>,
    /// What the engine thinks of the actions, the best first.
    judged: Vec<Judged<Action>>,
}

impl Sandbox {
    /// The line of the query from a position of a finished game; `None` if the game is another one.
    pub fn of(words: Words, game: &ReplaySnapshot, query: &LineQuery) -> Option<Self> {
        let Variant::NoSiesta(variant) = game.variant()? else { return None };
        let story = Story::of(variant, &game.steps.0)?;
        let start = query.turn.parse().unwrap_or(0).min(story.steps.len());
        let mut line = Line::of(*story.position(start), &query.done);
        if let Some(action) = query.step.as_ref().and_then(|step| step.parse().ok()) {
            line.play(&action);
        }
        let draft = line.seat().map(|seat| Draft::of(&line.now, seat, &query.choosing));
        let names = Names(game.names.clone());
        Some(Self { words, id: game.id, names, start, line, draft, judged: Vec::new() })
    }

    /// The position for the engine to look at and who is to act there; `None` once the game is over.
    pub fn question(&self) -> Option<(Position, Seat)> {
        Some((self.line.now, self.draft.as_ref()?.seat))
    }

    /// Adds what the engine thinks of the actions, the best first.
    pub fn set_judged(&mut self, judged: Vec<Judged<Action>>) {
        self.judged = judged;
    }

    /// The title of the page.
    pub fn title(&self) -> String {
        self.words.say("explore")
    }

    /// The address of the page with all steps.
    fn address(&self) -> String {
        self.address_without(0)
    }

    /// All of the page below the navigation of the site, given the game that the line leaves.
    pub fn body(&self, game: ReplaySnapshot) -> Markup {
        let snapshot = Snapshot::Replay(Box::new(game));
        html! {
            (shapes::drawings())
            h1.hidden { (self.title()) }
            (self.section(None))
            (snapshots::element(Some(&snapshot), None))
        }
    }

    /// The line as an update of an open page.
    pub fn update(&self) -> Part {
        Part::at(self.address(), self.section(Some("outerMorph")))
    }

    fn path(&self) -> String {
        format!("/t/{}/replay/line", self.id)
    }

    /// The address of the page without the last so many steps.
    fn address_without(&self, steps: usize) -> String {
        format!("{}?turn={}&done={}", self.path(), self.start, encoded(&self.line.text(steps)))
    }

    fn section(&self, swap: Option<&str>) -> Markup {
        let words = self.words;
        let position = &self.line.now;
        let here = self.address();
        let main = self.line.seat().unwrap_or(position.start_player());
        let draft = self.draft.as_ref();
        let shown = Shown { words, names: &self.names, position, seat: main, draft, here: &here };
        let middle = Middle { words, names: &self.names, position, draft };
        html! {
            div #line.table.replay hx-swap-oob=[swap] {
                section.play aria-label=(words.say("play-label")) {
                    (self.task())
                    form #acts.no-siesta method="get" action=(self.path()) hx-get=(self.path()) hx-swap="none" {
                        (self.fields())
                        @if let Some(draft) = draft { (prompt::choices(words, &self.names, position, draft)) }
                        h2.farm-of { (disc(main)) (words.with("farm-of", [("name", self.names.of(main).to_owned().into())])) }
                        (shown.revenue())
                        (shown.sheet())
                        div.middle { (middle.track()) (middle.market()) (middle.rival()) (middle.display()) }
                    }
                }
                aside.side aria-label=(words.say("side-label")) {
                    (self.engine())
                    section.turns { h2 { (words.say("earned-caption")) } (score::sheet(words, &self.names, position, |_| html! {})) }
                }
            }
        }
    }

    /// What is to be done, and the ways back.
    fn task(&self) -> Markup {
        let words = self.words;
        let back = self.address_without(1);
        html! {
            div.making {
                p.round { (words.with("line-from", [("number", self.start.into())])) " · "
                    (words.with("round", [("number", i64::from(self.line.now.round()).into())])) }
                p #task tabindex="-1" aria-live="polite" {
                    @match &self.draft {
                        Some(draft) => {
                            strong { (self.names.of(draft.seat)) } ": " (prompt::task(words, &self.line.now, draft))
                        }
                        None => { (words.say("result-over")) }
                    }
                }
                div.buttons {
                    @if self.line.actions.is_empty() {
                        button #undo.button type="button" disabled { (words.say("undo-step")) }
                    } @else {
                        a #undo.button href=(back) hx-get=(back) hx-swap="none" data-key="Backspace" { (words.say("undo-step")) }
                    }
                    @if self.draft.as_ref().is_some_and(|draft| draft.has(Action::Done)) {
                        button #done.button.primary type="submit" form="acts" name="move" value=(Action::Done) data-key="e" { (words.say("done-scoring")) }
                    }
                    a.button.quiet href={ "/t/" (self.id) "/replay?turn=" (self.start) } { (words.say("replay")) }
                }
                p.note { (words.say("line-what")) }
            }
        }
    }

    /// The fields of every form that goes on from this line.
    fn fields(&self) -> Markup {
        html! {
            input type="hidden" name="turn" value=(self.start);
            input type="hidden" name="done" value=(self.line.text(0));
        }
    }

    /// The button that asks the engine, and what it answered.
    fn engine(&self) -> Markup {
        let words = self.words;
        let ask = format!("{}/best", self.path());
        html! {
            section.engine aria-label=(words.say("analysis")) {
                h2 { (words.say("analysis")) }
                @if self.draft.is_some() {
                    form method="post" action=(ask) hx-post=(ask) hx-swap="none" {
                        (self.fields())
                        button #ask.button.yields type="submit" { (words.say("sandbox-ask")) }
                    }
                }
                @if !self.judged.is_empty() {
                    @let shown = &self.judged[..self.judged.len().min(MAX_BEST)];
                    (choices::best_actions(words, &self.names, self.line.now.sheet(), shown))
                }
            }
        }
    }
}
