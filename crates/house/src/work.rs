//! What happens at tables by itself: bots move, clocks run out.
//!
//! Whatever waits follows from the tables themselves. A process that has the store alone keeps it in memory,
//! and looks at all tables in play after a restart. Where several share the store, it says when a table is
//! due, and whoever has time claims it for a while ([`store::SharedStore::claim_work`]); if they die, another does. What
//! is done twice all the same has effect once, as events collide.

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

/// After trouble, how long to wait before a bot tries again.
const PATIENCE: Duration = Duration::from_millis(500);

/// For how long work is claimed: far longer than any bot thinks.
const CLAIM: Duration = Duration::from_secs(10);
/// How often the store is asked for work that nobody told of.
const LOOK: Duration = Duration::from_millis(500);

/// Looks after bots and clocks.
pub(crate) struct Work {
    tables: Arc<Tables>,
    store: Arc<dyn Store>,
    /// As many searches at once as there are permits.
    searches: Arc<Semaphore>,
    /// Tables whose bots are being looked after.
    busy: Arc<Mutex<HashSet<TableId>>>,
}

impl Work {
    /// Searches while it has a permit.
    pub(crate) fn new(tables: Arc<Tables>, store: Arc<dyn Store>, searches: Arc<Semaphore>) -> Self {
        Self { tables, store, searches, busy: Arc::default() }
    }

    /// Looks after all tables in play, then after each that is told to have changed, until told to stop.
    pub(crate) async fn run(
        self,
        mut changed: mpsc::UnboundedReceiver<TableId>,
        mut stop: watch::Receiver<bool>,
    ) -> Result<(), StoreError> {
        let mut deadlines: BinaryHeap<Reverse<(Time, TableId)>> = BinaryHeap::new();
        for table in self.store.list_tables_needing_work().await? {
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

    /// Looks after tables that are due, as many at once as it may search, until told to stop; then finishes
    /// what was begun. Something may be due after a change here, and when others say so.
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
                under_way.spawn(look_after(tables, searches, table));
            }
            tokio::select! {
                _ = changed.recv_many(&mut changes, usize::MAX), if !changed.is_closed() => changes.clear(),
                () = told.notified() => {}
                _ = under_way.join_next(), if !under_way.is_empty() => {}
                () = tokio::time::sleep(LOOK) => {}
                () = stopped(&mut stop) => {}
            }
        }
        while under_way.join_next().await.is_some() {}
    }

    /// Claims some tables that are due; none while the store is in trouble.
    async fn claim(&self, most: usize) -> Vec<TableId> {
        let Some(shared) = self.store.shared() else { return Vec::new() };
        let now = now();
        shared.claim_work(now, now + CLAIM, most as u32).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "bots and clocks wait for the store");
            Vec::new()
        })
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

/// Does once what is due at a table. Where it fails, the claim runs out and somebody tries again.
async fn look_after(tables: Arc<Tables>, searches: Arc<Semaphore>, table: TableId) {
    let bots = Bots { tables, searches, busy: Arc::default(), table };
    let done = match bots.step().await {
        Ok(true) => Ok(()),
        Ok(false) => bots.tables.act(table, &Command::Tick, None).await.map(drop),
        Err(error) => Err(error),
    };
    match done {
        // Somebody else was faster, and what is due now is another matter.
        Ok(()) | Err(ActError::Refused(_) | ActError::Busy | ActError::KeyReused) => {}
        Err(error @ (ActError::Store(_) | ActError::NoTable)) => {
            tracing::warn!(%table, %error, "a table was not looked after");
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
            let chosen = engine_of(state.game()).choose(&state, seat, level, seed);
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
