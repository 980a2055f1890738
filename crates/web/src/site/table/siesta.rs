//! Siesta at a table: the board, a turn in the making, the result, the turns.

use game::Seat;
use maud::{Markup, html};
use siesta::Content;

use crate::site::table::TablePage;
use pages::games::siesta::board::{self, Shown};
use pages::games::siesta::draft::Draft;
use pages::games::siesta::laying::{self, Lines};
use pages::games::siesta::story::Story;
use pages::games::siesta::words as siesta_words;

impl TablePage {
    pub(crate) fn siesta(&self, position: &siesta::Position) -> Markup {
        let words = self.words;
        let last: Vec<_> = self
            .steps
            .last()
            .and_then(|step| step.text.parse::<siesta::Turn>().ok())
            .map(|turn| turn.iter().map(|placement| placement.cell).collect())
            .unwrap_or_default();
        let Some(draft) = &self.draft else {
            let shown = Shown {
                board: position.board(),
                you: self.you(),
                names: &self.names,
                last,
                fresh: Vec::new(),
                press: None,
                lines: Vec::new(),
                ghosts: Vec::new(),
            };
            return html! {
                @if self.table.stage == club::Stage::Finished { (self.result(position)) }
                div.frame { (board::board(words, &shown)) }
                @if self.table.stage == club::Stage::Playing { (self.turn_status(position)) }
            };
        };
        let reasons = siesta_words::reasons(words, &self.names, &draft.laying.reasons());
        let here = self.here();
        html! {
            (laying::form(words, &here, draft, &self.names, &reasons, last))
            (self.making(draft, &reasons))
        }
    }

    /// The turn in the making: what it gains, and the button to send it.
    fn making(&self, draft: &Draft, reasons: &Lines) -> Markup {
        let words = self.words;
        let laid = draft.laying.turn().len();
        let gains = siesta_words::gains(&self.names, &draft.laying.gains());
        let here = self.here();
        let ready = draft.laying.is_complete();
        let ask = self.confirm.then(|| words.say("confirm-send"));
        html! {
            div.making data-ready=[ready.then_some("")] {
                @if let Some(refusal) = &draft.refusal {
                    p.refusal role="alert" { (siesta_words::refusal(words, &self.names, refusal)) }
                }
                div.gains aria-live="polite" {
                    @if laid == 0 {
                        p { strong { (words.say("your-turn")) } " " (words.say("your-turn-how")) }
                    } @else {
                        p { strong.unsent { (words.say("not-sent")) } " "
                            @if gains.is_empty() { (words.say("gains-nothing-yet")) } @else { (gains) } }
                        (laying::reasons(reasons, 0))
                    }
                    @if let Some(hint) = &self.hint { p.hint role="status" { (hint) } }
                }
                div.buttons {
                    form method="post" action=(self.at("play")) hx-post=(self.at("play")) hx-swap="none" hx-confirm=[ask] {
                        input type="hidden" name="seq" value=(self.table.seq);
                        input type="hidden" name="move" value=(draft.laid());
                        button #send.button.primary type="submit" disabled[!ready] { (words.say("send")) }
                    }
                    (laying::undo(words, &here, draft))
                    (self.hint_button(&laying::state(draft)))
                }
            }
        }
    }

    fn turn_status(&self, position: &siesta::Position) -> Markup {
        let words = self.words;
        let name = self.names.of(position.mover()).to_owned();
        html! { p.status role="status" { (words.with("turn-of", [("name", name.into())])) } }
    }

    fn result(&self, position: &siesta::Position) -> Markup {
        let words = self.words;
        let story = Story::of(position.variant(), &self.steps);
        html! {
            div.result role="status" {
                h2 {
                    @match position.outcome() {
                        Some(outcome) if self.departures().is_empty() => { (siesta_words::result(words, &self.names, &outcome)) }
                        Some(_) | None => { (self.first_of_those_who_stayed()) }
                    }
                }
                @if let Some(outcome) = position.outcome() {
                    p { (siesta_words::end(words, &self.names, outcome.end)) }
                }
                (self.who_left())
                @if let Some(story) = &story {
                    table.earned {
                        caption.hidden { (words.say("earned-caption")) }
                        thead { tr {
                            th scope="col" { (words.say("earned-player")) }
                            th scope="col" { (words.say("earned-siestas")) }
                            th scope="col" { (words.say("earned-doubles")) }
                            th scope="col" { (words.say("earned-total")) }
                            @if !self.accuracies.is_empty() { th scope="col" { (words.say("accuracy")) } }
                        } }
                        tbody {
                            @for (seat, earned) in Seat::ALL.into_iter().zip(&story.earned) {
                                tr {
                                    th scope="row" { div { (board::drawing(Content::Roof(seat))) span { (self.names.of(seat)) (self.rating_change(seat)) } } }
                                    td { (earned.siestas) } td { (earned.doubles) }
                                    td { strong { (earned.siestas + earned.doubles) } }
                                    @if let Some(accuracy) = self.accuracies.get(seat.index()) {
                                        td { (accuracy.map_or("–".to_owned(), |accuracy| format!("{accuracy:.0} %"))) }
                                    }
                                }
                            }
                        }
                    }
                }
                (self.result_buttons(&html! {}))
            }
        }
    }

    pub(crate) fn turns(&self, variant: siesta::Variant) -> Markup {
        let words = self.words;
        let story = Story::of(variant, &self.steps);
        html! {
            section.turns {
                h2 { (words.say("turns")) }
                @match story {
                    Some(story) if !story.turns.is_empty() => {
                        ol.list data-follow tabindex="0" aria-label=(words.say("turns")) {
                            @for told in &story.turns {
                                li { span.{ "dot tone-" (told.seat) } {} span.text { (told.turn) }
                                    span.gain { (siesta_words::gains(&self.names, &told.gains)) } }
                            }
                        }
                    }
                    _ => { p.empty { (words.say("turns-none")) } }
                }
            }
        }
    }
}
