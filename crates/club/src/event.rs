//! The events of a table.

use std::borrow::Cow;

use bots::Level;
use game::Seat;
use serde::{Deserialize, Serialize};

use crate::chance::{Seed, SeedHash};
use crate::ids::{PersonId, TableId};
use crate::options::{Chair, Options, Sitter, level};

/// Something that happened at a table. The events of a table, in order, are all that is stored of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// The host created the table.
    Created {
        /// The person who created the table.
        host: PersonId,
        /// The game, the clock, and whether the table is rated and public.
        options: Options,
        /// The chairs in the order of the table; exactly one of them is the host's.
        chairs: Vec<Chair>,
        /// The chair of each seat, if the host fixed the order, as in a rematch; `None` if it will be drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seating: Option<Vec<usize>>,
    },
    /// A person took a chair.
    Joined {
        /// The index of the chair, from 0.
        chair: usize,
        /// The person, and whether they are a member and a program.
        sitter: Sitter,
    },
    /// A person left a chair, or declined the invitation to it, before the game began.
    Left {
        /// The index of the chair, from 0.
        chair: usize,
        /// The person who sat there or was invited.
        person: PersonId,
    },
    /// A bot took a free chair.
    Filled {
        /// The index of the chair, from 0.
        chair: usize,
        /// The level of the bot.
        #[serde(with = "level")]
        level: Level,
    },
    /// The last person left before the game began.
    Closed,
    /// The game began.
    Started {
        /// The index of the chair of each seat.
        seating: Vec<usize>,
        /// The hash of the seed from which all chance of the game follows.
        seed_hash: SeedHash,
    },
    /// A player or a bot acted.
    Played {
        /// The seat that acted.
        seat: Seat,
        /// The action in the notation of the game.
        text: String,
        /// Whether the device of the one person at the table chose the action of a bot. Left out if not.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        on_device: bool,
    },
    /// A chance event: dice were rolled or tiles drawn.
    Happened {
        /// The number of the chance event in this game, from 1.
        number: u32,
        /// The outcome in the notation of the game.
        text: String,
    },
    /// A player asked the others to agree to a takeback.
    TakebackAsked {
        /// The seat that asked.
        seat: Seat,
        /// The number of steps that remain if the others agree.
        steps: usize,
    },
    /// A player answered the request for a takeback.
    TakebackAnswered {
        /// The seat that answered. It may be the seat that asked, if it withdraws.
        seat: Seat,
        /// A single `false` ends the request.
        agreed: bool,
    },
    /// Steps were taken back.
    TakenBack {
        /// The seat that asked for the takeback.
        seat: Seat,
        /// The number of steps that remain.
        steps: usize,
    },
    /// A player left the game, and a bot took over the seat.
    Replaced {
        /// The seat that the player left.
        seat: Seat,
        /// The clock ran out, or the player resigned.
        why: Departure,
        /// The level of the bot.
        #[serde(with = "level")]
        level: Level,
    },
    /// The game is over.
    Finished {
        /// Whether the rules ended it, or the last person left.
        ended: Ending,
        /// The rank of each seat, from 1. Players who left rank after all who stayed.
        ranks: Vec<u8>,
        /// The final points of each seat.
        scores: Vec<i32>,
        /// The seed of the game, public from now on.
        seed: Seed,
        /// The number of turns that the person of each seat finished; 0 for bots. `None` in events of earlier
        /// versions, whose games change ratings however short they were.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turns: Option<Vec<u32>>,
    },
    /// A player created the table of the rematch.
    Rematched {
        /// The new table.
        table: TableId,
    },
    /// A chat message.
    Said {
        /// The author.
        person: PersonId,
        /// Who may read it.
        room: Room,
        /// 1 to 300 characters.
        text: String,
    },
    /// A person muted another one, or unmuted them.
    Muted {
        /// The person who will not read the messages.
        by: PersonId,
        /// The person whose messages are hidden.
        whom: PersonId,
        /// `false` if the messages are shown again.
        muted: bool,
    },
}

/// Why a player left a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Departure {
    /// The player resigned, or left the table.
    Resigned,
    /// The player's clock ran out.
    OutOfTime,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The rules ended it.
    Played,
    /// The last person resigned.
    Resigned {
        /// The seat of that person.
        seat: Seat,
    },
}

/// Who may read a chat message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Room {
    /// The players of the table only.
    Players,
    /// Players and spectators.
    All,
    /// Spectators only; players can read it once the game is over.
    Spectators,
}

impl Event {
    /// Whether the event changes the game, so that a move decided before it is stale.
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

    /// The event without the author of a message. Others than messages are left as they are.
    pub fn without_author(&self) -> Cow<'_, Self> {
        let Self::Said { room, text, .. } = self else { return Cow::Borrowed(self) };
        Cow::Owned(Self::Said { person: PersonId::NOBODY, room: *room, text: text.clone() })
    }

    /// The person whose name is shown with the event, if there is one.
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
