//! Siesta at a table: the board, the turn that is being laid, the result and the turns so far.

use game::Seat;
use maud::{Markup, html};
use siesta::{Cell, Content, Piece, Position, Turn};

use super::board::{self, Shown};
use super::draft::{Draft, Wish};
use super::laying::{self, Lines};
use super::parts;
use super::story::Story;
use super::words as say;
use crate::games::GameTable;
use crate::table::result::{
    departure_notes, departures, percentage, rating_change, result_buttons, winner_of_those_who_stayed,
};
use crate::table::{Hint, TablePage, hint_button};

/// Siesta on the page of a table.
pub(super) struct SiestaTable<'a> {
    page: &'a TablePage,
    position: &'a Position,
    /// The turn that is being laid; None unless the person is to move.
    draft: Option<Draft>,
}

impl<'a> SiestaTable<'a> {
    /// The game on this page; None if there is no game of Siesta.
    pub(super) fn of(page: &'a TablePage) -> Option<Self> {
        let position = page.state.as_ref()?.siesta()?;
        let mut wish = Wish::from(&page.query);
        if let Some(turn) = &page.refused_turn {
            wish.laid.clone_from(turn);
        }
        let draft = page.is_my_turn().then(|| Draft::of(position, &wish));
        Some(Self { page, position, draft })
    }

    /// The cells of the last turn.
    fn last_cells(&self) -> Vec<Cell> {
        let last = self.page.steps.last().and_then(|step| step.text.parse::<Turn>().ok());
        last.map(|turn| turn.iter().map(|placement| placement.cell).collect()).unwrap_or_default()
    }

    /// The board for those who are not to move.
    fn still_board(&self) -> Markup {
        let shown = Shown {
            board: self.position.board(),
            you: self.page.table.you,
            names: &self.page.names,
            last: self.last_cells(),
            fresh: Vec::new(),
            press: None,
            lines: Vec::new(),
            ghosts: Vec::new(),
        };
        html! { div.frame { (board::board(self.page.words, &shown)) } }
    }

    /// What the turn that is being laid gains, and the buttons to send it or to take pieces back.
    fn making(&self, draft: &Draft, reasons: &Lines) -> Markup {
        let page = self.page;
        let words = page.words;
        let laid = draft.laying.turn().len();
        let gains = say::gains(&page.names, &draft.laying.gains());
        html! {
            div.making data-ready=[draft.laying.is_complete().then_some("")] {
                @if let Some(refusal) = &draft.refusal {
                    p.refusal role="alert" { (say::refusal(words, &page.names, refusal)) }
                }
                div.gains aria-live="polite" {
                    @if laid == 0 {
                        p { strong { (words.say("your-turn")) } " " (words.say("your-turn-how")) }
                    } @else {
                        p { strong.unsent { (words.say("not-sent")) } " "
                            @if gains.is_empty() { (words.say("gains-nothing-yet")) } @else { (gains) } }
                        (laying::reasons(reasons, 0))
                    }
                    @if let Some(hint) = &page.hint { p.hint role="status" { (hint) } }
                }
                div.buttons {
                    (self.send_button(draft))
                    (laying::undo(words, &page.path(), draft))
                    (hint_button(page, &laying::state(draft)))
                }
            }
        }
    }

    fn send_button(&self, draft: &Draft) -> Markup {
        let page = self.page;
        let at = page.action_path("play");
        let question = page.confirm.then(|| page.words.say("confirm-send"));
        html! {
            form method="post" action=(at) hx-post=(at) hx-swap="none" hx-confirm=[question] {
                input type="hidden" name="seq" value=(page.table.seq);
                input type="hidden" name="move" value=(draft.laid());
                button #send.button.primary.sends type="submit" disabled[!draft.laying.is_complete()] {
                    span { (page.words.say("send")) } span { (page.words.say("sending")) }
                }
            }
        }
    }

    fn turn_status(&self) -> Markup {
        let name = self.page.names.of(self.position.mover()).to_owned();
        html! { p.status role="status" { (self.page.words.with("turn-of", [("name", name.into())])) } }
    }

    fn result(&self) -> Markup {
        let page = self.page;
        let outcome = self.position.outcome();
        html! {
            div.result role="status" {
                h2 {
                    @match &outcome {
                        Some(outcome) if departures(page).is_empty() => { (say::result(page.words, &page.names, outcome)) }
                        Some(_) | None => { (winner_of_those_who_stayed(page)) }
                    }
                }
                @if let Some(outcome) = &outcome {
                    p { (say::end(page.words, &page.names, outcome.end)) }
                }
                (departure_notes(page))
                (self.earned())
                (result_buttons(page, &html! {}))
            }
        }
    }

    /// What everybody earned, by how.
    fn earned(&self) -> Markup {
        let page = self.page;
        let words = page.words;
        let Some(story) = Story::of(self.position.variant(), &page.steps) else { return html! {} };
        html! {
            table.earned {
                caption.hidden { (words.say("earned-caption")) }
                thead { tr {
                    th scope="col" { (words.say("earned-player")) }
                    th scope="col" { (words.say("earned-siestas")) }
                    th scope="col" { (words.say("earned-doubles")) }
                    th scope="col" { (words.say("earned-total")) }
                    @if !page.accuracies.is_empty() { th scope="col" { (words.say("accuracy")) } }
                } }
                tbody {
                    @for (seat, earned) in Seat::ALL.into_iter().zip(&story.earned) {
                        tr {
                            th scope="row" { div { (self.token(seat)) span { (page.names.of(seat)) (rating_change(page, seat)) } } }
                            td { (earned.siestas) } td { (earned.doubles) }
                            td { strong { (earned.siestas + earned.doubles) } }
                            @if let Some(accuracy) = page.accuracies.get(seat.index()) {
                                td { (accuracy.map_or("–".to_owned(), percentage)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

impl GameTable for SiestaTable<'_> {
    fn play(&self) -> Markup {
        let page = self.page;
        let Some(draft) = &self.draft else {
            return html! {
                @if page.table.stage == club::Stage::Finished { (self.result()) }
                (self.still_board())
                @if page.table.stage == club::Stage::Playing { (self.turn_status()) }
            };
        };
        let reasons = say::reasons(page.words, &page.names, &draft.laying.reasons());
        html! {
            (laying::form(page.words, &page.path(), draft, &page.names, &reasons, self.last_cells()))
            (self.making(draft, &reasons))
        }
    }

    fn history(&self) -> Markup {
        let (words, names) = (self.page.words, &self.page.names);
        let story = Story::of(self.position.variant(), &self.page.steps);
        html! {
            section.turns {
                h2 { (words.say("turns")) }
                @match story {
                    Some(story) if !story.turns.is_empty() => {
                        ol.list data-follow tabindex="0" aria-label=(words.say("turns")) {
                            @for told in &story.turns {
                                li { span.{ "dot tone-" (told.seat) } {} span.text { (told.turn) }
                                    span.gain { (say::gains(names, &told.gains)) } }
                            }
                        }
                    }
                    _ => { p.empty { (words.say("turns-none")) } }
                }
            }
        }
    }

    fn token(&self, seat: Seat) -> Markup {
        board::drawing(Content::Roof(seat))
    }

    fn standing(&self, seat: Seat) -> String {
        let roofs = self.position.board().left(Piece::Roof, seat);
        self.page.words.with("roofs-left", [("count", i64::from(roofs).into())])
    }

    fn supply(&self) -> Markup {
        parts::supply(self.page.words, self.position)
    }

    fn unsent_query(&self) -> String {
        self.draft.as_ref().map(laying::query).unwrap_or_default()
    }

    fn hint(&self, hint: Hint, best: &str) -> Option<String> {
        let words = self.page.words;
        let turn: Turn = best.parse().ok()?;
        Some(match hint {
            Hint::Nudge => {
                let cell = turn.iter().last().map(|placement| placement.cell.to_string()).unwrap_or_default();
                let pieces: Vec<String> =
                    turn.iter().map(|placement| say::piece(words, placement.piece)).collect();
                words.with("hint-nudge", [("pieces", pieces.join(", ").into()), ("cell", cell.into())])
            }
            Hint::Answer => words.with("hint-answer", [("turn", turn.to_string().into())]),
        })
    }
}
