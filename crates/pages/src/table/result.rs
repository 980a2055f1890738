//! Parts of the result that are the same in every game: the winner after somebody left, who left, ratings,
//! accuracy, and what can be done next.

use club::Departure;
use game::Seat;
use maud::{Markup, html};

use super::TablePage;
use crate::share::share_button;

/// Who left before the end, and why.
pub(crate) fn departures(page: &TablePage) -> Vec<(Seat, Departure)> {
    let left = Seat::ALL.into_iter().zip(&page.table.seats).filter_map(|(seat, at)| Some((seat, at.left?)));
    left.chain(page.resigned.map(|seat| (seat, Departure::Resigned))).collect()
}

/// Who won a game that somebody left: whoever stayed ranks before all who left.
pub(crate) fn winner_of_those_who_stayed(page: &TablePage) -> String {
    let words = page.words;
    let ranks = page.table.game.as_ref().and_then(|game| game.ranks.as_deref());
    let first = Seat::ALL.into_iter().zip(ranks.unwrap_or_default()).filter(|(_, rank)| **rank == 1);
    let first: Vec<Seat> = first.map(|(seat, _)| seat).collect();
    match first.len() {
        0 => words.say("result-over"),
        1 => words.with("result-wins", [("names", page.names.joined(words, &first).into())]),
        _ => words.with("result-share", [("names", page.names.joined(words, &first).into())]),
    }
}

/// A sentence for each who left before the end.
pub(crate) fn departure_notes(page: &TablePage) -> Markup {
    html! {
        @for (seat, left) in departures(page) {
            p { (page.words.with(match left {
                Departure::Resigned => "end-resigned",
                Departure::OutOfTime => "end-out-of-time",
            }, [("name", page.names.of(seat).to_owned().into())])) }
        }
    }
}

/// How the game changed the rating of whoever has this seat.
pub(crate) fn rating_change(page: &TablePage, seat: Seat) -> Markup {
    let person = page.table.seats.get(seat.index()).and_then(|seat| seat.person.as_ref());
    let change =
        person.and_then(|person| page.rating_changes.iter().find(|change| change.person == person.id));
    html! {
        @if let Some(change) = change {
            " " small.change { (page.words.with("rating-change", [("rating", format!("{:.0}", change.after).into()), ("change", signed(change.after - change.before).into())])) }
        }
    }
}

/// An accuracy in per cent.
pub(crate) fn percentage(accuracy: f32) -> String {
    format!("{accuracy:.0} %")
}

/// What can be done when the game is over; a game may add buttons of its own.
pub(crate) fn result_buttons(page: &TablePage, more: &Markup) -> Markup {
    let words = page.words;
    html! {
        div.buttons {
            @if page.table.you.is_some() {
                form method="post" action=(page.action_path("rematch")) {
                    button #rematch.button.primary type="submit" { (words.say("rematch")) }
                }
            }
            a.button href=(page.action_path("replay")) { (words.say("replay")) }
            (share_button(words, &format!("{}/replay", page.address), &page.title()))
            (more)
            a.button.quiet href={ "/api/v1/tables/" (page.table.id) "/record" } { (words.say("record")) }
        }
    }
}

/// A number of rating points with its sign.
fn signed(change: f64) -> String {
    format!("{change:+.0}").replace('-', "−")
}
