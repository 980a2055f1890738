//! The stage of a round for a player.

use game::Seat;
use no_siesta::{Phase, Position};

/// No die is taken yet.
pub(super) const BETWEEN: usize = 0;
/// The player scores, or is waiting to.
const SCORING: usize = 3;
/// The player has nothing more to do in this round.
pub(super) const DONE: usize = 4;

/// The stage of the round for the player: how many dice they have taken, [`SCORING`] or [`DONE`].
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
