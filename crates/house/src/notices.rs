//! Who is told what: the things that concern a person, at all tables.

use std::time::Duration;

use club::{Chair, Event, PersonId, TableId, Time};
use serde::Serialize;
use store::{Batch, LogId};

use crate::derive;
use crate::error::Error;
use crate::house::House;
use crate::tables::Loaded;

/// How long the table in memory may lag behind the store before a notice is made without it.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(1);
/// How many batches of events are read at once.
const MAX_BATCHES: u32 = 100;

/// Something that concerns a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Notice {
    /// The batch of events that it follows from: where to resume after it.
    pub id: LogId,
    /// What happened.
    pub notice: NoticeKind,
    /// The table that it is about.
    pub table: TableId,
    /// The last event of the batch.
    pub seq: u64,
    /// When the batch was appended.
    pub at: Time,
}

/// What a notice tells. Of several at once only the first of this list is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// A game of the person is over.
    GameOver,
    /// The person is to act.
    YourTurn,
    /// A game of the person began, and others are to act.
    GameStarted,
    /// Somebody invites the person to a table.
    Invitation,
    /// Somebody asks the person to let them take back a turn.
    TakebackAsked,
    /// Somebody would like a rematch.
    Rematch,
}

impl NoticeKind {
    /// Every kind, in the order of precedence.
    pub const ALL: [Self; 6] = [
        Self::GameOver,
        Self::YourTurn,
        Self::GameStarted,
        Self::Invitation,
        Self::TakebackAsked,
        Self::Rematch,
    ];
}

/// What was found in the log after a place.
pub struct Notices {
    /// What concerns the person, in order.
    pub notices: Vec<Notice>,
    /// How far the log was read.
    pub read_to: LogId,
    /// Whether there may be more.
    pub more: bool,
}

impl House {
    /// What concerns a person in the log after a place.
    pub async fn notices(&self, person: PersonId, after: LogId) -> Result<Notices, Error> {
        let batches = self.store.read_log_of_person(person, after, MAX_BATCHES).await?;
        let mut notices = Vec::new();
        for batch in &batches {
            notices.extend(self.notice(person, batch).await);
        }
        let read_to = batches.last().map_or(after, |batch| batch.id);
        Ok(Notices { notices, read_to, more: batches.len() == MAX_BATCHES as usize })
    }

    /// What a batch tells a person; nothing if its table cannot be read.
    async fn notice(&self, person: PersonId, batch: &Batch) -> Option<Notice> {
        let slot = self.tables.find(batch.table).await.ok()??;
        let events = derive::read(batch).ok()?;
        let seq = batch.after + events.len() as u64;
        // A batch can be read here a moment before the table in memory has it.
        let mut table = slot.subscribe();
        let _ = tokio::time::timeout(CATCH_UP_TIMEOUT, table.wait_for(|at| *at >= seq)).await;
        let kind = slot.look(|loaded| {
            let told = events.iter().filter_map(|event| notice_of(loaded, event, person));
            told.chain(your_turn(loaded, batch.after, seq, &events, person)).min()
        })?;
        Some(Notice { id: batch.id, notice: kind, table: batch.table, seq, at: batch.at })
    }
}

/// What an event tells this person.
fn notice_of(loaded: &Loaded, event: &Event, person: PersonId) -> Option<NoticeKind> {
    match event {
        Event::Finished { .. } => Some(NoticeKind::GameOver),
        Event::Started { .. } => Some(NoticeKind::GameStarted),
        Event::Created { chairs, .. } => {
            chairs.contains(&Chair::Invited(person)).then_some(NoticeKind::Invitation)
        }
        Event::TakebackAsked { seat, .. } => {
            let mine = loaded.table.game().and_then(|game| game.seat_of(person));
            (mine != Some(*seat)).then_some(NoticeKind::TakebackAsked)
        }
        Event::Rematched { .. } => Some(NoticeKind::Rematch),
        Event::Joined { .. }
        | Event::Left { .. }
        | Event::Filled { .. }
        | Event::Closed
        | Event::Played { .. }
        | Event::Happened { .. }
        | Event::TakebackAnswered { .. }
        | Event::TakenBack { .. }
        | Event::Replaced { .. }
        | Event::Said { .. }
        | Event::Muted { .. } => None,
    }
}

/// Whether it is the turn of this person because of these events, and still is.
fn your_turn(
    loaded: &Loaded,
    after: u64,
    seq: u64,
    events: &[Event],
    person: PersonId,
) -> Option<NoticeKind> {
    let game = loaded.table.live()?;
    let newest = after < loaded.table.game_seq && loaded.table.game_seq <= seq;
    let seat = game.seat_of(person)?;
    let own = events.iter().any(|event| matches!(event, Event::Played { seat: by, .. } if *by == seat));
    (newest && !own && game.to_act().any(|acts| acts == seat)).then_some(NoticeKind::YourTurn)
}
