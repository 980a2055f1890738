//! Tables in memory: decide, commit, publish, answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime};

use club::{Command, Context, Event, Refusal, Seed, SeedHash, Table, TableId, Time};
use tokio::sync::watch;

use crate::bus::{Bus, Notice};
use crate::derive;
use crate::live::{Live, lock};
use store::{Append, Appended, Batch, Derived, IdempotencyKey, Store, StoreError, UsedKey};

/// How often a decision is made anew because another server was faster.
const ATTEMPTS: usize = 16;

/// How long a table that nobody uses stays in memory.
const KEPT: std::time::Duration = std::time::Duration::from_secs(600);

/// The moment, by the clock of this machine.
pub fn now() -> Time {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The tables that this process has at hand.
pub struct Tables {
    store: Arc<dyn Store>,
    live: Arc<Live>,
    slots: Mutex<HashMap<TableId, Arc<Slot>>>,
    /// Told of every table with bots or clocks that changed, so that they are looked after.
    attend: tokio::sync::mpsc::UnboundedSender<TableId>,
    /// To tell other servers, where there are any.
    bus: Option<Bus>,
    /// Counts batches; to find a counter by its name costs more than to count.
    batches: metrics::Counter,
}

/// A table at hand.
pub struct Slot {
    /// Which.
    pub id: TableId,
    /// One decision after the other: two at once would only collide in the store.
    gate: tokio::sync::Mutex<()>,
    loaded: Mutex<Loaded>,
    seq: watch::Sender<u64>,
}

/// A table with all its events.
pub struct Loaded {
    /// What they add up to.
    pub table: Table,
    /// All events, in order.
    pub log: Vec<(Time, Event)>,
    seed: Option<Seed>,
    used: Instant,
}

/// What became of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Acted {
    /// The table.
    pub table: TableId,
    /// The last event that the command led to.
    pub seq: u64,
}

/// Why a command led to nothing.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// There is no such table.
    #[error("there is no such table")]
    NoTable,
    /// The club says no.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The key was used for something else.
    #[error("this idempotency key was used for another request")]
    KeyReused,
    /// Others were faster all the time.
    #[error("too much happens at this table at once; try again")]
    Busy,
    /// The store is in trouble.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Slot {
    /// Looks at the table. The lock is held while looking, so it must be short.
    pub fn look<T>(&self, look: impl FnOnce(&Loaded) -> T) -> T {
        look(&lock(&self.loaded))
    }

    /// Hears of every new event from now on.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.seq.subscribe()
    }

    /// Adds a batch of the store, unless somebody did so meanwhile.
    fn read(&self, batch: &Batch) -> Result<(), StoreError> {
        self.add(batch, derive::read(batch).map_err(StoreError::Unreadable)?)
    }

    /// Adds a batch, unless somebody did so meanwhile.
    fn add(&self, batch: &Batch, events: Vec<Event>) -> Result<(), StoreError> {
        let mut loaded = lock(&self.loaded);
        if batch.after < loaded.table.seq {
            return Ok(());
        }
        for event in &events {
            let folded = loaded.table.fold(batch.at, event);
            folded.map_err(|error| StoreError::Unreadable(format!("table {}: {error}", self.id)))?;
        }
        loaded.log.extend(events.into_iter().map(|event| (batch.at, event)));
        loaded.used = Instant::now();
        let seq = loaded.table.seq;
        drop(loaded);
        self.seq.send_replace(seq);
        Ok(())
    }
}

/// Random bytes from the operating system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without its source of randomness a machine can keep no secret: better to stop than to guess.
    #[expect(clippy::expect_used, reason = "there is nothing sensible to do without randomness")]
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

impl Tables {
    /// No tables yet; whoever looks after bots and clocks hears of changes.
    pub fn new(
        store: Arc<dyn Store>,
        live: Arc<Live>,
        attend: tokio::sync::mpsc::UnboundedSender<TableId>,
        bus: Option<Bus>,
    ) -> Self {
        let batches = metrics::counter!("sobremesa_batches_total");
        Self { store, live, slots: Mutex::default(), attend, bus, batches }
    }

    /// The table with this identity, if there is one, with all that any server has acknowledged.
    pub async fn find(&self, id: TableId) -> Result<Option<Arc<Slot>>, StoreError> {
        let slot = self.at_hand(id).await?;
        // Also if it was just read: from now on news of others come to it, but some may have come before.
        if let (Some(slot), Some(_)) = (&slot, self.store.shared()) {
            self.catch_up(slot).await?;
        }
        Ok(slot)
    }

    /// The table with this identity, if there is one; other servers may know more of it.
    async fn at_hand(&self, id: TableId) -> Result<Option<Arc<Slot>>, StoreError> {
        if let Some(slot) = lock(&self.slots).get(&id) {
            return Ok(Some(Arc::clone(slot)));
        }
        let batches = self.store.read_batches(id, 0).await?;
        if batches.is_empty() {
            return Ok(None);
        }
        let (mut table, mut log) = (None, Vec::new());
        for batch in &batches {
            let events = derive::read(batch).map_err(StoreError::Unreadable)?;
            table = Some(derive::fold(table, batch, &events).map_err(StoreError::Unreadable)?);
            log.extend(events.into_iter().map(|event| (batch.at, event)));
        }
        let Some(table) = table else { return Ok(None) };
        let seed = match table.live() {
            Some(game) => self.seed(id, game.seed_hash).await?,
            None => None,
        };
        Ok(Some(self.keep(table, log, seed)))
    }

    /// Keeps a table at hand, unless somebody else did so meanwhile.
    fn keep(&self, table: Table, log: Vec<(Time, Event)>, seed: Option<Seed>) -> Arc<Slot> {
        let (id, seq) = (table.id, table.seq);
        let loaded = Mutex::new(Loaded { table, log, seed, used: Instant::now() });
        let slot = Slot { id, gate: tokio::sync::Mutex::default(), loaded, seq: watch::Sender::new(seq) };
        let mut slots = lock(&self.slots);
        metrics::gauge!("sobremesa_tables_in_memory").set(slots.len() as f64 + 1.0);
        Arc::clone(slots.entry(id).or_insert_with(|| Arc::new(slot)))
    }

    /// Lays a new table.
    pub async fn create(
        &self,
        id: TableId,
        key: Option<IdempotencyKey>,
        decide: impl FnOnce(Context<'_>) -> Result<Vec<Event>, Refusal>,
    ) -> Result<Acted, ActError> {
        if let Some(acted) = self.repeated(key.as_ref()).await? {
            return Ok(acted);
        }
        let (now, seed) = (now(), Seed(random()));
        let events = decide(Context { now, seed: &seed })?;
        let batch = Batch { id: 0, table: id, after: 0, count: 0, at: now, events: String::new() };
        let table = derive::fold(None, &batch, &events).map_err(StoreError::Unreadable)?;
        let derived = derive::derived(&table, now, &events);
        match self.store.append(append(id, 0, now, &events, &seed, derived, key.clone())?).await? {
            Appended::Done(log) => {
                let acted = Acted { table: id, seq: table.seq };
                let seed = table.live().map(|_| seed);
                let slot = self.keep(table, events.into_iter().map(|event| (now, event)).collect(), seed);
                self.published(&slot, log);
                Ok(acted)
            }
            Appended::Conflict => Err(ActError::Busy),
            Appended::Repeated(repeated) => same_request(key.as_ref(), &repeated),
        }
    }

    /// Does what somebody wants at a table, and answers when it is durable.
    pub async fn act(
        &self,
        id: TableId,
        command: &Command,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, ActError> {
        let slot = self.at_hand(id).await?.ok_or(ActError::NoTable)?;
        let _one_at_a_time = slot.gate.lock().await;
        // Of a table that nobody else changes we know everything.
        let mut current = self.store.shared().is_none();
        for _ in 0..ATTEMPTS {
            // Asked here and each time, so that the same request twice at once is not refused the second time.
            if let Some(acted) = self.repeated(key.as_ref()).await? {
                return Ok(acted);
            }
            let now = now();
            let decided = self.decide(&slot, command, now, key.as_ref());
            let (events, appended, seed) = match decided {
                Ok(Some(decided)) => decided,
                // To refuse or to do nothing is only right by all that any server has acknowledged.
                Ok(None) | Err(ActError::Refused(_)) if !current => {
                    self.catch_up(&slot).await?;
                    current = true;
                    continue;
                }
                Ok(None) => return Ok(Acted { table: id, seq: slot.look(|loaded| loaded.table.seq) }),
                Err(error) => return Err(error),
            };
            let after = appended.after;
            let started = appended.seed.is_some();
            match self.store.append(appended).await? {
                Appended::Done(log) => {
                    if started {
                        lock(&slot.loaded).seed = Some(seed);
                    }
                    let acted = Acted { table: id, seq: after + events.len() as u64 };
                    let batch = Batch { id: log, table: id, after, count: 0, at: now, events: String::new() };
                    slot.add(&batch, events)?;
                    self.published(&slot, log);
                    return Ok(acted);
                }
                Appended::Conflict => self.catch_up(&slot).await?,
                Appended::Repeated(repeated) => return same_request(key.as_ref(), &repeated),
            }
        }
        Err(ActError::Busy)
    }

    /// What a command leads to by what is known of the table, and the seed; nothing if it changes nothing.
    fn decide(
        &self,
        slot: &Slot,
        command: &Command,
        now: Time,
        key: Option<&IdempotencyKey>,
    ) -> Result<Option<(Vec<Event>, Append, Seed)>, ActError> {
        let loaded = lock(&slot.loaded);
        let table = &loaded.table;
        let seed = loaded.seed.unwrap_or_else(|| Seed(random()));
        let events = club::decide(table, command, Context { now, seed: &seed })?;
        if events.is_empty() {
            return Ok(None);
        }
        // Who shares the store has to be told when the table is due.
        let due = self.store.shared().is_some() && table.needs_work();
        let derived = if due || derive::concerns_lists(&events) {
            let mut after = table.clone();
            for event in &events {
                let folded = after.fold(now, event);
                folded.map_err(|error| StoreError::Unreadable(format!("table {}: {error}", slot.id)))?;
            }
            derive::derived(&after, now, &events)
        } else {
            Derived::default()
        };
        let appended = append(slot.id, table.seq, now, &events, &seed, derived, key.cloned())?;
        Ok(Some((events, appended, seed)))
    }

    /// Hears that tables have come so far. Those that somebody has in their hands are brought up to date; all
    /// others are read when they are needed.
    pub async fn heard(&self, news: &HashMap<TableId, u64>) -> Result<(), StoreError> {
        let behind: HashMap<TableId, Arc<Slot>> = {
            let slots = lock(&self.slots);
            let in_hands = news.iter().filter_map(|(id, seq)| Some((slots.get(id)?, seq)));
            // One is that of all tables.
            in_hands
                .filter(|(slot, seq)| Arc::strong_count(slot) > 1 && *slot.seq.borrow() < **seq)
                .map(|(slot, _)| (slot.id, Arc::clone(slot)))
                .collect()
        };
        if behind.is_empty() {
            return Ok(());
        }
        let known: Vec<(TableId, u64)> =
            behind.values().map(|slot| (slot.id, slot.look(|loaded| loaded.table.seq))).collect();
        for batch in self.store.read_batches_of_tables(&known).await? {
            if let Some(slot) = behind.get(&batch.table) {
                slot.read(&batch)?;
            }
        }
        for slot in behind.values() {
            self.read_seed(slot).await?;
        }
        Ok(())
    }

    /// Reads what others appended.
    async fn catch_up(&self, slot: &Slot) -> Result<(), StoreError> {
        let after = slot.look(|loaded| loaded.table.seq);
        for batch in self.store.read_batches(slot.id, after).await? {
            slot.read(&batch)?;
        }
        self.read_seed(slot).await
    }

    /// Reads the seed of a game that others began.
    async fn read_seed(&self, slot: &Slot) -> Result<(), StoreError> {
        let seedless = slot.look(|loaded| {
            let hash = loaded.table.live().map(|game| game.seed_hash);
            hash.filter(|_| loaded.seed.is_none())
        });
        if let Some(hash) = seedless {
            let seed = self.seed(slot.id, hash).await?;
            lock(&slot.loaded).seed = seed;
        }
        Ok(())
    }

    /// The seed of a game: the one whose hash was published, or the store is damaged.
    async fn seed(&self, id: TableId, hash: SeedHash) -> Result<Option<Seed>, StoreError> {
        let seed = self.store.find_seed(id).await?.filter(|seed| seed.hash() == hash);
        let lost = || StoreError::Unreadable(format!("table {id} has lost its seed"));
        seed.map(Some).ok_or_else(lost)
    }

    fn published(&self, slot: &Slot, log: u64) {
        self.batches.increment(1);
        let work = slot.look(|loaded| {
            self.live.tell(loaded.table.people(), log);
            loaded.table.needs_work()
        });
        if work {
            // Nobody listens any more when the process is about to stop; a restart looks at all tables.
            let _ = self.attend.send(slot.id);
        }
        if let Some(bus) = &self.bus {
            bus.tell(Notice::Log(log));
            let bots = |loaded: &Loaded| {
                loaded.table.live().is_some_and(|game| game.waiting_bots().next().is_some())
            };
            if work && slot.look(bots) {
                bus.tell(Notice::Work);
            }
        }
    }

    /// What became of the request with this key, if it was done before.
    pub async fn repeated(&self, key: Option<&IdempotencyKey>) -> Result<Option<Acted>, ActError> {
        let Some(key) = key else { return Ok(None) };
        let Some(repeated) = self.store.find_used_key(key.person, &key.key).await? else { return Ok(None) };
        same_request(Some(key), &repeated).map(Some)
    }

    /// Forgets tables that nobody has used for a while; the store has them.
    pub fn forget_unused(&self, now: Instant) {
        let mut slots = lock(&self.slots);
        slots.retain(|_, slot| {
            let recent = now.saturating_duration_since(lock(&slot.loaded).used) < KEPT;
            recent || Arc::strong_count(slot) > 1
        });
        metrics::gauge!("sobremesa_tables_in_memory").set(slots.len() as f64);
    }
}

fn same_request(key: Option<&IdempotencyKey>, repeated: &UsedKey) -> Result<Acted, ActError> {
    if key.is_some_and(|key| key.request == repeated.request) {
        Ok(Acted { table: TableId(repeated.made), seq: repeated.seq })
    } else {
        Err(ActError::KeyReused)
    }
}

fn append(
    table: TableId,
    after: u64,
    at: Time,
    events: &[Event],
    seed: &Seed,
    derived: Derived,
    key: Option<IdempotencyKey>,
) -> Result<Append, StoreError> {
    let text = serde_json::to_string(events).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let starts = events.iter().any(|event| matches!(event, Event::Started { .. }));
    let seed = starts.then_some(*seed);
    Ok(Append { table, after, count: events.len() as u32, at, events: text, seed, derived, key })
}
