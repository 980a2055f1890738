//! The result of a finished game.

use game::Seat;

use crate::results::{GameResult, Kind, ResultEntry};
use crate::table::{Player, Table};

/// The ranks with the players who left after all who stayed. The first to leave ranks last. `departed` is in the order
/// of leaving.
pub(crate) fn final_ranks(by_rules: &[u8], departed: &[Seat]) -> Vec<u8> {
    let key = |index: usize| match departed.iter().position(|seat| seat.index() == index) {
        None => (0, by_rules[index]),
        Some(place) => (departed.len() - place, 0),
    };
    let better = |index: usize| (0..by_rules.len()).filter(|other| key(*other) < key(index)).count();
    (0..by_rules.len()).map(|index| better(index) as u8 + 1).collect()
}

/// The result of the table's game; `None` until it is over.
pub fn result(table: &Table) -> Option<GameResult> {
    let game = table.game()?;
    let outcome = game.outcome.as_ref()?;
    let variant = table.options.variant;
    let people: Vec<ResultEntry> = game
        .places()
        .filter_map(|(seat, place)| {
            let Player::Person(sitter) = place.began else { return None };
            let rank = outcome.ranks[seat.index()];
            let ties = |(other, _): &(Seat, _)| {
                !variant.partners(seat, *other) && outcome.ranks[other.index()] == rank
            };
            let shared = game.places().any(|other| ties(&other));
            let points = outcome.scores[seat.index()];
            Some(ResultEntry { person: sitter.id, kind: sitter.kind, seat, rank, shared, points })
        })
        .collect();
    let several = |kind| people.iter().filter(|entry| entry.kind == kind).count() > 1;
    let rated = table.options.rated && (several(Kind::Human) || several(Kind::Bot));
    Some(GameResult { pool: variant.pool(), rated, people })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_leaves_comes_last() {
        let seats = Seat::ALL;
        assert_eq!(final_ranks(&[1, 2], &[]), [1, 2]);
        assert_eq!(final_ranks(&[1, 1, 3], &[]), [1, 1, 3]);
        assert_eq!(final_ranks(&[1, 2], &[seats[0]]), [2, 1]);
        assert_eq!(final_ranks(&[1, 2, 3, 4], &[seats[1], seats[0]]), [3, 4, 1, 2]);
        assert_eq!(final_ranks(&[1, 1, 1, 1], &[seats[2]]), [1, 1, 4, 1]);
    }
}
