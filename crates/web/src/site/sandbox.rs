//! The sandbox: any position, all sides played by whoever looks, and the engine to ask.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use bots::siesta::judge;
use maud::{Markup, html};
use siesta::Turn;

use super::play::think;
use super::replay::svg;
use super::shell;
use super::visitor::Visitor;
use crate::api::body::InQuery;
use crate::api::problem::Problem;
use crate::app::App;
use pages::address::encoded;
use pages::games::siesta::board::{self, Press, Shown};
use pages::games::siesta::choices::{self, Choice};
use pages::games::siesta::draft::{self, Draft, Wish};
use pages::games::siesta::line::{Asked, Line, Wrong};
use pages::games::siesta::picture;
use pages::games::siesta::words as siesta_words;
use pages::games::siesta::{laying, parts};
use pages::names::Names;
use pages::words::Words;

/// How long the engine thinks.
const THINKS: Duration = Duration::from_millis(800);
/// How many turns the engine names.
const BEST: usize = 3;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/sandbox", get(show))
        .route("/sandbox/best", get(best))
        .route("/sandbox.svg", get(still))
}

async fn show(visitor: Visitor, InQuery(asked): InQuery<Asked>, InQuery(wish): InQuery<Wish>) -> Response {
    let sandbox = Sandbox::of(visitor.words(), &asked, &wish);
    answer(&visitor, &sandbox, &asked)
}

async fn best(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InQuery(asked): InQuery<Asked>,
    InQuery(wish): InQuery<Wish>,
) -> Result<Response, Problem> {
    let mut sandbox = Sandbox::of(visitor.words(), &asked, &wish);
    if sandbox.wrong.is_none() {
        let now = sandbox.line.now.clone();
        let mover = now.mover();
        let judged = think(&app, judge, now, mover, THINKS).await?;
        let mut sets: Vec<Turn> = Vec::new();
        for judged in judged {
            // Two orders of a turn are the same turn.
            if sets.len() < BEST && !sets.contains(&judged.action.set()) {
                sets.push(judged.action.set());
                let choice = Choice::of(sandbox.words, &sandbox.names, &sandbox.line.now, &judged);
                sandbox.choices.extend(choice);
            }
        }
        sandbox.asked = true;
    }
    Ok(answer(&visitor, &sandbox, &asked))
}

/// The position as a picture.
async fn still(InQuery(asked): InQuery<Asked>) -> Result<Response, Problem> {
    match Line::read(&asked) {
        (line, None) => Ok(svg(picture::picture(&line.now))),
        (_, Some(wrong)) => {
            let detail = match wrong {
                Wrong::Position(error) => format!("position: {error}"),
                Wrong::Turn(number, error) => format!("turn {number}: {error}"),
                Wrong::Illegal(number, refusal) => format!("turn {number}: {refusal}"),
                Wrong::TooMany => "turns: more than any game has".to_owned(),
            };
            Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-query", detail))
        }
    }
}

fn answer(visitor: &Visitor, sandbox: &Sandbox, asked: &Asked) -> Response {
    let part = sandbox.part();
    if visitor.look.part {
        let mut response = Html(part.into_string()).into_response();
        if let Ok(here) = HeaderValue::try_from(sandbox.here()) {
            response.headers_mut().insert("hx-replace-url", here);
        }
        return response;
    }
    let words = visitor.words();
    let title = words.say("sandbox-title");
    let body = html! {
        (board::drawings())
        div.sandbox-head { h1 { (title) } p.hint { (words.say("sandbox-what")) } }
        (part)
        (sandbox.begin(asked))
    };
    shell::page(visitor, &title, &body).into_response()
}

/// A position to try things in.
struct Sandbox {
    words: Words,
    names: Names,
    line: Line,
    wrong: Option<Wrong>,
    /// The turn in the making, unless the game is over.
    draft: Option<Draft>,
    /// What the engine would play.
    choices: Vec<Choice>,
    /// Whether the engine was asked.
    asked: bool,
}

impl Sandbox {
    fn of(words: Words, asked: &Asked, wish: &Wish) -> Self {
        let (line, wrong) = Line::read(asked);
        let names = Names::of_letters(words, line.now.players());
        let draft = line.now.end().is_none().then(|| Draft::of(&line.now, wish));
        Self { words, names, line, wrong, draft, choices: Vec::new(), asked: false }
    }

    /// The address of what is shown, with the turn in the making.
    fn here(&self) -> String {
        match &self.draft {
            Some(draft) if !draft.laid().is_empty() => {
                let (laid, piece) = (encoded(&draft.laid()), draft::word(draft.piece));
                format!("{}&laid={laid}&piece={piece}", self.line.address())
            }
            Some(_) | None => self.line.address(),
        }
    }

    /// What changes with every press.
    fn part(&self) -> Markup {
        let words = self.words;
        html! {
            div #sandbox.table.sandbox hx-target:inherited="#sandbox" hx-swap:inherited="outerMorph" hx-sync:inherited="#sandbox:replace" {
                section.play aria-label=(words.say("play-label")) {
                    div #alert.alert aria-live="assertive" {
                        @if let Some(wrong) = &self.wrong { p role="alert" { (self.wrong_words(wrong)) } }
                    }
                    (self.board())
                }
                aside.side aria-label=(words.say("side-label")) {
                    (parts::players(words, &self.names, &self.line.now))
                    (self.engine())
                    (self.turns())
                    (self.share())
                }
            }
        }
    }

    fn wrong_words(&self, wrong: &Wrong) -> String {
        let words = self.words;
        match wrong {
            Wrong::Position(error) => siesta_words::wrong_position(words, error),
            Wrong::Turn(number, _) => words.with("sandbox-unreadable", [("number", (*number).into())]),
            Wrong::Illegal(number, refusal) => {
                let why = siesta_words::refusal(words, &self.names, refusal);
                words.with("sandbox-illegal", [("number", (*number).into()), ("why", why.into())])
            }
            Wrong::TooMany => words.say("sandbox-too-many"),
        }
    }

    /// What is sent along with every press.
    fn fields(&self) -> Markup {
        html! { @for (name, value) in self.line.fields() { input type="hidden" name=(name) value=(value); } }
    }

    fn board(&self) -> Markup {
        let words = self.words;
        let position = &self.line.now;
        let ghosts = choices::ghosts(&self.choices);
        let mut lines = vec![Vec::new(); self.choices.len()];
        for (index, cell, _) in &ghosts {
            lines[*index].push(*cell);
        }
        let Some(draft) = &self.draft else {
            let shown = Shown {
                board: position.board(),
                you: None,
                names: &self.names,
                last: self.line.last(),
                fresh: Vec::new(),
                press: None,
                lines,
                ghosts,
            };
            return html! {
                @if let Some(outcome) = position.outcome() {
                    div.result role="status" {
                        h2 { (siesta_words::result(words, &self.names, &outcome)) }
                        p { (siesta_words::end(words, &self.names, outcome.end)) }
                        div.buttons { (self.take_back()) }
                    }
                }
                div.frame { (board::board(words, &shown)) }
            };
        };
        let reasons = siesta_words::reasons(words, &self.names, &draft.laying.reasons());
        lines.extend(reasons.iter().map(|(_, cells)| cells.clone()));
        let does = words.with("cell-lay", [("piece", siesta_words::piece(words, draft.piece).into())]);
        let shown = Shown {
            board: draft.laying.board(),
            you: None,
            names: &self.names,
            last: self.line.last(),
            fresh: draft.cells(),
            press: Some(Press { offers: draft.offers.clone(), does }),
            lines,
            ghosts,
        };
        let gains = siesta_words::gains(&self.names, &draft.laying.gains());
        let mover = self.names.of(position.mover()).to_owned();
        let played = self.line.with(&draft.laying.turn()).map(|line| line.address());
        html! {
            form #laying method="get" action="/sandbox" hx-get="/sandbox" {
                (self.fields())
                (laying::state(draft))
                div.frame { (board::board(words, &shown)) }
                (laying::palette(words, draft))
            }
            div.making {
                @if let Some(refusal) = &draft.refusal {
                    p.refusal role="alert" { (siesta_words::refusal(words, &self.names, refusal)) }
                }
                div.gains aria-live="polite" {
                    p { strong { (words.with("sandbox-turn-of", [("name", mover.into())])) } " "
                        @if draft.laid().is_empty() { (words.say("your-turn-how")) }
                        @else if gains.is_empty() { (words.say("gains-nothing-yet")) }
                        @else { (gains) } }
                    (laying::reasons(&reasons, self.choices.len()))
                }
                div.buttons {
                    @match played {
                        Some(address) => { a #go.button.primary href=(address) hx-get=(address) { (words.say("sandbox-play")) } }
                        None => { button #go.button.primary type="button" disabled { (words.say("sandbox-play")) } }
                    }
                    form method="get" action="/sandbox" hx-get="/sandbox" {
                        (self.fields())
                        (laying::take_back(words, draft))
                    }
                    (self.take_back())
                }
            }
        }
    }

    /// Goes back by a turn.
    fn take_back(&self) -> Markup {
        html! {
            @if let Some(line) = self.line.without_last() {
                a #back.button.quiet href=(line.address()) hx-get=(line.address()) { (self.words.say("sandbox-back")) }
            }
        }
    }

    /// The engine, and what it said.
    fn engine(&self) -> Markup {
        let words = self.words;
        let go_on = |turn: &Turn| self.line.with(turn).map(|line| line.address()).unwrap_or_default();
        html! {
            section.engine {
                @if let Some(draft) = &self.draft {
                    form method="get" action="/sandbox/best" hx-get="/sandbox/best" {
                        (self.fields())
                        (laying::state(draft))
                        button #best.button type="submit" { (words.say("sandbox-ask")) }
                    }
                }
                div aria-live="polite" {
                    @if self.asked && self.choices.is_empty() { p.empty { (words.say("sandbox-nothing")) } }
                    @if !self.choices.is_empty() {
                        h2 { (words.say("best-turns")) }
                        (choices::choices(words, &self.choices, &words.say("sandbox-play"), go_on))
                    }
                }
            }
        }
    }

    fn turns(&self) -> Markup {
        let words = self.words;
        let first = usize::from(self.line.now.turns_played()).saturating_sub(self.line.turns().len());
        html! {
            @if !self.line.turns().is_empty() {
                section.turns {
                    h2 { (words.say("turns")) }
                    ol.list data-follow tabindex="0" aria-label=(words.say("turns")) {
                        @for (number, turn) in (first + 1..).zip(self.line.turns()) {
                            li { span.count { (number) } span.text { (turn) } }
                        }
                    }
                }
            }
        }
    }

    fn share(&self) -> Markup {
        let words = self.words;
        html! {
            div.share-position {
                label { span { (words.say("position")) }
                    input #position type="text" readonly value=(self.line.now); }
                div.buttons {
                    button.button.small type="button" data-copy="#position" data-copied=(words.say("copied")) { (words.say("copy")) }
                    a #setup.button.quiet.small href={ "/sandbox/setup?" (Line::from(self.line.now.clone()).query()) } { (words.say("setup")) }
                    a.button.quiet.small href={ "/sandbox.svg?" (self.line.query()) } { (words.say("picture")) }
                }
            }
        }
    }

    /// Another position to begin with.
    fn begin(&self, asked: &Asked) -> Markup {
        let words = self.words;
        let text = if self.wrong.is_some() { asked.position.as_deref().unwrap_or_default() } else { "" };
        html! {
            details.begin open[self.wrong.is_some()] {
                summary { (words.say("sandbox-begin")) }
                form method="get" action="/sandbox" {
                    fieldset {
                        legend { (words.say("sandbox-empty")) }
                        div.buttons {
                            @for players in 2..=4 {
                                button.button type="submit" name="players" value=(players) { (words.with("players-count", [("count", players.into())])) }
                            }
                        }
                    }
                }
                form method="get" action="/sandbox" {
                    fieldset {
                        legend { (words.say("sandbox-paste")) }
                        label { span.hint { (words.say("sandbox-paste-how")) }
                            input #paste type="text" name="position" required maxlength="500" spellcheck="false" autocomplete="off" value=(text); }
                        button.button type="submit" { (words.say("sandbox-show")) }
                    }
                }
            }
        }
    }
}
