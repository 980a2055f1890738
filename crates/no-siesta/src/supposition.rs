//! Hypothetical positions for bots.

use game::Seat;

use crate::dice::Dice;
use crate::position::Position;
use crate::unit::Units;

impl Position {
    /// The position if the dice phase were over, the player had also marked these units, and were to score
    /// now. What the others hold stays as it is. `None` without enough discs.
    pub fn supposing_scoring(&self, seat: Seat, marked: &[Units]) -> Option<Self> {
        let mut next = *self;
        let farm = &mut next.farms[seat.index()];
        for units in marked {
            farm.stock = farm.stock.checked_sub(units.len())?;
            for unit in units.iter() {
                farm.board.0[unit as usize] += 1;
            }
        }
        next.dice = Dice::NONE;
        next.settle(seat);
        Some(next)
    }
}
