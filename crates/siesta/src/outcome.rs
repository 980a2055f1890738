//! How a game ends and who has won.

use std::fmt;

use game::{BySeat, Seat};

use crate::piece::Piece;
use crate::variant::Team;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The last sun is laid.
    Suns,
    /// The last shadow is laid.
    Shadows,
    /// This player has laid the last roof.
    Roofs(Seat),
    /// This player is to move and has no legal turn.
    Stuck(Seat),
}

impl End {
    pub(crate) const fn by_last(piece: Piece, seat: Seat) -> Self {
        match piece {
            Piece::Sun => Self::Suns,
            Piece::Shadow => Self::Shadows,
            Piece::Roof => Self::Roofs(seat),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Suns => f.write_str("the last sun is laid"),
            Self::Shadows => f.write_str("the last shadow is laid"),
            Self::Roofs(seat) => write!(f, "the last roof of {seat} is laid"),
            Self::Stuck(seat) => write!(f, "{seat} has no turn that gains a point"),
        }
    }
}

/// How two teams came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TeamResult {
    /// The points of seats a and c together.
    pub ac: u16,
    /// The points of seats b and d together.
    pub bd: u16,
}

impl TeamResult {
    /// The team with more points; none is a draw.
    pub fn winner(self) -> Option<Team> {
        match self.ac.cmp(&self.bd) {
            std::cmp::Ordering::Greater => Some(Team::AC),
            std::cmp::Ordering::Less => Some(Team::BD),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// The result of a game that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Why it is over.
    pub end: End,
    /// The points of each player.
    pub scores: BySeat<u16>,
    /// The rank of each player: 1 has won, equals share; partners share the rank of their team.
    pub ranks: BySeat<u8>,
    /// How the teams came out, where there are teams.
    pub teams: Option<TeamResult>,
}

impl Outcome {
    /// Everyone on rank 1.
    pub fn winners(&self) -> impl Iterator<Item = Seat> {
        self.ranks.iter().filter(|(_, rank)| **rank == 1).map(|(seat, _)| seat)
    }
}
