//! Pieces, placements and turns, and how they are written.

use std::fmt;
use std::str::FromStr;

use game::{Seat, record::clipped};

use crate::cell::{Cell, CellError};

/// What a player lays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    /// A sun of the shared supply, `*`.
    Sun,
    /// A roof of the mover's own, `^`.
    Roof,
    /// A shadow of the shared supply, `#`.
    Shadow,
}

impl Piece {
    /// The three pieces in the order of generation.
    pub const ALL: [Self; 3] = [Self::Sun, Self::Roof, Self::Shadow];

    /// The sign of this piece in the notation.
    pub const fn sign(self) -> char {
        match self {
            Self::Sun => '*',
            Self::Roof => '^',
            Self::Shadow => '#',
        }
    }

    /// What lies on the board once this seat has laid the piece.
    pub const fn laid_by(self, seat: Seat) -> Content {
        match self {
            Self::Sun => Content::Sun,
            Self::Roof => Content::Roof(seat),
            Self::Shadow => Content::Shadow,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sun => "sun",
            Self::Roof => "roof",
            Self::Shadow => "shadow",
        })
    }
}

/// What lies on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Content {
    /// A sun.
    Sun,
    /// A shadow.
    Shadow,
    /// A roof of this player.
    Roof(Seat),
}

impl Content {
    /// The piece that it is, whoever laid it.
    pub const fn piece(self) -> Piece {
        match self {
            Self::Sun => Piece::Sun,
            Self::Shadow => Piece::Shadow,
            Self::Roof(_) => Piece::Roof,
        }
    }

    /// The sign of this content in the text of a position.
    pub fn sign(self) -> char {
        match self {
            Self::Sun | Self::Shadow => self.piece().sign(),
            Self::Roof(seat) => seat.letter(),
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sun | Self::Shadow => write!(f, "{}", self.piece()),
            Self::Roof(seat) => write!(f, "roof of {seat}"),
        }
    }
}

/// One piece laid on one cell, written `*F5`, `^F6` or `#F7`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement {
    /// What is laid.
    pub piece: Piece,
    /// Where.
    pub cell: Cell,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.piece.sign(), self.cell)
    }
}

/// A text that is no placement.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlacementError {
    /// It does not begin with the sign of a piece.
    #[error("`{0}`: a placement is * (sun), ^ (roof) or # (shadow) and a cell, like *F5")]
    Sign(String),
    /// The rest is no cell.
    #[error("`{0}`: {1}")]
    Cell(String, CellError),
}

impl FromStr for Placement {
    type Err = PlacementError;

    fn from_str(text: &str) -> Result<Self, PlacementError> {
        for piece in Piece::ALL {
            if let Some(cell) = text.strip_prefix(piece.sign()) {
                let cell = cell.parse().map_err(|error| PlacementError::Cell(clipped(text), error))?;
                return Ok(Self { piece, cell });
            }
        }
        Err(PlacementError::Sign(clipped(text)))
    }
}

/// The most pieces a turn can have.
pub(crate) const MOST_PIECES: usize = 3;

/// The placements of a turn in the order in which they are laid: `*F5 ^F6 #F7`.
///
/// A turn need not be legal or complete, nor have any piece. Two turns are equal when they lay the
/// same pieces in the same order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Turn {
    placements: [Option<Placement>; MOST_PIECES],
}

impl Turn {
    /// The turn of these placements, if they are not too many.
    pub fn new(placements: &[Placement]) -> Option<Self> {
        let mut turn = Self::default();
        placements.iter().all(|placement| turn.push(*placement)).then_some(turn)
    }

    /// The turn of these three placements.
    pub(crate) const fn of_three(first: Placement, second: Placement, third: Placement) -> Self {
        Self { placements: [Some(first), Some(second), Some(third)] }
    }

    /// The placements in order.
    pub fn iter(&self) -> impl Iterator<Item = Placement> + Clone {
        self.placements.into_iter().flatten()
    }

    /// How many pieces the turn has.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether the turn has no piece.
    pub const fn is_empty(&self) -> bool {
        self.placements[0].is_none()
    }

    /// Adds a placement at the end; false if the turn has three already.
    pub fn push(&mut self, placement: Placement) -> bool {
        let free = self.placements.iter_mut().find(|place| place.is_none());
        free.map(|place| *place = Some(placement)).is_some()
    }

    /// This turn with one more placement, as the one with this index.
    #[inline]
    pub(crate) const fn with(mut self, index: usize, placement: Placement) -> Self {
        self.placements[index] = Some(placement);
        self
    }

    /// Takes back the last placement.
    pub fn pop(&mut self) -> Option<Placement> {
        self.len().checked_sub(1).and_then(|last| self.placements[last].take())
    }

    /// The same placements with nothing said of their order: equal for two orders of one turn.
    pub fn set(&self) -> Self {
        let mut set = *self;
        let count = self.len();
        set.placements[..count].sort_unstable();
        set
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, placement) in self.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            write!(f, "{space}{placement}")?;
        }
        Ok(())
    }
}

/// A text that is no turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TurnError {
    /// A part of it is no placement.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// It has more than three placements.
    #[error("a turn has at most three pieces")]
    TooMany,
    /// It has none.
    #[error("a turn has at least one piece, like *F5")]
    Empty,
}

impl FromStr for Turn {
    type Err = TurnError;

    fn from_str(text: &str) -> Result<Self, TurnError> {
        let mut turn = Self::default();
        for part in text.split_whitespace() {
            if !turn.push(part.parse()?) {
                return Err(TurnError::TooMany);
            }
        }
        if turn.is_empty() { Err(TurnError::Empty) } else { Ok(turn) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_read_as_it_is_written() {
        for text in ["*F5 ^F6 #F7", "#A1", "^L12 ^L11"] {
            assert_eq!(text.parse::<Turn>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_wrong_with_a_turn_is_said() {
        for (text, message) in [
            ("", "a turn has at least one piece, like *F5"),
            ("F5", "`F5`: a placement is * (sun), ^ (roof) or # (shadow) and a cell, like *F5"),
            ("*F5 ^F66", "`^F66`: a cell is a column A–L and a row 1–12, like F5"),
            ("*A1 *A2 *A3 *A4", "a turn has at most three pieces"),
        ] {
            assert_eq!(text.parse::<Turn>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn two_orders_of_a_turn_are_one_set() {
        let read = |text: &str| text.parse::<Turn>().unwrap();
        assert_ne!(read("*F5 ^F6"), read("^F6 *F5"));
        assert_eq!(read("*F5 ^F6").set(), read("^F6 *F5").set());
        assert_ne!(read("*F5 ^F6").set(), read("*F6 ^F5").set());
    }

    #[test]
    fn placements_are_taken_back_last_first() {
        let mut turn: Turn = "*F5 ^F6 #F7".parse().unwrap();
        assert_eq!(turn.pop().map(|placement| placement.to_string()).as_deref(), Some("#F7"));
        assert_eq!(turn.to_string(), "*F5 ^F6");
        turn.pop();
        turn.pop();
        assert_eq!(turn.pop(), None);
    }
}
