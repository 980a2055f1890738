//! ¡No Siesta! at a table: what is to be done, the dice, the farms, the score at the end and the steps so far.

use game::Seat;
use maud::{Markup, html};
use no_siesta::{Action, Phase, Position};

use super::draft::Draft;
use super::farm::{self, Shown};
use super::middle::Middle;
use super::shapes::disc;
use super::story::{Story, Told};
use super::words as say;
use super::{prompt, score};
use crate::games::GameTable;
use crate::table::result::{
    departure_notes, departures, percentage, rating_change, result_buttons, winner_of_those_who_stayed,
};
use crate::table::{Hint, TablePage, hint_button};

/// How many of the last steps are listed.
const MAX_STEPS_LISTED: usize = 60;

/// ¡No Siesta! on the page of a table.
pub(super) struct NoSiestaTable<'a> {
    page: &'a TablePage,
    position: &'a Position,
    /// What the person may do; None unless they are to act.
    draft: Option<Draft>,
}

impl<'a> NoSiestaTable<'a> {
    /// The game on this page; None if there is no game of ¡No Siesta!.
    pub(super) fn of(page: &'a TablePage) -> Option<Self> {
        let position = page.state.as_ref()?.no_siesta()?;
        let seat = page.table.you.filter(|_| page.is_my_turn());
        let draft = seat.map(|seat| Draft::of(position, seat, &(&page.query).into()));
        Some(Self { page, position, draft })
    }

    /// The farm that is open on the page: one's own, or for spectators that of who is to act.
    fn main_seat(&self) -> Seat {
        let position = self.position;
        let acting = position.players().seats().find(|seat| position.to_act().includes(*seat));
        self.page.table.you.or(acting).unwrap_or(position.start_player())
    }

    fn farm<'b>(&'b self, seat: Seat, here: &'b str) -> Shown<'b> {
        Shown {
            words: self.page.words,
            names: &self.page.names,
            position: self.position,
            seat,
            draft: self.draft.as_ref().filter(|draft| draft.seat == seat),
            here,
        }
    }

    fn middle(&self) -> Middle<'_> {
        Middle {
            words: self.page.words,
            names: &self.page.names,
            position: self.position,
            draft: self.draft.as_ref(),
        }
    }

    fn farm_title(&self, seat: Seat) -> String {
        self.page.words.with("farm-of", [("name", self.page.names.of(seat).to_owned().into())])
    }

    /// The farms of the others, folded, with what they are close to.
    fn other_farms(&self, main: Seat) -> Markup {
        let here = self.page.path();
        html! {
            div.others {
                @for seat in self.position.players().seats().filter(|seat| *seat != main) {
                    @let other = self.farm(seat, &here);
                    @let close = other.close_to();
                    details.other data-keep={ "farm-" (seat) } {
                        summary {
                            (disc(seat)) strong { (self.farm_title(seat)) }
                            @if !close.is_empty() { span.note { (close.join(" · ")) } }
                        }
                        (other.revenue())
                        (other.sheet())
                    }
                }
            }
        }
    }

    /// The task of who is to act, or whom the others wait for.
    fn status(&self) -> Markup {
        let page = self.page;
        let words = page.words;
        let Some(draft) = &self.draft else {
            return html! {
                div.making {
                    (self.round())
                    p.status role="status" { (say::phase(words, &page.names, self.position)) }
                }
            };
        };
        let scores = matches!(self.position.phase(), Phase::Score(..));
        html! {
            div.making data-ready {
                (self.round())
                div.gains aria-live="polite" {
                    p #task tabindex="-1" { strong { (words.say("your-turn")) } " " (prompt::task(words, self.position, draft)) }
                    @if let Some(hint) = &page.hint { p.hint role="status" { (hint) } }
                }
                div.buttons {
                    @if scores { (self.undo_button(draft.seat)) }
                    @if draft.has(Action::Done) { (self.done_button(draft)) }
                    (hint_button(page, &html! {}))
                }
            }
        }
    }

    fn round(&self) -> Markup {
        let (words, position) = (self.page.words, self.position);
        html! {
            p.round {
                (words.with("round", [("number", i64::from(position.round()).into())]))
                @if position.players().count() > 1 {
                    " · " (words.with("start-player", [("name", self.page.names.of(position.start_player()).to_owned().into())]))
                }
            }
        }
    }

    /// The button that takes back one's last step; disabled if there is none since the last dice or draw.
    fn undo_button(&self, seat: Seat) -> Markup {
        let words = self.page.words;
        let at = self.page.action_path("takeback");
        let since_chance = self.page.steps.iter().rev().take_while(|step| step.seat.is_some());
        let none = !since_chance.into_iter().any(|step| step.seat == Some(seat));
        html! {
            form method="post" action=(at) hx-post=(at) hx-swap="none" {
                button #undo.button type="submit" data-key="Backspace" disabled[none]
                    title=[none.then(|| words.say("undo-limit"))] { (words.say("undo-step")) }
            }
        }
    }

    /// The button that ends the scoring phase, with what would be lost.
    fn done_button(&self, draft: &Draft) -> Markup {
        let page = self.page;
        let words = page.words;
        let at = page.action_path("play");
        let lost = farm::lost_at_the_end(words, self.position.farm(draft.seat)).join(", ");
        let losing = (!lost.is_empty()).then(|| words.with("done-loses", [("what", lost.into())]));
        let question = losing
            .clone()
            .filter(|_| farm::could_spend(draft))
            .or_else(|| page.confirm.then(|| words.say("confirm-done")));
        html! {
            form.end method="post" action=(at) hx-post=(at) hx-swap="none" hx-confirm=[question] {
                input type="hidden" name="seq" value=(page.table.seq);
                button #done.button.primary.sends type="submit" name="move" value=(Action::Done) data-key="e" {
                    span { (words.say("done-scoring")) } span { (words.say("sending")) }
                }
                @if let Some(losing) = losing { span.note.losing { (losing) } }
            }
        }
    }

    fn result(&self) -> Markup {
        let page = self.page;
        let words = page.words;
        html! {
            div.result role="status" {
                h2 {
                    @if self.position.phase() == Phase::Over && departures(page).is_empty() { (say::result(words, &page.names, self.position)) }
                    @else { (winner_of_those_who_stayed(page)) }
                }
                (departure_notes(page))
                (score::sheet(words, &page.names, self.position, |seat| html! {
                    (rating_change(page, seat))
                    @if let Some(Some(accuracy)) = page.accuracies.get(seat.index()) {
                        br; small.change { (words.say("accuracy")) " " (percentage(*accuracy)) }
                    }
                }))
                (result_buttons(page, &html! {
                    a.button.quiet href=(page.action_path("verify")) { (words.say("verify")) }
                }))
            }
        }
    }

    /// A step of the list.
    fn step(&self, told: &Told) -> Markup {
        let (words, names) = (self.page.words, &self.page.names);
        html! {
            li.chance[told.seat().is_none()] {
                @match told.seat() {
                    Some(seat) => { span.{ "dot tone-" (seat) } {} }
                    None => { span.dot {} }
                }
                span.did { @if let Some(seat) = told.seat() { span.hidden { (names.of(seat)) ": " } } (told.text(words, names)) }
                @if told.gain != 0 { span.gain { (format!("{:+}", told.gain)) } }
            }
        }
    }
}

impl GameTable for NoSiestaTable<'_> {
    fn play(&self) -> Markup {
        let page = self.page;
        let (here, at) = (page.path(), page.action_path("play"));
        let (main, middle) = (self.main_seat(), self.middle());
        let farm = self.farm(main, &here);
        html! {
            @if page.table.stage == club::Stage::Finished { (self.result()) }
            @else { (self.status()) }
            form #acts.no-siesta method="post" action=(at) hx-post=(at) hx-swap="none" {
                input type="hidden" name="seq" value=(page.table.seq);
                @match &self.draft {
                    Some(draft) => { (prompt::choices(page.words, &page.names, self.position, draft)) }
                    None => { (middle.tray()) }
                }
                h2.farm-of { (disc(main)) (self.farm_title(main)) }
                (farm.revenue())
                (farm.sheet())
                div.middle {
                    (middle.track())
                    (middle.market())
                    (middle.rival())
                    (middle.display())
                }
            }
            (self.other_farms(main))
        }
    }

    /// The last steps, and the way to check that chance was fair.
    fn history(&self) -> Markup {
        let words = self.page.words;
        let story = Story::of(self.position.variant(), &self.page.steps);
        html! {
            section.turns.steps-taken {
                h2 { (words.say("steps")) }
                @match &story {
                    Some(story) if !story.steps.is_empty() => {
                        ol.list data-follow tabindex="0" aria-label=(words.say("steps")) {
                            @for told in story.steps.iter().skip(story.steps.len().saturating_sub(MAX_STEPS_LISTED)) {
                                (self.step(told))
                            }
                        }
                    }
                    _ => { p.empty { (words.say("turns-none")) } }
                }
                p.fair { a href=(self.page.action_path("verify")) { (words.say("fair-dice")) } }
            }
        }
    }

    fn token(&self, seat: Seat) -> Markup {
        disc(seat)
    }

    /// The place on the track and the discs in stock, or that the player scores now.
    fn standing(&self, seat: Seat) -> String {
        let (words, farm) = (self.page.words, self.position.farm(seat));
        if matches!(self.position.phase(), Phase::Score(other, _) if other == seat) {
            return words.say("standing-scores");
        }
        words.with(
            "standing",
            [("track", i64::from(farm.track()).into()), ("stock", i64::from(farm.stock()).into())],
        )
    }

    fn supply(&self) -> Markup {
        html! {}
    }

    fn unsent_query(&self) -> String {
        self.draft.as_ref().map(Draft::query).unwrap_or_default()
    }

    fn hint(&self, hint: Hint, best: &str) -> Option<String> {
        let (words, names) = (self.page.words, &self.page.names);
        let action: Action = best.parse().ok()?;
        // An action without a place of its own has no nudge.
        let area = say::area(words, &action).filter(|_| hint == Hint::Nudge);
        Some(match area {
            Some(area) => words.with("hint-area", [("area", area.into())]),
            None => {
                let turn = say::action(words, names, self.position.sheet(), &action);
                words.with("hint-answer", [("turn", turn.into())])
            }
        })
    }
}
