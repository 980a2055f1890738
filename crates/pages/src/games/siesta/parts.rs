//! The players with their points, and the supply, in a position.

use maud::{Markup, html};
use siesta::{Content, Piece, Position};

use super::board;
use crate::names::Names;
use crate::words::Words;

/// The players with their points and roofs, and the common supply.
pub(super) fn players(words: Words, names: &Names, position: &Position) -> Markup {
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
pub(super) fn supply(words: Words, position: &Position) -> Markup {
    html! {
        p.supply {
            @for piece in [Piece::Sun, Piece::Shadow] {
                span { (board::drawing(piece.laid_by(position.mover())))
                    (words.with("left", [("count", i64::from(position.board().left(piece, position.mover())).into())])) }
            }
        }
    }
}
