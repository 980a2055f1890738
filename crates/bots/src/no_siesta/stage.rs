//! How far a round has come for a player.

use game::Seat;
use no_siesta::{Phase, Position};

/// No die taken yet: the last round is over, and the next has not really begun.
pub(super) const BETWEEN: usize = 0;
/// Waiting to score, or scoring.
const SCORING: usize = 3;
/// Nothing more to do in this round.
pub(super) const DONE: usize = 4;

/// What the round still has for the player: dice to come, the scoring phase, or nothing.
pub(super) fn stage(position: &Position, seat: Seat) -> usize {
    let before = |now: Seat| {
        let place = |one: Seat| position.turn_order().position(|other| other == one);
        place(seat) < place(now)
    };
    match position.phase() {
        Phase::Neutral => BETWEEN,
        Phase::Roll(throw) => throw.into(),
        Phase::Take(throw, now) => usize::from(throw) + usize::from(before(now)),
        Phase::Lower(throw) | Phase::Event(no_siesta::After::Dice(throw)) => usize::from(throw) + 1,
        Phase::Last(seats) => {
            if seats.contains(seat) {
                2
            } else {
                SCORING
            }
        }
        Phase::Score(now, _) => {
            if before(now) {
                DONE
            } else {
                SCORING
            }
        }
        Phase::Hire(_) | Phase::Event(no_siesta::After::Round) | Phase::Over => DONE,
    }
}
