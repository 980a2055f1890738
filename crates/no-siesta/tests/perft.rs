//! Counting every way to go on, against numbers worked out by hand.

use game::{Players, count_steps};
use no_siesta::{Mode, Position, Variant};

fn start(players: usize, mode: Mode) -> Position {
    let players = Players::new(players).expect("players");
    Position::start(Variant::new(players, mode).expect("a variant"))
}

/// Multisets of this many dice.
fn throws(dice: u64) -> u64 {
    (1..=5).fold(1, |ways, i| ways * (dice + i) / i)
}

/// Dice on the table with a choice among them: each of five faces is marked or not, and olive and
/// grain both, one, the other, or neither. A face shows in as many throws as one die less has.
fn first_picks(dice: u64) -> u64 {
    throws(dice - 1) * (5 * 2 + 4)
}

#[test]
fn the_first_throw_and_the_first_pick_are_all_there() {
    for (players, dice) in [(2, 5), (3, 7), (4, 9)] {
        let start = start(players, Mode::Standard);
        assert_eq!(count_steps(&start, 0), Ok(1));
        assert_eq!(count_steps(&start, 1), Ok(throws(dice)));
        assert_eq!(count_steps(&start, 2), Ok(first_picks(dice)));
    }
}

#[test]
fn the_solo_game_begins_with_six_faces_for_the_neutral_player() {
    let start = start(1, Mode::Solo);
    assert_eq!(count_steps(&start, 1), Ok(6));
    assert_eq!(count_steps(&start, 2), Ok(6 * throws(5)));
    assert_eq!(count_steps(&start, 3), Ok(6 * first_picks(5)));
}
