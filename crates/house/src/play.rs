//! Moves of people: one, or several in order.

use std::sync::Arc;

use club::{Command, Mover, PersonId, TableId};
use store::IdempotencyKey;

use crate::error::Error;
use crate::finish::finish;
use crate::house::House;
use crate::tables::Acted;

/// How many moves a request may have at most.
pub const MAX_MOVES: usize = 20;

/// Moves that a person sent at once, to be played in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moves {
    /// The number of the last event that the person had seen before the first move.
    pub seq: u64,
    /// The first move, in the notation of the game.
    pub first: String,
    /// The moves after it.
    pub then: Vec<String>,
}

/// Why not all moves were played.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct Stopped {
    /// How many moves were played before the one that was not. They stay.
    pub accepted: usize,
    /// Why the next one was not played.
    #[source]
    pub error: Error,
}

impl House {
    /// Plays a move of a person who saw the table at `seq`, and answers when it is durable.
    pub async fn play(
        &self,
        id: TableId,
        person: PersonId,
        seq: u64,
        text: String,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Error> {
        let moves = Moves { seq, first: text, then: Vec::new() };
        self.play_all(id, person, moves, key).await.map_err(|stopped| stopped.error)
    }

    /// Plays moves of a person one after another, each as a command of its own, up to the first that is refused. Answers
    /// when all that were played are durable. Once begun it is finished even if the caller is dropped.
    pub async fn play_all(
        &self,
        id: TableId,
        person: PersonId,
        moves: Moves,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Stopped> {
        if moves.then.len() >= MAX_MOVES {
            return Err(Stopped { accepted: 0, error: Error::TooManyMoves(MAX_MOVES) });
        }
        let (tables, counter) = (Arc::clone(&self.tables), self.moves.clone());
        let Moves { seq, first, then } = moves;
        finish(async move {
            let play = async |accepted, expected, text| {
                let command = Command::Play { by: Mover::Person(person), expected, text };
                let played = tables.act(id, &command, key.as_ref().map(|key| nth_key(key, accepted))).await;
                counter.increment(u64::from(played.is_ok()));
                played.map_err(|error| Stopped { accepted, error: error.into() })
            };
            let mut acted = play(0, seq, first).await?;
            for (accepted, text) in (1..).zip(then) {
                // The person has not seen what the move before led to, and sends this one whatever it was.
                acted = play(accepted, acted.seq, text).await?;
            }
            Ok(acted)
        })
        .await
    }
}

/// The key of the move after so many others of the same request: a repeated request goes on where the first one ended.
fn nth_key(key: &IdempotencyKey, accepted: usize) -> IdempotencyKey {
    let mut key = key.clone();
    if accepted > 0 {
        // Clients choose keys of ASCII alone, so none of theirs is the same.
        key.key.push_str(&format!("·{accepted}"));
    }
    key
}
