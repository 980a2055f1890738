//! The JSON of events and of what they are made of.

use serde::Serialize;
use utoipa::ToSchema;

use super::ids::{PersonId, Seed, SeedHash, TableId};
use super::words::GameName;

/// Something that happened at a table. All of them, in order, are the table.
#[derive(Serialize, ToSchema)]
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
        level: u8,
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
        seat: String,
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
        seat: String,
        /// How many steps of the game would remain.
        steps: usize,
    },
    /// A player answered.
    TakebackAnswered {
        /// Who.
        seat: String,
        /// What.
        agreed: bool,
    },
    /// Steps were taken back.
    TakenBack {
        /// For whom.
        seat: String,
        /// How many steps of the game remain.
        steps: usize,
    },
    /// A player left the game, and a bot plays on.
    Replaced {
        /// Who.
        seat: String,
        /// Why.
        why: Departure,
        /// Which bot.
        level: u8,
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
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Departure {
    /// By resigning, or by leaving the table.
    Resigned,
    /// The clock ran out.
    OutOfTime,
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules.
    Played,
    /// The last person left it.
    Resigned {
        /// Who.
        seat: String,
    },
}

/// To whom something is said.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Room {
    /// To those who play.
    Players,
    /// To everybody.
    All,
    /// To those who look on; players read it when the game is over.
    Spectators,
}

/// All that those at a table agree on.
#[derive(Serialize, ToSchema)]
pub struct Options {
    /// The game.
    pub variant: VariantForm,
    /// How long somebody may think.
    pub clock: Clock,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Whether the table is listed; anybody who has its address may look on either way.
    pub public: bool,
}

/// How long somebody may think.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// As long as they like.
    None,
    /// Everybody is there: so much time for each turn, and a reserve for the whole game.
    Live {
        /// For each turn, 5 to 3,600.
        turn_seconds: u32,
        /// For all turns together, when the time of a turn is over: up to 36,000.
        reserve_seconds: u32,
    },
    /// A turn now and then.
    Correspondence {
        /// For each turn, 1 to 30.
        days: u32,
    },
}

/// Who is to sit on a chair of a new table.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chair {
    /// Whoever comes.
    Open,
    /// Somebody who was asked to come.
    Invited(PersonId),
    /// A bot of the house.
    Bot {
        /// How strong.
        level: u8,
    },
    /// Somebody.
    Person(Sitter),
}

/// Somebody at a table.
#[derive(Serialize, ToSchema)]
pub struct Sitter {
    /// Who.
    pub id: PersonId,
    /// Somebody or a program.
    pub kind: Kind,
    /// Whether they have an account.
    pub member: bool,
}

/// Who sits behind an account. The two are rated apart.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Somebody.
    Human,
    /// A program with an account of its own.
    Bot,
}

/// A variant as people write it: options that are not said have their usual value.
#[derive(Serialize, ToSchema)]
pub struct VariantForm {
    /// Which game.
    pub game: GameName,
    /// How many play: 2 to 4 in Siesta, 1 to 4 in ¡No Siesta!.
    pub players: usize,
    /// Siesta: `ffa` or `teams`. ¡No Siesta!: `standard`, `original`, `experienced` or `solo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// Siesta only: `printed` or `online`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<String>,
}
