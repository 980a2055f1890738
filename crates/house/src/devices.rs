//! Bots that think on the device of the one person at a casual table.
//!
//! A device says that it can, and while it is there the house waits a moment before it plays a bot itself. What the
//! device sends is checked like any move; if nothing comes in time, the house plays. So a device that closes, lies or
//! sends garbage delays only the game of its own person, and once a turn.

use std::time::Duration;

use bots::Level;
use club::{Command, Event, Mover, PersonId, TableId, Time};
use game::Seat;
use store::IdempotencyKey;

use crate::error::Error;
use crate::house::House;
use crate::tables::{Acted, Loaded};

/// How long the house waits for the move of a device, beyond the time that the bot may think: for a slow connection.
const GRACE: Duration = Duration::from_secs(3);
/// How long a bot of a level that searches may think.
const SEARCH_TIME: Duration = Duration::from_secs(2);

/// How long the house waits for the move of a bot of this level.
pub(crate) fn patience(level: Level) -> Duration {
    if level <= Level::QUICK { GRACE } else { GRACE + SEARCH_TIME }
}

/// The person whose device may choose the move of a bot of this level, and until when the house waits for it; `None`
/// if the house plays at once.
pub(crate) fn awaited(loaded: &Loaded, level: Level) -> Option<(PersonId, Time)> {
    let person = loaded.table.device_of_bots()?;
    let game = loaded.table.live()?;
    // If the house had to play the move before this one, it does not wait again until the person has moved: bots of
    // ¡No Siesta! make dozens of moves in a round, and each would take that long.
    let last = loaded.log.iter().rev().find_map(|(_, event)| match event {
        Event::Played { seat, on_device, .. } => Some((*seat, *on_device)),
        _ => None,
    });
    if last.is_some_and(|(seat, on_device)| !on_device && game.place(seat).person().is_none()) {
        return None;
    }
    let turn = usize::try_from(loaded.table.game_seq).ok()?.checked_sub(1)?;
    let (since, _) = loaded.log.get(turn)?;
    Some((person, *since + patience(level)))
}

impl House {
    /// Plays a move of a bot that the device of the one person at the table chose when it saw the table at `seq`.
    pub async fn play_for_bot(
        &self,
        id: TableId,
        person: PersonId,
        seat: Seat,
        seq: u64,
        text: String,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, Error> {
        let command = Command::Play { by: Mover::Device { seat, person }, expected: seq, text };
        let acted = self.tables.act(id, &command, key).await?;
        metrics::counter!("sobremesa_device_moves_total").increment(1);
        Ok(acted)
    }
}
