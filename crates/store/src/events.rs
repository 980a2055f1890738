//! The log of events.

use club::{PersonId, Seed, TableId, Time};

use crate::{Derived, IdempotencyKey, UsedKey};

/// The position of a batch in the log of the whole club. The order of the ids is the order of the commits.
pub type LogId = u64;

/// Events to be appended to a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Append {
    /// The table.
    pub table: TableId,
    /// The last event that the decision knew; 0 for a new table.
    pub after: u64,
    /// The number of events, at least one.
    pub count: u32,
    /// When the events happened.
    pub at: Time,
    /// The events, as JSON.
    pub events: String,
    /// The seed, in the batch that starts the game.
    pub seed: Option<Seed>,
    /// What the batch changes in the derived tables.
    pub derived: Derived,
    /// Makes a repeated request return the first outcome instead of acting twice.
    pub key: Option<IdempotencyKey>,
}

/// The outcome of an append.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Appended {
    /// The batch is durable.
    Done(LogId),
    /// Somebody else appended after the same event first.
    Conflict,
    /// The idempotency key was used before; nothing was appended.
    Repeated(UsedKey),
}

/// A batch of events as it was stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// Its position in the log.
    pub id: LogId,
    /// The table.
    pub table: TableId,
    /// The number of the event before its first.
    pub after: u64,
    /// The number of events.
    pub count: u32,
    /// When the events happened.
    pub at: Time,
    /// The events, as JSON.
    pub events: String,
}

/// A change that other servers have to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A batch was appended to a table.
    Table {
        /// The position of the batch in the log.
        id: LogId,
        /// The table.
        table: TableId,
        /// The number of the last event.
        seq: u64,
        /// All who sit at the table or are invited.
        people: Vec<PersonId>,
    },
    /// The name, the sessions or the tokens of a person changed. A store that one process has alone need not
    /// report this.
    Person {
        /// The position of the change in the log.
        id: LogId,
        /// The person.
        person: PersonId,
    },
}

impl News {
    /// The position of the change in the log.
    pub fn id(&self) -> LogId {
        match self {
            Self::Table { id, .. } | Self::Person { id, .. } => *id,
        }
    }
}
