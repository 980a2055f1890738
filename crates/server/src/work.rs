//! What happens at tables by itself: bots move, clocks run out.
//!
//! Nothing here is stored. Whatever waits follows from the tables themselves, so a restart looks at
//! all tables in play and goes on.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bots::{Level, no_siesta, siesta};
use club::{Command, Mover, State, TableId, Time};
use game::Seat;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::{Instant, sleep_until};

use crate::live::{lock, stopped};
use crate::store::{Store, StoreError};
use crate::tables::{ActError, Tables, now, random};

/// After trouble, how long to wait before a bot tries again.
const PATIENCE: Duration = Duration::from_millis(500);

/// Looks after bots and clocks.
pub struct Work {
    tables: Arc<Tables>,
    store: Arc<dyn Store>,
    /// As many searches at once as there are permits.
    searches: Arc<Semaphore>,
    /// Tables whose bots are being looked after.
    busy: Arc<Mutex<HashSet<TableId>>>,
}

impl Work {
    /// Searches while it has a permit.
    pub fn new(tables: Arc<Tables>, store: Arc<dyn Store>, searches: Arc<Semaphore>) -> Self {
        Self { tables, store, searches, busy: Arc::default() }
    }

    /// Looks after all tables in play, then after each that is told to have changed, until told to stop.
    pub async fn run(
        self,
        mut changed: mpsc::UnboundedReceiver<TableId>,
        mut stop: watch::Receiver<bool>,
    ) -> Result<(), StoreError> {
        let mut deadlines: BinaryHeap<Reverse<(Time, TableId)>> = BinaryHeap::new();
        for table in self.store.tables_at_work().await? {
            self.attend(table, &mut deadlines).await;
        }
        loop {
            let next = deadlines.peek().map(|Reverse((time, _))| Instant::now() + (*time - now()));
            tokio::select! {
                table = changed.recv() => match table {
                    Some(table) => self.attend(table, &mut deadlines).await,
                    None => return Ok(()),
                },
                () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {
                    if let Some(Reverse((time, table))) = deadlines.pop() {
                        if time <= now() {
                            self.time_is_over(table, &mut deadlines).await;
                        } else {
                            // The clock of the machine was set back while we slept.
                            deadlines.push(Reverse((time, table)));
                        }
                    }
                }
                () = stopped(&mut stop) => return Ok(()),
            }
        }
    }

    async fn attend(&self, table: TableId, deadlines: &mut BinaryHeap<Reverse<(Time, TableId)>>) {
        let slot = match self.tables.find(table).await {
            Ok(Some(slot)) => slot,
            Ok(None) => return,
            Err(error) => {
                tracing::error!(%table, %error, "a table cannot be read");
                return;
            }
        };
        let (deadline, bots) = slot.look(|loaded| {
            let bots = loaded.table.live().is_some_and(|game| game.waiting_bots().next().is_some());
            (loaded.table.deadline(), bots)
        });
        // A deadline that moves leaves an old one behind, which does nothing when its time comes.
        if let Some((time, _)) = deadline {
            deadlines.push(Reverse((time, table)));
        }
        if bots && lock(&self.busy).insert(table) {
            let bots = Bots {
                tables: Arc::clone(&self.tables),
                searches: Arc::clone(&self.searches),
                busy: Arc::clone(&self.busy),
                table,
            };
            tokio::spawn(bots.play());
        }
    }

    async fn time_is_over(&self, table: TableId, deadlines: &mut BinaryHeap<Reverse<(Time, TableId)>>) {
        match self.tables.act(table, &Command::Tick, None).await {
            Ok(_) => {}
            Err(ActError::Store(error)) => {
                tracing::error!(%table, %error, "a clock ran out and could not be written down");
                deadlines.push(Reverse((now() + PATIENCE, table)));
            }
            Err(error) => tracing::warn!(%table, %error, "a clock ran out at a table that is gone"),
        }
    }
}

/// The bots of one table, as long as they are to act.
struct Bots {
    tables: Arc<Tables>,
    searches: Arc<Semaphore>,
    busy: Arc<Mutex<HashSet<TableId>>>,
    table: TableId,
}

impl Bots {
    async fn play(self) {
        loop {
            match self.step().await {
                Ok(true) => {}
                Ok(false) => {
                    // Somebody may have moved between the last look and now.
                    lock(&self.busy).remove(&self.table);
                    if !self.waits().await || !lock(&self.busy).insert(self.table) {
                        return;
                    }
                }
                Err(ActError::Store(error)) => {
                    tracing::error!(table = %self.table, %error, "a bot waits for the store");
                    tokio::time::sleep(PATIENCE).await;
                }
                // The table went on without the bot: look again.
                Err(ActError::Refused(_) | ActError::Busy) => {}
                Err(ActError::NoTable | ActError::KeyReused) => {
                    lock(&self.busy).remove(&self.table);
                    return;
                }
            }
        }
    }

    async fn waits(&self) -> bool {
        let Ok(Some(slot)) = self.tables.find(self.table).await else { return false };
        slot.look(|loaded| loaded.table.live().is_some_and(|game| game.waiting_bots().next().is_some()))
    }

    /// One move of the first bot to act; tells whether there was one.
    async fn step(&self) -> Result<bool, ActError> {
        let slot = self.tables.find(self.table).await?.ok_or(ActError::NoTable)?;
        let task = slot.look(|loaded| {
            let game = loaded.table.live()?;
            let (seat, level) = game.waiting_bots().next()?;
            // A bot sees what a player in its seat may see.
            let seen = game.state.view(game::Viewer::Seat(seat));
            Some((seat, level, seen, loaded.table.seq))
        });
        let Some((seat, level, state, seq)) = task else { return Ok(false) };
        metrics::gauge!("sobremesa_bot_queue").increment(1.0);
        let permit = Arc::clone(&self.searches).acquire_owned().await;
        let seed = u64::from_be_bytes(random());
        let chosen = tokio::task::spawn_blocking(move || {
            let chosen = choose(&state, seat, level, seed);
            drop(permit);
            chosen
        })
        .await;
        metrics::gauge!("sobremesa_bot_queue").decrement(1.0);
        let Ok(Some(text)) = chosen else {
            tracing::error!(table = %self.table, %seat, "a bot found nothing to do");
            tokio::time::sleep(PATIENCE).await;
            return Ok(false);
        };
        let by = Mover::Bot(seat);
        self.tables.act(self.table, &Command::Play { by, expected: seq, text }, None).await?;
        metrics::counter!("sobremesa_bot_moves_total").increment(1);
        Ok(true)
    }
}

fn choose(state: &State, seat: Seat, level: Level, seed: u64) -> Option<String> {
    match state {
        State::Siesta(position) => {
            let player = &mut *siesta::Bot::Level(level).player(seed);
            bots::choose(player, position, seat).map(|turn| turn.to_string())
        }
        State::NoSiesta(position) => {
            let player = &mut *no_siesta::Bot::Level(level).player(seed);
            bots::choose(player, position, seat).map(|action| action.to_string())
        }
    }
}
