//! The score sheet: every line, for every player, for the position as it is.

use game::Seat;
use maud::{Markup, html};
use no_siesta::{Position, ScoreItem};

use super::shapes::disc;
use super::words as say;
use crate::names::Names;
use crate::words::Words;

/// The score sheet of all players; `more` is shown below each total.
pub(super) fn sheet(
    words: Words,
    names: &Names,
    position: &Position,
    more: impl Fn(Seat) -> Markup,
) -> Markup {
    let seats: Vec<Seat> = position.players().seats().collect();
    let scores = position.scores();
    let lines = ScoreItem::all().filter(|item| match item {
        ScoreItem::Market(_) => seats.iter().any(|seat| position.points(*seat, *item) != 0),
        ScoreItem::Roofs
        | ScoreItem::RoofBonuses
        | ScoreItem::Helpers
        | ScoreItem::Trades
        | ScoreItem::Warehouse
        | ScoreItem::Stable
        | ScoreItem::Carts
        | ScoreItem::Track => true,
    });
    html! {
        table.earned.score-sheet {
            caption.hidden { (words.say("earned-caption")) }
            thead { tr {
                td {}
                @for seat in &seats { th scope="col" { (disc(*seat)) span { (names.of(*seat)) } } }
            } }
            tbody {
                @for item in lines {
                    @let most = seats.iter().map(|seat| position.points(*seat, item)).max().unwrap_or(0);
                    tr {
                        th scope="row" { (say::item(words, item)) }
                        @for seat in &seats {
                            @let points = position.points(*seat, item);
                            td.best[seats.len() > 1 && points == most && points > 0] { (points) }
                        }
                    }
                }
            }
            tfoot { tr {
                th scope="row" { (words.say("earned-total")) }
                @for seat in &seats { td { strong { (scores[*seat]) } (more(*seat)) } }
            } }
        }
    }
}
