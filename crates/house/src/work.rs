//! Background work at tables: bots move, and clocks run out.
//!
//! The work that is due follows from the tables themselves. A process that has the store for itself keeps the
//! deadlines in memory, and reads all running tables after a restart. Processes that share a store ask it which tables
//! are due, and lease them ([`store::SharedStore::claim_work`]); if a process dies, its leases expire and another
//! process takes over. Work that is done twice takes effect once: the second append conflicts with the first.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::ops::ControlFlow::Continue;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bots::{Level, Limits};
use club::engine::Engine;
use club::{Command, Mover, PersonId, State, TableId, Time};
use game::Seat;
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::devices::{awaited, patience};
use crate::house::House;
use crate::live::{lock, stopped};
use crate::presence::Presence;
use crate::searches::{Place, SearchKind, SearchOwner, Searches};
use crate::tables::{ActError, Tables, now, random};
use store::{Store, StoreError, WorkClaim};

/// How long a bot or a clock waits after an error before it retries.
const RETRY_DELAY: Duration = Duration::from_millis(500);
/// How long a process leases a table that is due: longer than it waits for a device and than any bot thinks.
const LEASE: Duration = Duration::from_secs(10);
/// The most tables that are leased at once.
const MAX_CLAIMED: u32 = 64;
/// How often the store is asked for due tables when no hint comes. Hints can be lost.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// How often the house looks whether the device that it waits for is still there.
const DEVICE_CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// Plays the bots and enforces the clocks.
pub(crate) struct Work {
    tables: Arc<Tables>,
    store: Arc<dyn Store>,
    searches: Arc<Searches>,
    presence: Arc<Presence>,
    stop: watch::Receiver<bool>,
    /// Tables whose bots have a task. A second task would think about the same move.
    busy: Arc<Mutex<HashSet<TableId>>>,
    /// Tables with long searches that this process has no place for, and has left to others.
    left: Arc<Mutex<HashSet<TableId>>>,
}

impl Work {
    /// Works for this house until `stop`.
    pub(crate) fn new(house: &House, stop: watch::Receiver<bool>) -> Self {
        Self {
            tables: Arc::clone(&house.tables),
            store: Arc::clone(&house.store),
            searches: Arc::clone(&house.searches),
            presence: Arc::clone(&house.presence),
            stop,
            busy: Arc::default(),
            left: Arc::default(),
        }
    }

    /// Works alone on a store: on all running tables, then on each table that changes.
    pub(crate) async fn run(self, mut changed: mpsc::UnboundedReceiver<TableId>) -> Result<(), StoreError> {
        let mut stop = self.stop.clone();
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

    /// Works on a shared store until the stop, then finishes the tables that it has leased. It looks at all tables that are
    /// due and leaves long searches that it could not begin soon to other processes. `changed` has the changes of this
    /// process, `told` the hints of others.
    pub(crate) async fn run_claimed(self, mut changed: mpsc::UnboundedReceiver<TableId>, told: Arc<Notify>) {
        let mut stop = self.stop.clone();
        let mut under_way = JoinSet::new();
        let mut changes = Vec::new();
        while !*stop.borrow() {
            let until = now() + LEASE;
            for table in self.claim(until).await {
                let (store, left) = (Arc::clone(&self.store), Arc::clone(&self.left));
                under_way.spawn(do_due_work(store, self.bots(table), until, left));
            }
            // Every branch wakes the loop, which asks the store what is due. A closed channel and an empty set are
            // ready at once and would make the loop spin, so their branches are disabled.
            tokio::select! {
                _ = changed.recv_many(&mut changes, usize::MAX), if !changed.is_closed() => changes.clear(),
                () = told.notified() => {}
                done = under_way.join_next(), if !under_way.is_empty() => {
                    // There is room for another one. Only then, or the loop would look at the same tables all the time.
                    if let Some(Ok(Some(SearchKind::LongBot))) = done {
                        lock(&self.left).clear();
                    }
                }
                () = tokio::time::sleep(POLL_INTERVAL) => {}
                () = stopped(&mut stop) => {}
            }
        }
        while under_way.join_next().await.is_some() {}
    }

    /// Leases tables that are due, except those that it has left to others. Of the tables of the same people no more
    /// are leased at a time than this process can search. On an error it leases none: the loop retries after
    /// [`POLL_INTERVAL`].
    async fn claim(&self, until: Time) -> Vec<TableId> {
        let Some(shared) = self.store.shared() else { return Vec::new() };
        let skip: Vec<TableId> = lock(&self.left).iter().copied().collect();
        let limit_of_same = self.searches.permits(SearchKind::LongBot) as u32;
        let claim = WorkClaim { now: now(), until, limit: MAX_CLAIMED, limit_of_same, skip: &skip };
        shared.claim_work(claim).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the store did not lease any tables; bots and clocks are delayed");
            Vec::new()
        })
    }

    fn bots(&self, table: TableId) -> Bots {
        Bots {
            tables: Arc::clone(&self.tables),
            searches: Arc::clone(&self.searches),
            presence: Arc::clone(&self.presence),
            stop: self.stop.clone(),
            busy: Arc::clone(&self.busy),
            table,
        }
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
            tokio::spawn(self.bots(table).play());
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
/// process leases the table again. Returns the kind of search that it did, if any.
async fn do_due_work(
    store: Arc<dyn Store>,
    bots: Bots,
    leased_until: Time,
    left: Arc<Mutex<HashSet<TableId>>>,
) -> Option<SearchKind> {
    let mut searched = None;
    let done = match bots.find_turn().await {
        // Meanwhile the device has played, which has ended the lease.
        Ok(Some(turn)) if bots.device_plays(&turn).await => Ok(()),
        Ok(Some(turn)) => match bots.enter_if_soon(&turn) {
            Some(place) => {
                searched = Some(turn.kind());
                bots.play_turn(turn, place).await.map(drop)
            }
            None => {
                // Before the lease ends, so that this process does not take the table again at once.
                lock(&left).insert(bots.table);
                release(&*store, bots.table, leased_until).await
            }
        },
        Ok(None) => bots.tables.act(bots.table, &Command::Tick, None).await.map(drop),
        Err(error) => Err(error),
    };
    match done {
        // Another process was faster. The store says what is due now.
        Ok(()) | Err(ActError::Refused(_) | ActError::PlayedOn | ActError::Busy | ActError::KeyReused) => {}
        // The operator was told. The lease is the pause until the next attempt.
        Err(ActError::Store(StoreError::UnreadableTable(..))) => {}
        Err(error @ (ActError::Store(_) | ActError::NoTable)) => {
            tracing::warn!(table = %bots.table, %error, "could not do what is due at a table; retrying after the lease");
        }
    }
    searched
}

async fn release(store: &dyn Store, table: TableId, leased_until: Time) -> Result<(), ActError> {
    match store.shared() {
        Some(shared) => Ok(shared.release_work(table, leased_until).await?),
        None => Ok(()),
    }
}

/// A turn of a bot.
struct Turn {
    seat: Seat,
    level: Level,
    /// The game as the seat sees it, so that a bot cannot use what is hidden from a player.
    state: State,
    /// The last event of the table.
    seq: u64,
    /// The host of the table.
    owner: SearchOwner,
    /// The person whose device may choose the move instead, and until when the house waits for it.
    device: Option<(PersonId, Time)>,
}

impl Turn {
    fn kind(&self) -> SearchKind {
        SearchKind::of_bot(self.level)
    }
}

/// The bots of one table.
struct Bots {
    tables: Arc<Tables>,
    searches: Arc<Searches>,
    presence: Arc<Presence>,
    stop: watch::Receiver<bool>,
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
                Err(ActError::Refused(_) | ActError::PlayedOn | ActError::Busy) => {}
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

    /// Waits for the device of the one person at the table, as long as it is there and has time left. Returns whether
    /// the game has gone on, by the device or by the person.
    async fn device_plays(&self, turn: &Turn) -> bool {
        let Some((person, until)) = turn.device else { return false };
        let mut stop = self.stop.clone();
        loop {
            // Read again each time: where servers share a store, what the device sent to another one may be new here.
            let Ok(Some(slot)) = self.tables.find(self.table).await else { return false };
            let mut changes = slot.subscribe();
            if slot.look(|loaded| loaded.table.game_seq) > turn.seq {
                return true;
            }
            // Never longer than the whole patience, because the clocks of servers differ a little.
            let left = (until - now()).min(patience(turn.level));
            if left.is_zero() || !self.presence.has_device(self.table, person).await {
                return false;
            }
            // Every branch but the stop looks again. A change that comes while the table is read is seen: the
            // subscription is older than the look.
            tokio::select! {
                _ = changes.changed() => {}
                () = tokio::time::sleep(left.min(DEVICE_CHECK_INTERVAL)) => {}
                () = stopped(&mut stop) => return false,
            }
        }
    }

    /// Plays one move of the first bot that is to act; `false` if there is none.
    async fn step(&self) -> Result<bool, ActError> {
        let Some(turn) = self.find_turn().await? else { return Ok(false) };
        if self.device_plays(&turn).await {
            return Ok(true);
        }
        let place = self.searches.enter(turn.kind(), turn.owner);
        self.play_turn(turn, place).await
    }

    /// A place for a search that other processes could do instead; `None` if it would not begin soon here.
    fn enter_if_soon(&self, turn: &Turn) -> Option<Place> {
        let (kind, owner) = (turn.kind(), turn.owner);
        if kind == SearchKind::LongBot {
            return self.searches.enter_if_soon(kind, owner);
        }
        Some(self.searches.enter(kind, owner))
    }

    /// The turn of the first bot that is to act.
    async fn find_turn(&self) -> Result<Option<Turn>, ActError> {
        let slot = self.tables.find(self.table).await?.ok_or(ActError::NoTable)?;
        Ok(slot.look(|loaded| {
            let game = loaded.table.live()?;
            let (seat, level) = game.waiting_bots().next()?;
            let state = game.state.view(game::Viewer::Seat(seat));
            let owner = SearchOwner::person(loaded.table.host);
            let device = awaited(loaded, level);
            Some(Turn { seat, level, state, seq: loaded.table.seq, owner, device })
        }))
    }

    /// Plays a move of a bot; `false` if its engine failed.
    async fn play_turn(&self, turn: Turn, place: Place) -> Result<bool, ActError> {
        let Turn { seat, level, state, seq, .. } = turn;
        let seed = u64::from_be_bytes(random());
        let search = move || {
            let engine = Engine::embedded(state.variant());
            engine.choose(&state, seat, level, seed, Limits::default(), &mut |_| Continue(()))
        };
        let chosen = place.admitted().await.run(search).await;
        let Ok(Ok(text)) = chosen else {
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
