//! Levels: how strong a bot of the house plays, in whichever game.

use std::fmt;

use game::{Random, Seat};

/// How strong a bot plays, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// A number that is not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelError;

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the levels are 1 to {}", Level::STRONGEST)
    }
}

impl std::error::Error for LevelError {}

impl Level {
    /// For those who play their first game.
    pub const WEAKEST: Self = Self(1);
    /// As well as we can.
    pub const STRONGEST: Self = Self(2);

    /// The level with this number.
    pub const fn new(number: u8) -> Result<Self, LevelError> {
        if number >= Self::WEAKEST.0 && number <= Self::STRONGEST.0 {
            Ok(Self(number))
        } else {
            Err(LevelError)
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The turn for the player to move in Siesta; none if the game is over.
    pub fn siesta(self, position: &siesta::Position, random: &mut Random) -> Option<siesta::Turn> {
        let bot = if self == Self::WEAKEST { crate::siesta::Bot::Random } else { crate::siesta::Bot::Greedy };
        bot.choose(position, random).map(|scored| scored.turn)
    }

    /// The action for the seat in ¡No Siesta!; none if the seat is not to act.
    pub fn no_siesta(
        self,
        position: &no_siesta::Position,
        seat: Seat,
        random: &mut Random,
    ) -> Option<no_siesta::Action> {
        let bot = if self == Self::WEAKEST {
            crate::no_siesta::Bot::Random
        } else {
            crate::no_siesta::Bot::Sensible
        };
        bot.choose(position, seat, random)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_one_of_those_there_are() {
        assert_eq!(Level::new(1), Ok(Level::WEAKEST));
        assert_eq!(Level::new(2), Ok(Level::STRONGEST));
        for wrong in [0, 3, 255] {
            assert_eq!(Level::new(wrong), Err(LevelError));
        }
    }
}
