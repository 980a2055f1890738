//! ¡No Siesta! at a table: what is to be done, the dice, the farms, the score at the end, the steps.

use game::Seat;
use maud::{Markup, html};
use no_siesta::{Action, Phase, Position, Scoring};

use crate::site::table::TablePage;
use pages::games::no_siesta::choice::Choice;
use pages::games::no_siesta::farm::{self, Shown};
use pages::games::no_siesta::middle::Middle;
use pages::games::no_siesta::shapes::disc;
use pages::games::no_siesta::story::Story;
use pages::games::no_siesta::words as say;
use pages::games::no_siesta::{prompt, score};

/// How many of the last steps are listed.
const LISTED: usize = 60;

impl TablePage {
    pub(crate) fn no_siesta(&self, position: &Position) -> Markup {
        let words = self.words;
        let here = self.here();
        let choice = self.choice.as_ref();
        let middle = Middle { words, names: &self.names, position, choice };
        let shown = |seat: Seat| Shown {
            words,
            names: &self.names,
            position,
            seat,
            choice: choice.filter(|choice| choice.seat == seat),
            here: &here,
        };
        let acting = position.players().seats().find(|seat| position.to_act().includes(*seat));
        let main = self.you().or(acting).unwrap_or(position.start_player());
        html! {
            @if self.table.stage == club::Stage::Finished { (self.final_score(position)) }
            @else { (self.now(position)) }
            form #acts.no-siesta method="post" action=(self.at("play")) hx-post=(self.at("play")) hx-swap="none" {
                input type="hidden" name="seq" value=(self.table.seq);
                @match choice {
                    Some(choice) => {
                        (prompt::choices(words, &self.names, position, choice))
                    }
                    None => { (middle.tray()) }
                }
                h2.farm-of { (disc(main)) (words.with("farm-of", [("name", self.names.of(main).to_owned().into())])) }
                (shown(main).revenue())
                (shown(main).sheet())
                div.middle {
                    (middle.track())
                    (middle.market())
                    (middle.rival())
                    (middle.display())
                }
            }
            div.others {
                @for seat in position.players().seats().filter(|seat| *seat != main) {
                    @let other = shown(seat);
                    @let close = other.close_to();
                    details.other data-keep={ "farm-" (seat) } {
                        summary {
                            (disc(seat)) strong { (words.with("farm-of", [("name", self.names.of(seat).to_owned().into())])) }
                            @if !close.is_empty() { span.note { (close.join(" · ")) } }
                        }
                        (other.revenue())
                        (other.sheet())
                    }
                }
            }
        }
    }

    /// What is going on: the task of who is to act, or whom the others wait for.
    fn now(&self, position: &Position) -> Markup {
        let words = self.words;
        let Some(choice) = &self.choice else {
            return html! {
                div.making {
                    (self.round(position))
                    p.status role="status" { (say::phase(words, &self.names, position)) }
                }
            };
        };
        let scores = matches!(position.phase(), Phase::Score(..));
        html! {
            div.making data-ready {
                (self.round(position))
                div.gains aria-live="polite" {
                    p #task tabindex="-1" { strong { (words.say("your-turn")) } " " (prompt::task(words, position, choice)) }
                    @if let Some(hint) = &self.hint { p.hint role="status" { (hint) } }
                }
                div.buttons {
                    @if scores { (self.undo(choice.seat)) }
                    @if choice.has(Action::Done) { (self.done(position, choice)) }
                    (self.hint_button(&html! {}))
                }
            }
        }
    }

    fn round(&self, position: &Position) -> Markup {
        let words = self.words;
        html! {
            p.round {
                (words.with("round", [("number", i64::from(position.round()).into())]))
                @if position.players().count() > 1 {
                    " · " (words.with("start-player", [("name", self.names.of(position.start_player()).to_owned().into())]))
                }
            }
        }
    }

    /// The button that takes back one's last step, as far as chance has not spoken.
    fn undo(&self, seat: Seat) -> Markup {
        let words = self.words;
        let since_chance = self.steps.iter().rev().take_while(|step| step.seat.is_some());
        let none = !since_chance.into_iter().any(|step| step.seat == Some(seat));
        html! {
            form method="post" action=(self.at("takeback")) hx-post=(self.at("takeback")) hx-swap="none" {
                button #undo.button type="submit" data-key="Backspace" disabled[none]
                    title=[none.then(|| words.say("undo-limit"))] { (words.say("undo-step")) }
            }
        }
    }

    /// The button that ends the scoring phase, with what would be lost.
    fn done(&self, position: &Position, choice: &Choice) -> Markup {
        let words = self.words;
        let lost = farm::lost_at_the_end(words, position.farm(choice.seat)).join(", ");
        let losing = (!lost.is_empty()).then(|| words.with("done-loses", [("what", lost.into())]));
        let ask = losing
            .clone()
            .filter(|_| farm::could_spend(choice))
            .or_else(|| self.confirm.then(|| words.say("confirm-done")));
        html! {
            form.end method="post" action=(self.at("play")) hx-post=(self.at("play")) hx-swap="none" hx-confirm=[ask] {
                input type="hidden" name="seq" value=(self.table.seq);
                button #done.button.primary type="submit" name="move" value=(Action::Done) data-key="e" { (words.say("done-scoring")) }
                @if let Some(losing) = losing { span.note.losing { (losing) } }
            }
        }
    }

    fn final_score(&self, position: &Position) -> Markup {
        let words = self.words;
        html! {
            div.result role="status" {
                h2 {
                    @if position.phase() == Phase::Over && self.departures().is_empty() { (say::result(words, &self.names, position)) }
                    @else { (self.first_of_those_who_stayed()) }
                }
                (self.who_left())
                (score::sheet(words, &self.names, position, |seat| html! {
                    (self.rating_change(seat))
                    @if let Some(Some(accuracy)) = self.accuracies.get(seat.index()) {
                        br; small.change { (words.say("accuracy")) " " (format!("{accuracy:.0} %")) }
                    }
                }))
                (self.result_buttons(&html! {
                    a.button.quiet href=(self.at("verify")) { (words.say("verify")) }
                }))
            }
        }
    }

    /// The last steps, and the hash of the seed from which all chance comes.
    pub(crate) fn steps_taken(&self, position: &Position) -> Markup {
        let words = self.words;
        let story = Story::of(position.variant(), &self.steps);
        html! {
            section.turns.steps-taken {
                h2 { (words.say("steps")) }
                @match &story {
                    Some(story) if !story.steps.is_empty() => {
                        ol.list data-follow tabindex="0" aria-label=(words.say("steps")) {
                            @for told in story.steps.iter().skip(story.steps.len().saturating_sub(LISTED)) {
                                li.chance[told.seat().is_none()] {
                                    @match told.seat() {
                                        Some(seat) => { span.{ "dot tone-" (seat) } {} }
                                        None => { span.dot {} }
                                    }
                                    span.did { @if let Some(seat) = told.seat() { span.hidden { (self.names.of(seat)) ": " } } (told.text(words, &self.names)) }
                                    @if told.gain != 0 { span.gain { (format!("{:+}", told.gain)) } }
                                }
                            }
                        }
                    }
                    _ => { p.empty { (words.say("turns-none")) } }
                }
                p.fair { a href=(self.at("verify")) { (words.say("fair-dice")) } }
            }
        }
    }

    /// Discs and roofs, beside the name.
    pub(crate) fn standing(&self, position: &Position, seat: Seat) -> String {
        let (words, farm) = (self.words, position.farm(seat));
        let scoring = matches!(position.phase(), Phase::Score(other, Scoring::Open | Scoring::Draw | Scoring::Keep(..)
            | Scoring::Market | Scoring::Choose | Scoring::Move(_)) if other == seat);
        if scoring {
            return words.say("standing-scores");
        }
        words.with(
            "standing",
            [("track", i64::from(farm.track()).into()), ("stock", i64::from(farm.stock()).into())],
        )
    }
}
