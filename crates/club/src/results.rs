//! The result of a finished game, for ratings and lists.

use game::Seat;
use serde::{Deserialize, Serialize};

use crate::ids::PersonId;
use crate::rating::Pool;

/// Whether a human or a program uses an account. The two have separate ratings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A person.
    Human,
    /// A program with an account of its own; the bots of the house have none.
    Bot,
}

/// The result of one person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultEntry {
    /// A guest, a member or a bot account.
    pub person: PersonId,
    /// Only people of the same kind change each other's ratings.
    pub kind: Kind,
    /// The seat that the person had at the start.
    pub seat: Seat,
    /// From 1. Players who left rank after all who stayed.
    pub rank: u8,
    /// Whether an opponent, not a partner, has the same rank.
    pub shared: bool,
    /// The final points of the seat.
    pub points: i32,
    /// Whether the person left while others played, before they had taken part. See [`rating::MIN_TURNS`].
    ///
    /// [`rating::MIN_TURNS`]: crate::rating::MIN_TURNS
    pub left_early: bool,
}

/// Whether the people of a rated game exchange points of their ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exchange {
    /// They do not: somebody did not take part in the game.
    Never,
    /// They do, unless two of them had several results of this kind before: somebody left soon.
    UnlessRepeated,
    /// They do.
    Always,
}

/// The result of a finished game. The bots of the house are not in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The games that this one is counted with.
    pub pool: Pool,
    /// Whether it counts among the rated games: the table is rated, and two of the same kind played.
    pub rated: bool,
    /// Whether a rated game changes ratings.
    pub exchange: Exchange,
    /// Everybody who had a seat at the start, by seat.
    pub people: Vec<ResultEntry>,
}
