//! The form in which a turn is laid: the board, the pieces to choose from, the reasons for its points, and the
//! buttons that take pieces back.

use maud::{Markup, html};
use siesta::{Cell, Piece};

use super::board::{self, Press, Shown};
use super::draft::{self, Draft};
use super::words as siesta_words;
use crate::address::encoded;
use crate::names::Names;
use crate::words::Words;

/// Why a turn scores: sentences, each with the cells of its line.
pub(super) type Lines = [(String, Vec<Cell>)];

/// The board with its cells as buttons, and the pieces to choose from.
pub(super) fn form(
    words: Words,
    here: &str,
    draft: &Draft,
    names: &Names,
    lines: &Lines,
    last: Vec<Cell>,
) -> Markup {
    let does = words.with("cell-lay", [("piece", siesta_words::piece(words, draft.piece).into())]);
    let shown = Shown {
        board: draft.laying.board(),
        you: Some(draft.laying.before().mover()),
        names,
        last,
        fresh: draft.cells(),
        press: Some(Press { offers: draft.offers.clone(), does }),
        lines: lines.iter().map(|(_, cells)| cells.clone()).collect(),
        ghosts: Vec::new(),
    };
    html! {
        form #laying method="get" action=(here) hx-get=(here) hx-swap="none" {
            (state(draft))
            div.frame { (board::board(words, &shown)) }
            (palette(words, draft))
        }
    }
}

/// The turn as hidden fields, for every form that changes it.
pub(super) fn state(draft: &Draft) -> Markup {
    html! {
        input type="hidden" name="laid" value=(draft.laid());
        input type="hidden" name="piece" value=(draft::word(draft.piece));
    }
}

/// The pieces to choose from.
pub(super) fn palette(words: Words, draft: &Draft) -> Markup {
    let mover = draft.laying.before().mover();
    html! {
        div.palette role="group" aria-label=(words.say("palette-label")) {
            @for (key, piece) in (1..).zip(Piece::ALL) {
                @let left = draft.laying.board().left(piece, mover);
                button #{ "p-" (draft::word(piece)) } type="submit" name="choose" value=(draft::word(piece)) data-key=(key)
                    aria-pressed=(if piece == draft.piece { "true" } else { "false" })
                    disabled[!draft.choices.contains(&piece)] {
                    (board::drawing(piece.laid_by(mover)))
                    span { (siesta_words::piece(words, piece)) }
                    span.left { (words.with("left", [("count", i64::from(left).into())])) }
                    kbd aria-hidden="true" { (key) }
                }
            }
        }
    }
}

/// Why the turn gains what it gains. Each reason lights its line on the board; `first` is the number of the
/// first line.
pub(super) fn reasons(lines: &Lines, first: usize) -> Markup {
    html! {
        @if !lines.is_empty() {
            ul.reasons {
                @for (index, (text, _)) in lines.iter().enumerate() {
                    li tabindex="0" data-line=(first + index) { (text) }
                }
            }
        }
    }
}

/// The form that takes back a piece, or all of them.
pub(super) fn undo(words: Words, here: &str, draft: &Draft) -> Markup {
    html! { form method="get" action=(here) hx-get=(here) hx-swap="none" { (take_back(words, draft)) } }
}

/// The buttons that take back a piece, or all of them.
pub(super) fn take_back(words: Words, draft: &Draft) -> Markup {
    let nothing = draft.laying.turn().is_empty();
    html! {
        (state(draft))
        button #undo.button type="submit" name="drop" data-key="Backspace" disabled[nothing]
            value=(draft.cells().last().map(ToString::to_string).unwrap_or_default()) { (words.say("undo")) }
        button.button.quiet type="submit" name="clear" value="1" disabled[nothing] { (words.say("clear")) }
    }
}

/// The turn as the query of an address.
pub(super) fn query(draft: &Draft) -> String {
    format!("laid={}&piece={}", encoded(&draft.laid()), draft::word(draft.piece))
}

/// The address of a page with this turn.
pub(super) fn address(here: &str, draft: &Draft) -> String {
    format!("{here}?{}", query(draft))
}
