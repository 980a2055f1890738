//! What a finished game says about its people.

use game::Seat;
use serde::{Deserialize, Serialize};

use crate::ids::PersonId;
use crate::rating::Pool;

/// Who sits behind an account. The two are rated apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Somebody.
    Human,
    /// A program with an account of its own.
    Bot,
}

/// One of the people of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultEntry {
    /// Who.
    pub person: PersonId,
    /// Somebody or a program.
    pub kind: Kind,
    /// Where they sat.
    pub seat: Seat,
    /// 1 is first; whoever left comes after all who stayed.
    pub rank: u8,
    /// Whether an opponent has the same rank.
    pub shared: bool,
    /// The points at the end.
    pub points: i32,
}

/// What a finished game says about its people; the bots of the house are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Where it counts.
    pub pool: Pool,
    /// Whether it changes ratings.
    pub rated: bool,
    /// All people who began the game, by seat.
    pub people: Vec<ResultEntry>,
}
