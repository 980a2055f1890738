//! The JSON of events and of their parts.

use serde::Serialize;
use utoipa::ToSchema;

use super::ids::{PersonId, Seed, SeedHash, TableId};
use super::words::GameName;

/// An event of a table. All events in order determine the state of the table.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// The table was created.
    Created {
        /// The person who created the table.
        host: PersonId,
        /// Game, clock and visibility.
        options: Options,
        /// Who takes which chair. A chair becomes a seat when the game begins.
        chairs: Vec<Chair>,
        /// The chair of each seat if the order of play is not drawn, as in a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seating: Option<Vec<usize>>,
    },
    /// A person joined the table.
    Joined {
        /// The index of the chair, from 0.
        chair: usize,
        /// The person who joined.
        sitter: Sitter,
    },
    /// A person left the table before the game began, or declined an invitation.
    Left {
        /// The index of the chair, from 0.
        chair: usize,
        /// The person who left.
        person: PersonId,
    },
    /// A bot took a free chair because the host started the game.
    Filled {
        /// The index of the chair, from 0.
        chair: usize,
        /// The level of the bot, 1 to 8.
        level: u8,
    },
    /// The last person left before the game began.
    Closed,
    /// The game began.
    Started {
        /// The index of the chair of each seat, in the order of play.
        seating: Vec<usize>,
        /// The SHA-256 of the seed of all chance.
        seed_hash: SeedHash,
    },
    /// A player acted.
    Played {
        /// The letter of the player's seat.
        seat: String,
        /// The action in the notation of the game.
        text: String,
        /// Whether the browser of the one person at the table chose this action of a bot; left out if not.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        on_device: bool,
    },
    /// Dice were rolled or tiles drawn.
    Happened {
        /// The number of the chance event in the game, from 1.
        number: u32,
        /// The outcome in the notation of the game.
        text: String,
    },
    /// A player asked for a takeback.
    TakebackAsked {
        /// The letter of the player's seat.
        seat: String,
        /// The number of steps of the game that would remain.
        steps: usize,
    },
    /// A player answered a request for a takeback.
    TakebackAnswered {
        /// The letter of the player's seat.
        seat: String,
        /// Whether they agreed.
        agreed: bool,
    },
    /// A turn was taken back.
    TakenBack {
        /// The letter of the seat whose turn it was.
        seat: String,
        /// The number of steps of the game that remain.
        steps: usize,
    },
    /// A player left the game, and a bot took over the seat.
    Replaced {
        /// The letter of the player's seat.
        seat: String,
        /// Why the player left.
        why: Departure,
        /// The level of the bot, 1 to 8.
        level: u8,
    },
    /// The game is over.
    Finished {
        /// Whether the rules ended the game, or the last person left it.
        ended: Ending,
        /// The rank of each seat, from 1. Players who left come after all who stayed.
        ranks: Vec<u8>,
        /// The points of each seat.
        scores: Vec<i32>,
        /// The seed of all chance, which is public from now on.
        seed: Seed,
        /// The number of turns that the person of each seat finished, 0 for bots; not in games of earlier versions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turns: Option<Vec<u32>>,
    },
    /// A player asked for a rematch.
    Rematched {
        /// The table of the rematch.
        table: TableId,
    },
    /// A person sent a chat message.
    Said {
        /// The person who wrote the message; `0000000000000` if they have deleted their account.
        person: PersonId,
        /// Who can read the message.
        room: Room,
        /// 1 to 300 characters.
        text: String,
    },
    /// You muted or unmuted a person; others do not see this event.
    Muted {
        /// You.
        by: PersonId,
        /// The person whose messages are hidden or shown.
        whom: PersonId,
        /// Whether the person is muted now.
        muted: bool,
    },
}

/// Why a player left a game.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Departure {
    /// The player resigned or left the table.
    Resigned,
    /// The player's time ran out.
    OutOfTime,
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The rules ended it.
    Played,
    /// The last person in the game resigned.
    Resigned {
        /// The letter of their seat.
        seat: String,
    },
}

/// Who can read a chat message.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Room {
    /// The players.
    Players,
    /// The players and the spectators.
    All,
    /// The spectators, and the players once the game is over.
    Spectators,
}

/// The options of a table.
#[derive(Serialize, ToSchema)]
pub struct Options {
    /// Game, number of players and rules.
    pub variant: VariantForm,
    /// The time limit of the players.
    pub clock: Clock,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Whether the table is listed. Anybody with its address can watch either way.
    pub public: bool,
}

/// The time limit of the players.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// No limit.
    None,
    /// Seconds for each turn, and a reserve for the whole game.
    Live {
        /// The time for each turn, 5 to 3,600.
        turn_seconds: u32,
        /// The reserve, used when the time of a turn is over; up to 36,000.
        reserve_seconds: u32,
    },
    /// Days for each turn.
    Correspondence {
        /// The time for each turn, 1 to 30.
        days: u32,
    },
}

/// Who takes a chair of a new table.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chair {
    /// Anybody who joins.
    Open,
    /// An invited person, once they join.
    Invited(PersonId),
    /// A bot of the server.
    Bot {
        /// The level of the bot, 1 to 8.
        level: u8,
    },
    /// The host.
    Person(Sitter),
}

/// A person who takes a chair.
#[derive(Serialize, ToSchema)]
pub struct Sitter {
    /// The permanent id of the person.
    pub id: PersonId,
    /// Whether the account belongs to a person or to a program.
    pub kind: Kind,
    /// Whether they are registered; `false` for guests.
    pub member: bool,
}

/// Who plays with an account. The two kinds are rated separately.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A person.
    Human,
    /// A program, with a bot account.
    Bot,
}

/// A game with its number of players and options.
#[derive(Serialize, ToSchema)]
pub struct VariantForm {
    /// `siesta` or `no-siesta`.
    pub game: GameName,
    /// The number of players: 2 to 4 in Siesta, 1 to 4 in ¡No Siesta!.
    pub players: usize,
    /// Siesta: `ffa` or `teams`. ¡No Siesta!: `standard`, `original`, `experienced` or `solo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// Siesta only: `printed` or `online`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<String>,
}
