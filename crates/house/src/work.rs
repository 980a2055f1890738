//! Background work at tables: bots move, and clocks run out.
//!
//! The work that is due follows from the tables themselves. A process that has the store for itself keeps the
//! deadlines in memory, and reads all running tables after a restart. Processes that share a store ask it which tables
//! are due, and lease them ([`store::SharedStore::claim_work`]); if a process dies, its leases expire and another
//! process takes over. Work that is done twice takes effect once: the second append conflicts with the first.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use club::{Command, Mover, TableId, Time};
use tokio::sync::{Notify, Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::games::engine_of;
use crate::live::{lock, stopped};
use crate::tables::{ActError, Tables, now, random};
use store::{Store, StoreError};

/// How long a bot or a clock waits after an error before it retries.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How long a process leases a table that is due: far longer than any bot thinks.
const LEASE: Duration = Duration::from_secs(10);
/// How often the store is asked for due tables when no hint comes. Hints can be lost.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Plays the bots and enforces the clocks.
pub(crate) struct Work {
    tables: Arc<Tables>,
    store: Arc<dyn Store>,
    /// One permit for each search that may run at once.
    searches: Arc<Semaphore>,
    /// Tables whose bots have a task. A second task would think about the same move.
    busy: Arc<Mutex<HashSet<TableId>>>,
}

impl Work {
    /// Shares the permits of `searches` with hints and analyses.
    pub(crate) fn new(tables: Arc<Tables>, store: Arc<dyn Store>, searches: Arc<Semaphore>) -> Self {
        Self { tables, store, searches, busy: Arc::default() }
    }

    /// Works alone on a store: on all running tables, then on each table that changes, until `stop`.
    pub(crate) async fn run(
        self,
        mut changed: mpsc::UnboundedReceiver<TableId>,
        mut stop: watch::Receiver<bool>,
    ) -> Result<(), StoreError> {
        let mut deadlines: BinaryHeap<Reverse<(Time, TableId)>> = BinaryHeap::new();
        for table in self.store.list_tables_needing_work().await? {
            self.schedule(table, &mut deadlines).await;
        }
        loop {
            let next = deadlines.peek().map(|Reverse((time, _))| Instant::now() + (*time - now()));
            // All three branches can be cancelled safely: changes stay in the channel and deadlines in the heap.
            tokio::select! {
                table = changed.recv() => match table {
                    Some(table) => self.schedule(table, &mut deadlines).await,
                    None => return Ok(()),
                },
                () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {
                    if let Some(Reverse((time, table))) = deadlines.pop() {
                        if time <= now() {
                            self.tick(table, &mut deadlines).await;
                        } else {
                            // The system clock was set back during the sleep.
                            deadlines.push(Reverse((time, table)));
                        }
                    }
                }
                () = stopped(&mut stop) => return Ok(()),
            }
        }
    }

    /// Works on a shared store until `stop`, then finishes the tables that it has leased. It leases as many tables
    /// at once as it may search. `changed` has the changes of this process, `told` the hints of others.
    pub(crate) async fn run_claimed(
        self,
        mut changed: mpsc::UnboundedReceiver<TableId>,
        told: Arc<Notify>,
        mut stop: watch::Receiver<bool>,
    ) {
        let most = self.searches.available_permits().max(1);
        let mut under_way = JoinSet::new();
        let mut changes = Vec::new();
        while !*stop.borrow() {
            let free = most.saturating_sub(under_way.len());
            let claimed = if free > 0 { self.claim(free).await } else { Vec::new() };
            for table in claimed {
                let (tables, searches) = (Arc::clone(&self.tables), Arc::clone(&self.searches));
                under_way.spawn(do_due_work(tables, searches, table));
            }
            // Every branch only wakes the loop, which asks the store what is due. A closed channel and an empty set are
            // ready at once and would make the loop spin, so their branches are disabled.
            tokio::select! {
                _ = changed.recv_many(&mut changes, usize::MAX), if !changed.is_closed() => changes.clear(),
                () = told.notified() => {}
                _ = under_way.join_next(), if !under_way.is_empty() => {}
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = stopped(&mut stop) => {}
            }
        }
        while under_way.join_next().await.is_some() {}
    }

    /// Leases up to `most` tables that are due. On an error it leases none: the loop retries after
    /// [`POLL_INTERVAL`].
    async fn claim(&self, most: usize) -> Vec<TableId> {
        let Some(shared) = self.store.shared() else { return Vec::new() };
        let now = now();
        shared.claim_work(now, now + LEASE, most as u32).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the store did not lease any tables; bots and clocks are delayed");
            Vec::new()
        })
    }

    /// Remembers the deadline of a table, and starts a task for its bots if they are to act.
    async fn schedule(&self, table: TableId, deadlines: &mut BinaryHeap<Reverse<(Time, TableId)>>) {
        let slot = match self.tables.find(table).await {
            Ok(Some(slot)) => slot,
            Ok(None) => return,
            // The operator was told.
            Err(StoreError::UnreadableTable(..)) => return,
            Err(error) => {
                tracing::error!(%table, %error, "could not read a table; its bots and clocks are delayed");
                return;
            }
        };
        let (deadline, bots) = slot.look(|loaded| {
            let bots = loaded.table.live().is_some_and(|game| game.waiting_bots().next().is_some());
            (loaded.table.deadline(), bots)
        });
        // The old deadline of the table stays in the heap: its tick finds no clock that has run out.
        if let Some((time, _)) = deadline {
            deadlines.push(Reverse((time, table)));
        }
        // Insert and test under one lock, so that only one task is started for a table.
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

    /// Ends the turn of a player whose time has run out.
    async fn tick(&self, table: TableId, deadlines: &mut BinaryHeap<Reverse<(Time, TableId)>>) {
        match self.tables.act(table, &Command::Tick, None).await {
            Ok(_) | Err(ActError::Store(StoreError::UnreadableTable(..))) => {}
            Err(ActError::Store(error)) => {
                tracing::error!(%table, %error, "could not store that a clock ran out; retrying");
                deadlines.push(Reverse((now() + RETRY_DELAY, table)));
            }
            Err(error) => tracing::warn!(%table, %error, "could not end a turn whose time ran out"),
        }
    }
}

/// Does what is due at a table: one move of a bot, or a tick of the clocks. If it fails, the lease expires and a
/// process leases the table again.
async fn do_due_work(tables: Arc<Tables>, searches: Arc<Semaphore>, table: TableId) {
    let bots = Bots { tables, searches, busy: Arc::default(), table };
    let done = match bots.step().await {
        Ok(true) => Ok(()),
        Ok(false) => bots.tables.act(table, &Command::Tick, None).await.map(drop),
        Err(error) => Err(error),
    };
    match done {
        // Another process was faster. The store says what is due now.
        Ok(()) | Err(ActError::Refused(_) | ActError::Busy | ActError::KeyReused) => {}
        // The operator was told. The lease is the pause until the next attempt.
        Err(ActError::Store(StoreError::UnreadableTable(..))) => {}
        Err(error @ (ActError::Store(_) | ActError::NoTable)) => {
            tracing::warn!(%table, %error, "could not do what is due at a table; retrying after the lease");
        }
    }
}

/// The bots of one table.
struct Bots {
    tables: Arc<Tables>,
    searches: Arc<Semaphore>,
    busy: Arc<Mutex<HashSet<TableId>>>,
    table: TableId,
}

impl Bots {
    /// Plays until no bot is to act.
    async fn play(self) {
        loop {
            match self.step().await {
                Ok(true) => {}
                Ok(false) => {
                    // A move may have come after `step` read the table, while `busy` kept `schedule` from starting
                    // another task. So the table is released first and read again after that.
                    lock(&self.busy).remove(&self.table);
                    if !self.is_bot_to_act().await || !lock(&self.busy).insert(self.table) {
                        return;
                    }
                }
                // The table changed while the bot was thinking: read it again.
                Err(ActError::Refused(_) | ActError::Busy) => {}
                Err(
                    ActError::NoTable
                    | ActError::KeyReused
                    | ActError::Store(StoreError::UnreadableTable(..)),
                ) => {
                    lock(&self.busy).remove(&self.table);
                    return;
                }
                Err(ActError::Store(error)) => {
                    tracing::error!(table = %self.table, %error, "could not store the move of a bot; retrying");
                    tokio::time::sleep(RETRY_DELAY).await;
                }
            }
        }
    }

    async fn is_bot_to_act(&self) -> bool {
        let Ok(Some(slot)) = self.tables.find(self.table).await else { return false };
        slot.look(|loaded| loaded.table.live().is_some_and(|game| game.waiting_bots().next().is_some()))
    }

    /// Plays one move of the first bot that is to act; `false` if there is none.
    async fn step(&self) -> Result<bool, ActError> {
        let slot = self.tables.find(self.table).await?.ok_or(ActError::NoTable)?;
        let task = slot.look(|loaded| {
            let game = loaded.table.live()?;
            let (seat, level) = game.waiting_bots().next()?;
            // A bot gets the view of its seat, so that it cannot use what is hidden from a player.
            let seen = game.state.view(game::Viewer::Seat(seat));
            Some((seat, level, seen, loaded.table.seq))
        });
        let Some((seat, level, state, seq)) = task else { return Ok(false) };
        metrics::gauge!("sobremesa_bot_queue").increment(1.0);
        let permit = Arc::clone(&self.searches).acquire_owned().await;
        let seed = u64::from_be_bytes(random());
        let chosen = tokio::task::spawn_blocking(move || {
            let chosen = engine_of(state.game()).choose(&state, seat, level, seed);
            // Held by the thread: if this task is cancelled, the search still uses a core until it ends.
            drop(permit);
            chosen
        })
        .await;
        metrics::gauge!("sobremesa_bot_queue").decrement(1.0);
        let Ok(Some(text)) = chosen else {
            tracing::error!(table = %self.table, %seat, "the engine of a bot returned no action; retrying");
            tokio::time::sleep(RETRY_DELAY).await;
            return Ok(false);
        };
        let by = Mover::Bot(seat);
        self.tables.act(self.table, &Command::Play { by, expected: seq, text }, None).await?;
        metrics::counter!("sobremesa_bot_moves_total").increment(1);
        Ok(true)
    }
}
