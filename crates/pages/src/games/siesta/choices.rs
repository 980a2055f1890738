//! The best turns of Siesta, with what is expected of them.

use bots::Judged;
use maud::{Markup, html};
use siesta::{Cell, Content, Position, Turn};

use super::words as siesta_words;
use crate::advice::margin;
use crate::names::Names;
use crate::words::Words;

/// A turn that could be played, with what is expected of it and its pieces on the board.
pub(super) struct Choice {
    turn: Turn,
    expected: f32,
    gains: String,
    reasons: Vec<String>,
    ghosts: Vec<(Cell, Content)>,
}

impl Choice {
    /// A judged turn in this position; `None` if it is not legal there.
    pub(super) fn of(
        words: Words,
        names: &Names,
        position: &Position,
        judged: &Judged<Turn>,
    ) -> Option<Self> {
        let mut laying = position.lay();
        judged.action.iter().try_for_each(|placement| laying.lay(placement)).ok()?;
        let reasons = siesta_words::reasons(words, names, &laying.reasons());
        let laid = judged.action.iter();
        Some(Self {
            turn: judged.action,
            expected: judged.score,
            gains: siesta_words::gains(names, &laying.gains()),
            reasons: reasons.into_iter().map(|(text, _)| text).collect(),
            ghosts: laid.map(|laid| (laid.cell, laid.piece.laid_by(position.mover()))).collect(),
        })
    }
}

/// The pieces of the turns, each with the place of its turn in the list, so that the list can light them.
pub(super) fn ghosts(choices: &[Choice]) -> Vec<(usize, Cell, Content)> {
    let of = |(index, choice): (usize, &Choice)| {
        choice.ghosts.iter().map(move |(cell, content)| (index, *cell, *content)).collect::<Vec<_>>()
    };
    choices.iter().enumerate().flat_map(of).collect()
}

/// The best turns as a list, each with a link to the address after it.
pub(super) fn best_turns(
    words: Words,
    choices: &[Choice],
    link: &str,
    address: impl Fn(&Turn) -> String,
) -> Markup {
    html! {
        ol.choices-list {
            @for (index, choice) in choices.iter().enumerate() {
                li tabindex="0" data-line=(index) {
                    span.rank { (index + 1) }
                    strong.text { (choice.turn) }
                    span.expected title=(words.say("expected")) { (margin(words, choice.expected)) }
                    a.try href=(address(&choice.turn)) { (link) }
                    p.why { @if choice.reasons.is_empty() { (choice.gains) } @else { (choice.reasons.join(" · ")) } }
                }
            }
        }
    }
}
