//! Another line from a moment of a finished game of ¡No Siesta!: press for everybody, and ask the engine.
//!
//! The steps are in the address. Chance falls anew, the same for the same line.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderValue;
use axum::response::{Html, IntoResponse, Response};
use bots::Judged;
use bots::no_siesta::judge;
use club::TableId;
use game::{Random, Seat, ToAct};
use maud::{Markup, html};
use no_siesta::{Action, Position};
use serde::Deserialize;

use super::{Story, finished, nothing_to_see};
use crate::api::body::{InPath, InQuery};
use crate::api::problem::Problem;
use crate::app::App;
use crate::site::play::think;
use crate::site::shell;
use crate::site::visitor::Visitor;
use pages::address::encoded;
use pages::advice;
use pages::games::no_siesta::draft::{self as choice, Draft as Choice};
use pages::games::no_siesta::farm::Shown;
use pages::games::no_siesta::middle::Middle;
use pages::games::no_siesta::shapes::{self, disc};
use pages::games::no_siesta::words as say;
use pages::games::no_siesta::{prompt, score};
use pages::names::Names;
use pages::words::Words;

/// How long the engine thinks.
const THINKS: Duration = Duration::from_secs(1);
/// How many of the best are shown.
const SHOWN: usize = 3;
/// More steps than anybody tries.
const MOST_STEPS: usize = 300;

/// What the address says.
#[derive(Deserialize, Default)]
pub(super) struct Asked {
    /// After how many steps of the game the line begins.
    #[serde(default)]
    turn: String,
    /// The steps of players since then.
    #[serde(default)]
    done: String,
    /// One more.
    #[serde(default, rename = "move")]
    step: Option<String>,
    /// Whether the engine is asked.
    #[serde(default)]
    engine: Option<String>,
    #[serde(flatten)]
    choosing: choice::Wish,
}

/// A line from a moment of a game.
struct Line {
    actions: Vec<Action>,
    now: Position,
}

impl Line {
    /// The line as far as the rules allow it.
    fn of(start: Position, steps: &str) -> Self {
        let mut line = Self { actions: Vec::new(), now: start };
        line.chance();
        for step in steps.split("; ").filter(|step| !step.is_empty()).take(MOST_STEPS) {
            let Ok(action) = step.parse() else { break };
            if !line.act(&action) {
                break;
            }
        }
        line
    }

    fn act(&mut self, action: &Action) -> bool {
        let done = self.seat().is_some_and(|seat| self.now.play(seat, action).is_ok());
        if done {
            self.actions.push(*action);
            self.chance();
        }
        done
    }

    /// Lets chance act as long as it is to.
    fn chance(&mut self) {
        let mut random = Random::new(self.actions.len() as u64);
        while self.now.to_act() == ToAct::Chance {
            let mut outcomes = Vec::new();
            self.now.chances(&mut outcomes);
            let Some(outcome) = random.pick_weighted(&outcomes) else { return };
            if self.now.happen(outcome).is_err() {
                return;
            }
        }
    }

    /// Who acts next; of several at once the first.
    fn seat(&self) -> Option<Seat> {
        self.now.players().seats().find(|seat| self.now.to_act().includes(*seat))
    }

    /// All steps but the last so many, as an address has them.
    fn text(&self, but: usize) -> String {
        let kept = self.actions.len().saturating_sub(but);
        self.actions[..kept].iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InQuery(asked): InQuery<Asked>,
) -> Result<Response, Problem> {
    let (names, story) = match finished(&app, &visitor, id).await? {
        Some((names, Story::NoSiesta(story))) => (names, story),
        Some((_, Story::Siesta(_))) | None => return Err(nothing_to_see()),
    };
    let turn = asked.turn.parse().unwrap_or(0).min(story.steps.len());
    let mut line = Line::of(*story.position(turn), &asked.done);
    if let Some(action) = asked.step.as_ref().and_then(|step| step.parse().ok()) {
        line.act(&action);
    }
    let choice = line.seat().map(|seat| Choice::of(&line.now, seat, &asked.choosing));
    let judged = match (&choice, &asked.engine) {
        (Some(choice), Some(_)) => think(&app, judge, line.now, choice.seat, THINKS).await?,
        (_, _) => Vec::new(),
    };
    let page = LinePage { words: visitor.words(), id, turn, names, line, choice, judged };
    if visitor.look.part {
        let mut response = Html(page.part(Some("outerMorph")).into_string()).into_response();
        if let Ok(here) = HeaderValue::try_from(page.address(0)) {
            response.headers_mut().insert("hx-replace-url", here);
        }
        return Ok(response);
    }
    let title = page.words.say("explore");
    let body = html! { (shapes::drawings()) h1.hidden { (title) } (page.part(None)) };
    Ok(shell::page(&visitor, &title, &body).into_response())
}

struct LinePage {
    words: Words,
    id: TableId,
    turn: usize,
    names: Names,
    line: Line,
    choice: Option<Choice>,
    judged: Vec<Judged<Action>>,
}

impl LinePage {
    fn path(&self) -> String {
        format!("/t/{}/replay/line", self.id)
    }

    /// The line without its last so many steps.
    fn address(&self, but: usize) -> String {
        format!("{}?turn={}&done={}", self.path(), self.turn, encoded(&self.line.text(but)))
    }

    fn part(&self, swap: Option<&str>) -> Markup {
        let words = self.words;
        let position = &self.line.now;
        let here = self.address(0);
        let main = self.line.seat().unwrap_or(position.start_player());
        let choice = self.choice.as_ref();
        let shown = Shown { words, names: &self.names, position, seat: main, draft: choice, here: &here };
        let middle = Middle { words, names: &self.names, position, draft: choice };
        html! {
            div #line.table.replay hx-swap-oob=[swap] {
                section.play aria-label=(words.say("play-label")) {
                    (self.now())
                    form #acts.no-siesta method="get" action=(self.path()) hx-get=(self.path()) hx-swap="none" hx-sync="this:replace" {
                        input type="hidden" name="turn" value=(self.turn);
                        input type="hidden" name="done" value=(self.line.text(0));
                        @if let Some(choice) = choice { (prompt::choices(words, &self.names, position, choice)) }
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

    /// What is to be done, and the way back.
    fn now(&self) -> Markup {
        let words = self.words;
        let back = self.address(1);
        html! {
            div.making {
                p.round { (words.with("line-from", [("number", self.turn.into())])) " · "
                    (words.with("round", [("number", i64::from(self.line.now.round()).into())])) }
                p #task tabindex="-1" aria-live="polite" {
                    @match &self.choice {
                        Some(choice) => {
                            strong { (self.names.of(choice.seat)) } ": " (prompt::task(words, &self.line.now, choice))
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
                    @if self.choice.as_ref().is_some_and(|choice| choice.has(Action::Done)) {
                        button #done.button.primary type="submit" form="acts" name="move" value=(Action::Done) data-key="e" { (words.say("done-scoring")) }
                    }
                    a.button.quiet href={ "/t/" (self.id) "/replay?turn=" (self.turn) } { (words.say("replay")) }
                }
                p.note { (words.say("line-what")) }
            }
        }
    }

    /// What the engine would do.
    fn engine(&self) -> Markup {
        let words = self.words;
        let ask = format!("{}&engine=1", self.address(0));
        html! {
            section.engine aria-label=(words.say("analysis")) {
                h2 { (words.say("analysis")) }
                @if self.choice.is_some() {
                    a #ask.button href=(ask) hx-get=(ask) hx-swap="none" { (words.say("sandbox-ask")) }
                }
                @if !self.judged.is_empty() {
                    ol.choices-list {
                        @for (index, judged) in self.judged.iter().take(SHOWN).enumerate() {
                            li {
                                span.rank { (index + 1) }
                                strong { (say::action(words, &self.names, self.line.now.sheet(), &judged.action)) }
                                span.expected title=(words.say("expected")) { (advice::margin(words, judged.score)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Players;
    use no_siesta::{Mode, Variant};

    use super::*;

    fn start() -> Position {
        Position::start(Variant::new(Players::TWO, Mode::Standard).unwrap())
    }

    #[test]
    fn the_same_line_has_the_same_dice_and_what_the_rules_refuse_ends_it() {
        let line = Line::of(start(), "");
        let mut actions = Vec::new();
        line.now.actions(line.seat().unwrap(), &mut actions);
        let steps = actions[0].to_string();
        let (one, other) = (Line::of(start(), &steps), Line::of(start(), &steps));
        assert_eq!((one.actions.len(), one.now == other.now), (1, true));
        assert_eq!(Line::of(start(), &format!("{steps}; nonsense; {steps}")).actions.len(), 1);
        assert_eq!(Line::of(start(), "market helpers").actions.len(), 0);
    }

    #[test]
    fn a_line_can_be_followed_to_the_end() {
        let mut line = Line::of(start(), "");
        let mut random = Random::new(2);
        let mut steps = Vec::new();
        while let Some(seat) = line.seat() {
            let mut actions = Vec::new();
            line.now.actions(seat, &mut actions);
            let action = actions[random.below(actions.len() as u32) as usize];
            assert!(line.act(&action));
            steps.push(action.to_string());
        }
        assert_eq!(line.now.to_act(), ToAct::Over);
        let again = Line::of(start(), &steps[..MOST_STEPS.min(steps.len())].join("; "));
        assert_eq!(again.actions, line.actions[..again.actions.len()]);
        assert_eq!(again.text(again.actions.len()), "");
    }
}
