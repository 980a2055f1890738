//! How many turns people finished, and what follows for ratings.

use club::rating::MIN_TURNS;
use club::{Exchange, GameResult, ResultEntry};

use super::*;

/// The turns of a finished game are counted, and whoever left with few of them changes no rating.
pub(super) fn check_turns(game: &Game, result: &GameResult) {
    let counted: Vec<u32> = game.seats.iter().map(|place| place.turns).collect();
    assert_eq!(game.outcome.as_ref().unwrap().turns.as_ref(), Some(&counted));
    for (seat, place) in game.places() {
        let steps = game.steps.iter().filter(|step| step.seat == Some(seat)).count();
        assert!(place.turns as usize <= steps, "{seat}: {} turns in {steps} steps", place.turns);
    }
    let left_early =
        |entry: &ResultEntry| game.departed.contains(&entry.seat) && counted[entry.seat.index()] < MIN_TURNS;
    assert!(result.people.iter().all(|entry| entry.left_early == left_early(entry)), "{result:?}");
    let somebody_left_early = result.people.iter().any(left_early);
    assert!(!somebody_left_early || result.exchange == Exchange::Never, "{result:?}");
}
