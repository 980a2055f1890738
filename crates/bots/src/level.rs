//! Levels: the eight strengths of bots, the same in both games.

use std::fmt;
use std::str::FromStr;

/// The strength of a bot, from 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The text or number is not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelError;

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the levels are 1 to {}", Level::STRONGEST)
    }
}

impl std::error::Error for LevelError {}

/// The English names of the levels, the weakest first.
const NAMES: [&str; 8] =
    ["Newcomer", "Guest", "Neighbour", "Regular", "Host", "Club player", "Expert", "Master"];

impl Level {
    /// For a player's first game.
    pub const WEAKEST: Self = Self(1);
    /// The strongest level that answers without search, within milliseconds.
    pub const QUICK: Self = Self(6);
    /// The strongest level.
    pub const STRONGEST: Self = Self(NAMES.len() as u8);

    /// The level with this number.
    pub const fn new(number: u8) -> Result<Self, LevelError> {
        if number >= Self::WEAKEST.0 && number <= Self::STRONGEST.0 {
            Ok(Self(number))
        } else {
            Err(LevelError)
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::WEAKEST.0..=Self::STRONGEST.0).map(Self)
    }

    /// The number from 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The English name, such as `Club player`.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize - 1]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    /// Reads a number or a name. Case does not matter, and a hyphen may stand for a space.
    fn from_str(text: &str) -> Result<Self, LevelError> {
        let named = |level: &Self| text.replace('-', " ").eq_ignore_ascii_case(level.name());
        match text.parse() {
            Ok(number) => Self::new(number),
            Err(_) => Self::all().find(named).ok_or(LevelError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_one_of_those_there_are() {
        assert_eq!(Level::new(1), Ok(Level::WEAKEST));
        assert_eq!(Level::new(8), Ok(Level::STRONGEST));
        for wrong in [0, 9, 255] {
            assert_eq!(Level::new(wrong), Err(LevelError));
        }
    }

    #[test]
    fn every_level_has_its_own_name() {
        let names: std::collections::BTreeSet<_> = Level::all().map(Level::name).collect();
        assert_eq!(names.len(), Level::all().count());
    }

    #[test]
    fn a_level_is_read_by_its_number_or_its_name() {
        for level in Level::all() {
            let (number, name) = (level.to_string(), level.name());
            for text in [&number, name, &name.to_lowercase(), &name.replace(' ', "-")] {
                assert_eq!(text.parse(), Ok(level), "{text}");
            }
        }
        for wrong in ["", "0", "9", "-1", "grandmaster"] {
            assert_eq!(wrong.parse::<Level>(), Err(LevelError), "{wrong}");
        }
    }
}
