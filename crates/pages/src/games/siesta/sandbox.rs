//! The sandbox of Siesta: any position, all sides played by whoever looks, and the engine to ask.

use bots::Judged;
use maud::{Markup, html};
use siesta::{Position, Turn};

use super::board::{self, Press, Shown};
use super::choices::{self, Choice};
use super::draft::{Draft, Wish};
use super::laying::{self, Lines};
use super::line::{Line, LineError, LineQuery};
use super::words as siesta_words;
use super::{parts, picture};
use crate::names::Names;
use crate::part::Part;
use crate::words::Words;

/// How many turns of the engine are shown.
const MAX_BEST: usize = 3;

/// The page of a position to try turns in.
pub struct Sandbox {
    words: Words,
    names: Names,
    line: Line,
    /// What is wrong with the line of the address.
    error: Option<LineError>,
    /// What the address calls the position, as it was sent.
    position_text: String,
    /// The turn in the making; `None` once the game is over.
    draft: Option<Draft>,
    /// The turns that the engine found best; `None` if it was not asked.
    best: Option<Vec<Choice>>,
}

/// The position that a query describes as an SVG file.
pub fn position_picture(query: &LineQuery) -> Result<String, LineError> {
    match Line::read(query) {
        (line, None) => Ok(picture::picture(&line.now)),
        (_, Some(error)) => Err(error),
    }
}

impl Sandbox {
    /// The line of the query with a turn in the making.
    pub fn new(words: Words, query: &LineQuery, wish: &Wish) -> Self {
        let (line, error) = Line::read(query);
        let names = Names::of_letters(words, line.now.players());
        let draft = line.now.end().is_none().then(|| Draft::of(&line.now, wish));
        let position_text = query.position.clone().unwrap_or_default();
        Self { words, names, line, error, position_text, draft, best: None }
    }

    /// The position for the engine to look at; `None` if the address is wrong.
    pub fn position(&self) -> Option<&Position> {
        self.error.is_none().then_some(&self.line.now)
    }

    /// Adds what the engine thinks of the turns, the best first.
    pub fn set_judged(&mut self, judged: &[Judged<Turn>]) {
        let mut sets: Vec<Turn> = Vec::new();
        let mut best = Vec::new();
        for judged in judged {
            // The same pieces laid in another order are the same turn.
            if sets.len() < MAX_BEST && !sets.contains(&judged.action.set()) {
                sets.push(judged.action.set());
                best.extend(Choice::of(self.words, &self.names, &self.line.now, judged));
            }
        }
        self.best = Some(best);
    }

    /// The title of the page.
    pub fn title(&self) -> String {
        self.words.say("sandbox-title")
    }

    /// All of the page below the navigation of the site.
    pub fn body(&self) -> Markup {
        html! {
            (board::drawings())
            div.sandbox-head { h1 { (self.title()) } p.hint { (self.words.say("sandbox-what")) } }
            (self.part())
            (self.start_forms())
        }
    }

    /// The turns that the engine found best.
    fn best(&self) -> &[Choice] {
        self.best.as_deref().unwrap_or_default()
    }

    /// The address of the page with the turn in the making.
    fn address(&self) -> String {
        match &self.draft {
            Some(draft) if !draft.laid().is_empty() => {
                format!("{}&{}", self.line.address(), laying::query(draft))
            }
            Some(_) | None => self.line.address(),
        }
    }

    /// The page after a press, with the address that shows it again.
    pub fn update(&self) -> Part {
        Part::at(self.address(), self.part())
    }

    /// What changes with every press.
    fn part(&self) -> Markup {
        let words = self.words;
        html! {
            div #sandbox.table.sandbox hx-target:inherited="#sandbox" hx-swap:inherited="outerMorph" {
                section.play aria-label=(words.say("play-label")) {
                    div #alert.alert aria-live="assertive" {
                        @if let Some(error) = &self.error { p role="alert" { (self.error_words(error)) } }
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

    fn error_words(&self, error: &LineError) -> String {
        let words = self.words;
        match error {
            LineError::Position(error) => siesta_words::wrong_position(words, error),
            LineError::Turn(number, _) => words.with("sandbox-unreadable", [("number", (*number).into())]),
            LineError::Illegal(number, refusal) => {
                let why = siesta_words::refusal(words, &self.names, refusal);
                words.with("sandbox-illegal", [("number", (*number).into()), ("why", why.into())])
            }
            LineError::TooMany => words.say("sandbox-too-many"),
        }
    }

    /// The hidden fields that every form of the page sends.
    fn fields(&self) -> Markup {
        html! { @for (name, value) in self.line.fields() { input type="hidden" name=(name) value=(value); } }
    }

    /// The board, with the result of the game or with the turn in the making.
    fn board(&self) -> Markup {
        match &self.draft {
            Some(draft) => self.open_board(draft),
            None => self.final_board(),
        }
    }

    /// The board without anything to press.
    fn still_board(&self) -> Shown<'_> {
        let ghosts = choices::ghosts(self.best());
        let mut lines = vec![Vec::new(); self.best().len()];
        for (index, cell, _) in &ghosts {
            lines[*index].push(*cell);
        }
        Shown {
            board: self.line.now.board(),
            you: None,
            names: &self.names,
            last: self.line.last(),
            fresh: Vec::new(),
            press: None,
            lines,
            ghosts,
        }
    }

    /// The board of a game that is over.
    fn final_board(&self) -> Markup {
        let words = self.words;
        html! {
            @if let Some(outcome) = self.line.now.outcome() {
                div.result role="status" {
                    h2 { (siesta_words::result(words, &self.names, &outcome)) }
                    p { (siesta_words::end(words, &self.names, outcome.end)) }
                    div.buttons { (self.take_back()) }
                }
            }
            div.frame { (board::board(words, &self.still_board())) }
        }
    }

    /// The board to press, with the turn in the making.
    fn open_board(&self, draft: &Draft) -> Markup {
        let words = self.words;
        let reasons = siesta_words::reasons(words, &self.names, &draft.laying.reasons());
        let does = words.with("cell-lay", [("piece", siesta_words::piece(words, draft.piece).into())]);
        let mut shown = Shown {
            board: draft.laying.board(),
            fresh: draft.cells(),
            press: Some(Press { offers: draft.offers.clone(), does }),
            ..self.still_board()
        };
        shown.lines.extend(reasons.iter().map(|(_, cells)| cells.clone()));
        html! {
            form #laying method="get" action="/sandbox" hx-get="/sandbox" {
                (self.fields())
                (laying::state(draft))
                div.frame { (board::board(words, &shown)) }
                (laying::palette(words, draft))
            }
            (self.turn_so_far(draft, &reasons))
        }
    }

    /// What the turn in the making gains and why, and the buttons to play it and to take back.
    fn turn_so_far(&self, draft: &Draft, reasons: &Lines) -> Markup {
        let words = self.words;
        let gains = siesta_words::gains(&self.names, &draft.laying.gains());
        let mover = self.names.of(self.line.now.mover()).to_owned();
        let played = self.line.with(&draft.laying.turn()).map(|line| line.address());
        html! {
            div.making {
                @if let Some(refusal) = &draft.refusal {
                    p.refusal role="alert" { (siesta_words::refusal(words, &self.names, refusal)) }
                }
                div.gains aria-live="polite" {
                    p { strong { (words.with("sandbox-turn-of", [("name", mover.into())])) } " "
                        @if draft.laid().is_empty() { (words.say("your-turn-how")) }
                        @else if gains.is_empty() { (words.say("gains-nothing-yet")) }
                        @else { (gains) } }
                    (laying::reasons(reasons, self.best().len()))
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

    /// A link that takes back the last turn of the line.
    fn take_back(&self) -> Markup {
        html! {
            @if let Some(line) = self.line.without_last() {
                a #back.button.quiet href=(line.address()) hx-get=(line.address()) { (self.words.say("sandbox-back")) }
            }
        }
    }

    /// The button that asks the engine, and what it answered.
    fn engine(&self) -> Markup {
        let words = self.words;
        let play = |turn: &Turn| self.line.with(turn).map(|line| line.address()).unwrap_or_default();
        html! {
            section.engine {
                @if let Some(draft) = &self.draft {
                    form method="post" action="/sandbox/best" hx-post="/sandbox/best" {
                        (self.fields())
                        (laying::state(draft))
                        button #best.button.yields type="submit" { (words.say("sandbox-ask")) }
                    }
                }
                div aria-live="polite" {
                    @if self.best.as_ref().is_some_and(Vec::is_empty) { p.empty { (words.say("sandbox-nothing")) } }
                    @if !self.best().is_empty() {
                        h2 { (words.say("best-turns")) }
                        (choices::best_turns(words, self.best(), &words.say("sandbox-play"), play))
                    }
                }
            }
        }
    }

    /// The turns of the line, numbered as in the game.
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

    /// The notation of the position, and where to go with it.
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

    /// The forms that start with another position.
    fn start_forms(&self) -> Markup {
        let words = self.words;
        let text = if self.error.is_some() { self.position_text.as_str() } else { "" };
        html! {
            details.begin open[self.error.is_some()] {
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
