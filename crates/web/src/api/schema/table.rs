//! The JSON of tables as somebody sees them.

use serde::Serialize;
use utoipa::ToSchema;

use super::event::{Clock, Departure, Event, Room, VariantForm};
use super::ids::{PersonId, Seed, SeedHash, TableId, Time};
use super::words::{StageName, What};

/// A table as somebody sees it.
#[derive(Serialize, ToSchema)]
pub struct TableView {
    /// Its identity.
    pub id: TableId,
    /// How many events there were: what a move has to name.
    pub seq: u64,
    /// Game, player count and options.
    pub variant: VariantForm,
    /// How long somebody may think.
    pub clock: Clock,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Whether the table is listed.
    pub public: bool,
    /// Where the table is in its life.
    pub stage: StageName,
    /// Who laid it.
    pub host: PersonView,
    /// Who sits where; in the order of play once the game has begun.
    pub seats: Vec<SeatView>,
    /// The seat of who asks, if they play.
    pub you: Option<String>,
    /// The game as it stands, once it has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameView>,
    /// What was said last, as far as who asks may read it.
    pub chat: Vec<MessageView>,
    /// The table of the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<TableId>,
    /// When it was laid.
    pub created: Time,
}

/// A person as others see them.
#[derive(Serialize, ToSchema)]
pub struct PersonView {
    /// The identity.
    pub id: PersonId,
    /// The name.
    pub name: String,
}

/// A seat as others see it.
#[derive(Serialize, ToSchema)]
pub struct SeatView {
    /// Its letter, once the game has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<String>,
    /// Who sits there: `open`, `invited`, `person` or `bot`.
    pub taken: Taken,
    /// The person who sits, sat or is invited there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonView>,
    /// The level of the bot that plays there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<u8>,
    /// Whether the person is a program with an account.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bot_account: bool,
    /// Why the person left and a bot plays on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Departure>,
    /// What is left of their reserve, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<u64>,
    /// When their clock runs out, while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Time>,
}

/// How a seat is taken.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Taken {
    /// Not yet.
    Open,
    /// For somebody who was asked.
    Invited,
    /// By somebody.
    Person,
    /// By a bot of the house.
    Bot,
}

/// A game as somebody sees it.
#[derive(Serialize, ToSchema)]
pub struct GameView {
    /// The position, in the notation of the game.
    pub position: String,
    /// The seats that are to act.
    pub to_act: Vec<String>,
    /// The points so far, by seat.
    pub scores: Vec<i32>,
    /// How many steps were taken.
    pub steps: usize,
    /// The SHA-256 of the seed of all chance.
    pub seed_hash: SeedHash,
    /// The seed, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The ranks by seat, once the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<Vec<u8>>,
    /// Who asks to take back a turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback: Option<String>,
}

/// Something that was said.
#[derive(Serialize, ToSchema)]
pub struct MessageView {
    /// The number of the event.
    pub seq: u64,
    /// When.
    pub at: Time,
    /// Who.
    pub person: PersonView,
    /// To whom.
    pub room: Room,
    /// What.
    pub text: String,
}

/// The game after an event, in short.
#[derive(Serialize, ToSchema)]
pub struct Now {
    /// The position, in the notation of the game.
    pub position: String,
    /// The seats that are to act.
    pub to_act: Vec<String>,
    /// The points so far, by seat.
    pub scores: Vec<i32>,
}

/// An event as somebody sees it.
#[derive(Serialize, ToSchema)]
pub struct EventView {
    /// Its number.
    pub seq: u64,
    /// When.
    pub at: Time,
    /// What happened.
    pub event: Event,
    /// The name of the person that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The game after it, if it has not changed since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Now>,
}

/// A message of the stream of a table: the state at the beginning, and events.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it is described and never made: the stream writes the views themselves")]
pub(crate) enum TableMessage {
    /// The table when the stream begins.
    State(TableView),
    /// Something that happened since.
    Event(EventView),
}

/// Who is at a table, as far as everybody may know it.
#[derive(Serialize, ToSchema)]
pub struct Attendance {
    /// The letters of the seats whose people are connected. Before the game begins it is the first seat of the
    /// table that is `a`.
    pub seats: Vec<String>,
    /// How many others look on.
    pub others: usize,
}

/// Something that concerns you.
#[derive(Serialize, ToSchema)]
pub struct Notice {
    /// Its number: what to send as `Last-Event-ID` to go on after it.
    pub id: store::LogId,
    /// What happened.
    pub notice: What,
    /// The table that it is about.
    pub table: TableId,
    /// How far the table is.
    pub seq: u64,
    /// When it happened.
    pub at: Time,
}
