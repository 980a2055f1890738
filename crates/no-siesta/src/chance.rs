//! What chance does in one step, and its notation.

use std::fmt;
use std::str::FromStr;

use game::record::clipped;

use crate::dice::Dice;
use crate::names::NameError;
use crate::parts::Tile;
use crate::unit::Face;

/// What chance does in one step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// The dice show this.
    Roll(Dice),
    /// This tile is drawn, or these two in order of their kinds.
    Draw(Tile, Option<Tile>),
    /// The die of the neutral player shows this.
    Neutral(Face),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll(dice) => write!(f, "roll {dice}"),
            Self::Draw(tile, None) => write!(f, "draw {tile}"),
            Self::Draw(tile, Some(other)) => write!(f, "draw {tile}, {other}"),
            Self::Neutral(face) => write!(f, "neutral {face}"),
        }
    }
}

/// A text that is nothing that chance can do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChanceError {
    /// Nothing that can happen.
    #[error("`{0}` cannot happen: chance is written `roll …`, `draw …` or `neutral …`")]
    Unknown(String),
    /// A name that means nothing here.
    #[error(transparent)]
    Name(#[from] NameError),
}

impl FromStr for Chance {
    type Err = ChanceError;

    fn from_str(text: &str) -> Result<Self, ChanceError> {
        let unknown = || ChanceError::Unknown(clipped(text));
        let (word, rest) = text.split_once(' ').ok_or_else(unknown)?;
        match word {
            "roll" => Ok(Self::Roll(rest.parse()?)),
            "neutral" => Ok(Self::Neutral(rest.parse()?)),
            "draw" => match rest.split_once(", ") {
                None => Ok(Self::Draw(rest.parse()?, None)),
                Some((a, b)) => {
                    let (a, b): (Tile, Tile) = (a.parse()?, b.parse()?);
                    Ok(Self::Draw(a.min(b), Some(a.max(b))))
                }
            },
            _ => Err(unknown()),
        }
    }
}
