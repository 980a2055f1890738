//! Parts that the table, the replay and the sandbox have in common.

use game::Seat;
use maud::{Markup, html};
use siesta::{Cell, Content, Piece, Position};

use super::super::words::Words;
use super::board;
use super::draft::{self, Draft};
use super::words::{self as siesta_words, Names};

/// The pieces to choose from.
pub(in super::super) fn palette(words: Words, draft: &Draft, mover: Seat) -> Markup {
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

/// What scores, and why; the lines are lit on the board from this number on.
pub(in super::super) fn reasons(reasons: &[(String, Vec<Cell>)], first: usize) -> Markup {
    html! {
        @if !reasons.is_empty() {
            ul.reasons {
                @for (index, (text, _)) in reasons.iter().enumerate() {
                    li tabindex="0" data-line=(first + index) { (text) }
                }
            }
        }
    }
}

/// The buttons that take pieces of a turn in the making back.
pub(in super::super) fn take_back(words: Words, draft: &Draft) -> Markup {
    let laid = draft.laying.turn().len();
    html! {
        input type="hidden" name="laid" value=(draft.laid());
        input type="hidden" name="piece" value=(draft::word(draft.piece));
        button #undo.button type="submit" name="drop" data-key="Backspace" disabled[laid == 0]
            value=(draft.cells().last().map(ToString::to_string).unwrap_or_default()) { (words.say("undo")) }
        button.button.quiet type="submit" name="clear" value="1" disabled[laid == 0] { (words.say("clear")) }
    }
}

/// Who plays, with the points of this moment.
pub(in super::super) fn players(words: Words, names: &Names, position: &Position) -> Markup {
    let scores = position.scores();
    let most = scores.as_slice().iter().copied().max().unwrap_or(0).max(1);
    html! {
        ol.players {
            @for (seat, score) in scores.iter() {
                @let acts = position.end().is_none() && position.mover() == seat;
                @let roofs = position.board().left(Piece::Roof, seat);
                li class=(if acts { "player acts" } else { "player" }) {
                    (board::drawing(Content::Roof(seat)))
                    div.who {
                        span.name { (names.of(seat)) }
                        span.roofs { (words.with("roofs-left", [("count", i64::from(roofs).into())])) }
                    }
                    span.score { (score) }
                    svg.bar viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
                        rect.{ "tone-" (seat) } width=(u32::from(*score) * 100 / u32::from(most)) height="4" {}
                    }
                }
            }
        }
        (supply(words, position))
    }
}

/// What is left of the pieces that belong to everybody.
pub(in super::super) fn supply(words: Words, position: &Position) -> Markup {
    html! {
        p.supply {
            @for piece in [Piece::Sun, Piece::Shadow] {
                span { (board::drawing(piece.laid_by(position.mover())))
                    (words.with("left", [("count", i64::from(position.board().left(piece, position.mover())).into())])) }
            }
        }
    }
}
