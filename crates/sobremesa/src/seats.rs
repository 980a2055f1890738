//! Who sits where at a table in the terminal.

use game::{Players, Seat};

/// `1 bot`, `3 bots`: how many there can be, the first seat being a person's.
pub(crate) fn bots_at_most(players: Players) -> String {
    match players.count() - 1 {
        1 => "1 bot".to_owned(),
        bots => format!("{bots} bots"),
    }
}

/// Names the seats in a record: the first `asked` seats after the first anew, all others only if they
/// have no name yet.
pub(crate) fn name_seats(
    names: &mut Vec<(Seat, String)>,
    players: Players,
    name: impl Fn(Seat) -> String,
    asked: usize,
) {
    for seat in players.seats() {
        let anew = (1..=asked).contains(&seat.index());
        match names.iter_mut().find(|(named, _)| *named == seat) {
            Some((_, old)) if anew => *old = name(seat),
            Some(_) => {}
            None => names.push((seat, name(seat))),
        }
    }
    names.sort_by_key(|(seat, _)| *seat);
}
