//! The JSON of tables as a viewer may see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::event::{Clock, Departure, Event, Room, VariantForm};
use super::ids::{PersonId, Seed, SeedHash, TableId, Time};
use super::words::{StageName, What};

/// A table as the caller may see it.
#[derive(Serialize, ToSchema)]
pub struct TableView {
    /// The permanent id of the table.
    pub id: TableId,
    /// The number of events so far; a move has to name it.
    pub seq: u64,
    /// Game, number of players and options.
    pub variant: VariantForm,
    /// The time limit of the players.
    pub clock: Clock,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Whether the table is listed.
    pub public: bool,
    /// Whether the game is still to begin, running or over.
    pub stage: StageName,
    /// The person who created the table.
    pub host: PersonView,
    /// All seats, in the order of play once the game has begun.
    pub seats: Vec<SeatView>,
    /// The letter of the caller's seat, if they play.
    pub you: Option<String>,
    /// The current state of the game, once it has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameView>,
    /// The last chat messages that the caller may read.
    pub chat: Vec<MessageView>,
    /// The table of the rematch, if somebody asked for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<TableId>,
    /// When the table was created.
    pub created: Time,
}

/// A person at a table.
#[derive(Serialize, ToSchema)]
pub struct PersonView {
    /// The permanent id of the person.
    pub id: PersonId,
    /// The current name, or a generated one for guests and deleted accounts.
    pub name: String,
}

/// A seat of a table.
#[derive(Serialize, ToSchema)]
pub struct SeatView {
    /// The letter of the seat, once the game has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// Who has the seat: nobody yet (`open`), an invited person, a person or a bot.
    pub taken: Taken,
    /// The person who has the seat, had it before they left the game, or is invited to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonView>,
    /// The level of the bot that plays for the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<u8>,
    /// Whether the person is a bot account. Left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bot_account: bool,
    /// Why the person left the game, if a bot took over the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Departure>,
    /// The remaining reserve time in milliseconds; only with a live clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<u64>,
    /// When the player's time runs out, while their clock is running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Time>,
}

/// How a seat is taken.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// Anybody may join.
    Open,
    /// Reserved for an invited person, who has not joined yet.
    Invited,
    /// A person or a bot account plays.
    Person,
    /// A bot of the server plays.
    Bot,
}

/// The state of a game as the caller may see it.
#[derive(Serialize, ToSchema)]
pub struct GameView {
    /// The position in the notation of the game.
    pub position: String,
    /// The letters of the seats whose turn it is.
    pub to_act: Vec<String>,
    /// The points so far, by seat.
    pub scores: Vec<i32>,
    /// The number of actions and chance events so far.
    pub steps: usize,
    /// The SHA-256 of the seed, published when the game begins.
    pub seed_hash: SeedHash,
    /// The seed, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The ranks by seat, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
    /// The letter of the seat that asks for a takeback.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback: Option<String>,
}

/// A chat message.
#[derive(Serialize, ToSchema)]
pub struct MessageView {
    /// The number of the event.
    pub seq: u64,
    /// When the message was sent.
    pub at: Time,
    /// The person who wrote the message; `null` if they have deleted their account.
    pub person: Option<PersonView>,
    /// Who can read the message.
    pub room: Room,
    /// 1 to 300 characters.
    pub text: String,
}

/// The state of a game after an event, in short.
#[derive(Serialize, ToSchema)]
pub struct Now {
    /// The position in the notation of the game.
    pub position: String,
    /// The letters of the seats whose turn it is.
    pub to_act: Vec<String>,
    /// The points so far, by seat.
    pub scores: Vec<i32>,
}

/// An event of a table as the caller may see it.
#[derive(Serialize, ToSchema)]
pub struct EventView {
    /// The number of the event, from 1.
    pub seq: u64,
    /// When it happened.
    pub at: Time,
    /// The event itself; `type` is its kind.
    pub event: Event,
    /// The name of the person whom the event is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The state of the game after the event, if the game has not changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Now>,
}

/// A message of the stream of a table: the state first, then events.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it is described and never made: the stream writes the views themselves")]
pub(crate) enum TableMessage {
    /// The first message, unless the stream resumes.
    State(TableView),
    /// Every later message.
    Event(EventView),
}

/// Who is connected to a table, as far as this is public.
#[derive(Serialize, ToSchema)]
pub struct Attendance {
    /// The letters of the seats whose people are connected. Before the game begins, the first seat of the table is
    /// `a`.
    pub seats: Vec<String>,
    /// The number of spectators.
    pub others: usize,
}

/// A notice about something that concerns you.
#[derive(Serialize, ToSchema)]
pub struct Notice {
    /// The number of the notice, for `Last-Event-ID`.
    pub id: store::LogId,
    /// The kind of the notice.
    pub notice: What,
    /// The table that the notice is about.
    pub table: TableId,
    /// The number of the table's event that caused the notice.
    pub seq: u64,
    /// When it happened.
    pub at: Time,
}

/// A table that a device keeps.
#[derive(ToSchema)]
pub struct Kept {
    /// The identity, drawn by the device.
    pub id: TableId,
    /// The seed of the dice.
    pub seed: Seed,
    /// All events in their order, at most 2,000.
    pub events: Vec<KeptEvent>,
}

/// An event with its time.
#[derive(ToSchema)]
pub struct KeptEvent {
    /// When it was decided.
    pub at: Time,
    /// What happened.
    pub event: Event,
}
