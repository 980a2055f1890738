//! The result of a finished game.

use game::Seat;

use crate::event::Ending;
use crate::rating::{MIN_TURNS, QUICK_TURNS};
use crate::results::{Exchange, GameResult, Kind, ResultEntry};
use crate::table::{Game, Outcome, Place, Player, Table};

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
    let turns = |seat: Seat| outcome.turns.as_ref().map(|turns| turns[seat.index()]);
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
            let left_early = place.left.is_some() && turns(seat).is_some_and(|turns| turns < MIN_TURNS);
            Some(ResultEntry { person: sitter.id, kind: sitter.kind, seat, rank, shared, points, left_early })
        })
        .collect();
    let several = |kind| people.iter().filter(|entry| entry.kind == kind).count() > 1;
    let rated = table.options.rated && (several(Kind::Human) || several(Kind::Bot));
    Some(GameResult { pool: variant.pool(), rated, exchange: exchange(game, outcome), people })
}

/// Whether this game is one that changes ratings. It follows from the events of the game alone, so that a rebuild
/// comes to the same; games that ended before turns were counted change ratings as they did then.
fn exchange(game: &Game, outcome: &Outcome) -> Exchange {
    let Some(turns) = &outcome.turns else { return Exchange::Always };
    let people =
        || game.seats.iter().zip(turns).filter(|(place, _)| matches!(place.began, Player::Person(_)));
    let stayed = |place: &Place| place.left.is_none() && outcome.ended == Ending::Played;
    if people().any(|(place, turns)| *turns < MIN_TURNS && !stayed(place)) {
        return Exchange::Never;
    }
    let soon = people().any(|(place, turns)| place.left.is_some() && *turns < QUICK_TURNS);
    if soon { Exchange::UnlessRepeated } else { Exchange::Always }
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
