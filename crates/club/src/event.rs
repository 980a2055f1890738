//! What happened at a table.

use bots::Level;
use game::Seat;
use serde::{Deserialize, Serialize};

use crate::chance::{Seed, SeedHash};
use crate::ids::{PersonId, TableId};
use crate::options::{Chair, Options, Sitter, level};

/// Something that happened at a table. All of them, in order, are the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// Somebody laid the table.
    Created {
        /// Who.
        host: PersonId,
        /// What is played, and how.
        options: Options,
        /// Who is to sit where; the host sits on the first chair that is a person's.
        chairs: Vec<Chair>,
        /// The chairs by seat, where they are not drawn: a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seating: Option<Vec<usize>>,
    },
    /// Somebody took a chair.
    Joined {
        /// Which.
        chair: usize,
        /// Who.
        sitter: Sitter,
    },
    /// Somebody gave up a chair before the start.
    Left {
        /// Which.
        chair: usize,
        /// Who.
        person: PersonId,
    },
    /// A bot was put on a chair.
    Filled {
        /// Which.
        chair: usize,
        /// Which bot.
        #[serde(with = "level")]
        level: Level,
    },
    /// Everybody left before the start.
    Closed,
    /// The game began.
    Started {
        /// The chair of each seat.
        seating: Vec<usize>,
        /// The hash of the seed of all chance.
        seed_hash: SeedHash,
    },
    /// A player acted.
    Played {
        /// Who.
        seat: Seat,
        /// What, in the notation of the game.
        text: String,
    },
    /// Chance decided.
    Happened {
        /// The number of the chance event, from 1.
        number: u32,
        /// What came, in the notation of the game.
        text: String,
    },
    /// A player would like to take back a turn.
    TakebackAsked {
        /// Who.
        seat: Seat,
        /// How many steps of the game would remain.
        steps: usize,
    },
    /// A player answered.
    TakebackAnswered {
        /// Who.
        seat: Seat,
        /// What.
        agreed: bool,
    },
    /// Steps were taken back.
    TakenBack {
        /// For whom.
        seat: Seat,
        /// How many steps of the game remain.
        steps: usize,
    },
    /// A player left the game, and a bot plays on.
    Replaced {
        /// Who.
        seat: Seat,
        /// Why.
        why: Departure,
        /// Which bot.
        #[serde(with = "level")]
        level: Level,
    },
    /// The game is over.
    Finished {
        /// The rules ended it, or the last person left.
        ended: Ending,
        /// The rank of each seat: whoever left comes after all who stayed.
        ranks: Vec<u8>,
        /// The points of each seat.
        scores: Vec<i32>,
        /// The seed of all chance, no longer a secret.
        seed: Seed,
    },
    /// There is a table for the rematch.
    Rematched {
        /// Which.
        table: TableId,
    },
    /// Somebody said something.
    Said {
        /// Who.
        person: PersonId,
        /// To whom.
        room: Room,
        /// What.
        text: String,
    },
    /// Somebody does not want to read what another writes, or does again.
    Muted {
        /// Who.
        by: PersonId,
        /// Whom.
        whom: PersonId,
        /// Muted, or heard again.
        muted: bool,
    },
}

/// Why somebody left a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Departure {
    /// By resigning, or by leaving the table.
    Resigned,
    /// The clock ran out.
    OutOfTime,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules.
    Played,
    /// The last person left it.
    Resigned {
        /// Who.
        seat: Seat,
    },
}

/// To whom something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Room {
    /// To those who play.
    Players,
    /// To everybody.
    All,
    /// To those who look on; players read it when the game is over.
    Spectators,
}

impl Event {
    /// Whether it changed the game, so that a decision made before it is out of date.
    pub fn changes_game(&self) -> bool {
        match self {
            Self::Created { .. }
            | Self::Joined { .. }
            | Self::Left { .. }
            | Self::Filled { .. }
            | Self::Closed
            | Self::Started { .. }
            | Self::Played { .. }
            | Self::Happened { .. }
            | Self::TakenBack { .. }
            | Self::Replaced { .. }
            | Self::Finished { .. } => true,
            Self::TakebackAsked { .. }
            | Self::TakebackAnswered { .. }
            | Self::Rematched { .. }
            | Self::Said { .. }
            | Self::Muted { .. } => false,
        }
    }

    /// The person that it is about, whose name it is shown with.
    pub fn about(&self) -> Option<PersonId> {
        match self {
            Self::Said { person, .. } | Self::Left { person, .. } => Some(*person),
            Self::Muted { whom, .. } => Some(*whom),
            Self::Created { host, .. } => Some(*host),
            Self::Joined { sitter, .. } => Some(sitter.id),
            Self::Filled { .. }
            | Self::Closed
            | Self::Started { .. }
            | Self::Played { .. }
            | Self::Happened { .. }
            | Self::TakebackAsked { .. }
            | Self::TakebackAnswered { .. }
            | Self::TakenBack { .. }
            | Self::Replaced { .. }
            | Self::Finished { .. }
            | Self::Rematched { .. } => None,
        }
    }
}
