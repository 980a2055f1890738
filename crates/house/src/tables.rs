//! Tables in memory, and the one way to change them: decide, commit, publish, answer.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime};

use club::{Command, Context, Event, Refusal, Seed, SeedHash, Table, TableId, TalkLimits, Time};
use tokio::sync::watch;

use crate::bus::{Bus, Notice};
use crate::deed::Deed;
use crate::derive;
use crate::finish::finish;
use crate::live::{Live, lock};
use store::{
    Append, Appended, Batch, Derived, IdempotencyKey, Store, StoreError, UsedKey, report_unreadable,
};

/// How often a command is decided again because another server appended first.
const MAX_ATTEMPTS: usize = 16;

/// How long an unused table stays in memory.
const IDLE_LIFETIME: std::time::Duration = std::time::Duration::from_secs(600);

/// The current time, by the clock of this machine.
pub fn now() -> Time {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The tables in the memory of this process.
pub struct Tables {
    store: Arc<dyn Store>,
    live: Arc<Live>,
    slots: Mutex<HashMap<TableId, Arc<Slot>>>,
    /// Gets every table with bots or clocks that has changed.
    attend: tokio::sync::mpsc::UnboundedSender<TableId>,
    /// Notifies other servers, if there are any.
    bus: Option<Bus>,
    /// How much one person may talk and mute at a table.
    talk: TalkLimits,
    /// Counts batches. Kept here because looking a counter up by name costs more than counting.
    batches: metrics::Counter,
}

/// A table in memory.
pub struct Slot {
    /// The identity of the table.
    pub id: TableId,
    /// Held while a command is decided and appended: two at once would only conflict in the store.
    gate: tokio::sync::Mutex<()>,
    loaded: Mutex<Loaded>,
    seq: watch::Sender<u64>,
}

/// A table with its events and its seed.
pub struct Loaded {
    /// The state that the events add up to.
    pub table: Table,
    /// All events in order, with their times.
    pub log: Vec<(Time, Event)>,
    /// The seed of a game that is on.
    pub(crate) seed: Option<Seed>,
    used: Instant,
}

/// What a command led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Acted {
    /// The table.
    pub table: TableId,
    /// The last event that the command led to.
    pub seq: u64,
}

/// Why a command changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    /// There is no such table.
    #[error("there is no such table")]
    NoTable,
    /// The rules of the club refuse it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The table went on here and on the device that took it along.
    #[error("the table went on here while a device had taken it along")]
    PlayedOn,
    /// The idempotency key was used for another request.
    #[error("this idempotency key was used for another request")]
    KeyReused,
    /// Other servers appended first, again and again.
    #[error("too much happens at this table at once; try again")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Slot {
    /// Reads the table under its lock, so `look` must be quick.
    pub fn look<T>(&self, look: impl FnOnce(&Loaded) -> T) -> T {
        look(&lock(&self.loaded))
    }

    /// Hints about every new event from now on.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.seq.subscribe()
    }

    /// Adds a batch of the store, unless somebody did so meanwhile.
    fn read(&self, batch: &Batch) -> Result<(), StoreError> {
        self.add(batch.after, batch.at, derive::read(batch).map_err(StoreError::Unreadable)?)
    }

    /// Adds events that follow event number `after`, unless somebody did so meanwhile.
    fn add(&self, after: u64, at: Time, events: Vec<Event>) -> Result<(), StoreError> {
        let mut loaded = lock(&self.loaded);
        if after < loaded.table.seq {
            return Ok(());
        }
        if after > loaded.table.seq {
            let (id, seq) = (self.id, loaded.table.seq);
            return Err(StoreError::Unreadable(format!(
                "table {id}: the events {seq} to {after} are missing"
            )));
        }
        derive::fold(&mut loaded.table, at, &events).map_err(StoreError::Unreadable)?;
        loaded.log.extend(events.into_iter().map(|event| (at, event)));
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
    // Without randomness no seed and no secret is safe: better to stop than to go on.
    #[expect(clippy::expect_used, reason = "there is nothing sensible to do without randomness")]
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

impl Tables {
    /// Starts empty. Tables with bots or clocks that change are sent to `attend`.
    pub fn new(
        store: Arc<dyn Store>,
        live: Arc<Live>,
        attend: tokio::sync::mpsc::UnboundedSender<TableId>,
        bus: Option<Bus>,
        talk: TalkLimits,
    ) -> Self {
        let batches = metrics::counter!("sobremesa_batches_total");
        Self { store, live, slots: Mutex::default(), attend, bus, talk, batches }
    }

    /// The table with this identity, if there is one, with everything that any server has acknowledged.
    pub async fn find(&self, id: TableId) -> Result<Option<Arc<Slot>>, StoreError> {
        let slot = self.load(id).await?;
        // Even if it was just loaded: an append between loading and keeping the slot would be missed otherwise.
        if let (Some(slot), Some(_)) = (&slot, self.store.shared()) {
            self.catch_up(slot).await?;
        }
        Ok(slot)
    }

    /// A table that a list names; `None` if it cannot be read, which the operator is told of.
    pub async fn find_listed(&self, id: TableId) -> Result<Option<Arc<Slot>>, StoreError> {
        match self.find(id).await {
            Ok(Some(slot)) => Ok(Some(slot)),
            Ok(None) => {
                report_unreadable(id, "it is listed and has no events");
                Ok(None)
            }
            Err(StoreError::UnreadableTable(..)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The table with this identity, if there is one; other servers may have appended more.
    async fn load(&self, id: TableId) -> Result<Option<Arc<Slot>>, StoreError> {
        if let Some(slot) = lock(&self.slots).get(&id) {
            return Ok(Some(Arc::clone(slot)));
        }
        self.read(id).await.map_err(|error| of_table(id, error))
    }

    /// Reads a table from the store.
    async fn read(&self, id: TableId) -> Result<Option<Arc<Slot>>, StoreError> {
        let batches = self.store.read_batches(id, 0).await?;
        if batches.is_empty() {
            return Ok(None);
        }
        let (mut table, mut log) = (None, Vec::new());
        for batch in &batches {
            let events = derive::read(batch).map_err(StoreError::Unreadable)?;
            table = Some(derive::fold_batch(table, batch, &events).map_err(StoreError::Unreadable)?);
            log.extend(events.into_iter().map(|event| (batch.at, event)));
        }
        let Some(table) = table else { return Ok(None) };
        let seed = match table.live() {
            Some(game) => self.seed(id, game.seed_hash).await?,
            None => None,
        };
        Ok(Some(self.keep(table, log, seed)))
    }

    /// Puts a table into memory, unless another task did so meanwhile.
    fn keep(&self, table: Table, log: Vec<(Time, Event)>, seed: Option<Seed>) -> Arc<Slot> {
        let (id, seq) = (table.id, table.seq);
        let loaded = Mutex::new(Loaded { table, log, seed, used: Instant::now() });
        let slot = Slot { id, gate: tokio::sync::Mutex::default(), loaded, seq: watch::Sender::new(seq) };
        let mut slots = lock(&self.slots);
        metrics::gauge!("sobremesa_tables_in_memory").set(slots.len() as f64 + 1.0);
        Arc::clone(slots.entry(id).or_insert_with(|| Arc::new(slot)))
    }

    /// Creates a table. Once begun it is finished even if the caller is dropped.
    pub async fn create(
        self: &Arc<Self>,
        id: TableId,
        key: Option<IdempotencyKey>,
        decide: impl FnOnce(Context<'_>) -> Result<Vec<Event>, Refusal> + Send + 'static,
    ) -> Result<Acted, ActError> {
        let tables = Arc::clone(self);
        finish(async move { tables.create_to_end(id, Seed(random()), key, decide).await }).await
    }

    /// Creates a table whose chance follows from this seed.
    pub(crate) async fn create_to_end(
        &self,
        id: TableId,
        seed: Seed,
        key: Option<IdempotencyKey>,
        decide: impl FnOnce(Context<'_>) -> Result<Vec<Event>, Refusal>,
    ) -> Result<Acted, ActError> {
        if let Some(acted) = self.repeated(key.as_ref()).await? {
            return Ok(acted);
        }
        let now = now();
        let events = decide(Context { now, seed: &seed, talk: self.talk })?;
        let table = derive::new_table(id, now, &events).map_err(StoreError::Unreadable)?;
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
            Appended::Repeated(repeated) => self.repeat(key.as_ref(), &repeated).await,
        }
    }

    /// Decides a command at a table, and answers when its events are durable. Once begun it is finished even if the
    /// caller is dropped.
    pub async fn act(
        self: &Arc<Self>,
        id: TableId,
        command: &Command,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, ActError> {
        let (tables, deed) = (Arc::clone(self), Deed::Command(command.clone()));
        finish(async move { tables.act_to_end(id, &deed, key).await }).await
    }

    pub(crate) async fn act_to_end(
        &self,
        id: TableId,
        deed: &Deed,
        key: Option<IdempotencyKey>,
    ) -> Result<Acted, ActError> {
        let slot = self.load(id).await?.ok_or(ActError::NoTable)?;
        let _one_at_a_time = slot.gate.lock().await;
        // Without other servers the table in memory is always current.
        let mut current = self.store.shared().is_none();
        for _ in 0..MAX_ATTEMPTS {
            // Checked under the gate and at every attempt: the same request twice at once must not be refused the
            // second time.
            if let Some(acted) = self.repeated(key.as_ref()).await? {
                return Ok(acted);
            }
            let now = now();
            let decided = self.decide(&slot, deed, now, key.as_ref());
            let (events, appended, seed) = match decided {
                Ok(Some(decided)) => decided,
                // A refusal is only right by everything that any server has acknowledged.
                Ok(None) | Err(ActError::Refused(_) | ActError::PlayedOn) if !current => {
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
                    slot.add(after, now, events)?;
                    self.published(&slot, log);
                    return Ok(acted);
                }
                Appended::Conflict => self.catch_up(&slot).await?,
                Appended::Repeated(repeated) => return self.repeat(key.as_ref(), &repeated).await,
            }
        }
        Err(ActError::Busy)
    }

    /// The events of a deed by what is known of the table, with the append and the seed; `None` if there are none.
    fn decide(
        &self,
        slot: &Slot,
        deed: &Deed,
        now: Time,
        key: Option<&IdempotencyKey>,
    ) -> Result<Option<(Vec<Event>, Append, Seed)>, ActError> {
        let loaded = lock(&slot.loaded);
        let table = &loaded.table;
        let seed = loaded.seed.unwrap_or_else(|| Seed(random()));
        let events = deed.decide(&loaded, Context { now, seed: &seed, talk: self.talk })?;
        if events.is_empty() {
            return Ok(None);
        }
        // In a shared store the time at which the table needs work is a derived row.
        let due = self.store.shared().is_some() && table.needs_work();
        let derived = if due || derive::changes_lists(&events) {
            let mut after = table.clone();
            derive::fold(&mut after, now, &events).map_err(StoreError::Unreadable)?;
            derive::derived(&after, now, &events)
        } else {
            Derived::default()
        };
        let appended = append(slot.id, table.seq, now, &events, &seed, derived, key.cloned())?;
        Ok(Some((events, appended, seed)))
    }

    /// Brings tables up to date that others have appended to, as far as somebody here uses them; all others are read
    /// when they are needed.
    pub async fn catch_up_with(&self, news: &HashMap<TableId, u64>) -> Result<(), StoreError> {
        let behind: HashMap<TableId, Arc<Slot>> = {
            let slots = lock(&self.slots);
            let in_hands = news.iter().filter_map(|(id, seq)| Some((slots.get(id)?, seq)));
            // One reference is that of the map itself.
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
        let mut unreadable = HashSet::new();
        for batch in self.store.read_batches_of_tables(&known).await? {
            let Some(slot) = behind.get(&batch.table) else { continue };
            if let Err(error) = slot.read(&batch).map_err(|error| of_table(slot.id, error)) {
                skip_unreadable(error)?;
                unreadable.insert(slot.id);
            }
        }
        for slot in behind.values().filter(|slot| !unreadable.contains(&slot.id)) {
            let read = self.read_seed(slot).await;
            read.map_err(|error| of_table(slot.id, error)).or_else(skip_unreadable)?;
        }
        Ok(())
    }

    /// Reads what other servers appended.
    async fn catch_up(&self, slot: &Slot) -> Result<(), StoreError> {
        let after = slot.look(|loaded| loaded.table.seq);
        let read = async {
            for batch in self.store.read_batches(slot.id, after).await? {
                slot.read(&batch)?;
            }
            self.read_seed(slot).await
        };
        read.await.map_err(|error| of_table(slot.id, error))
    }

    /// Reads the seed of a game that another server started.
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
            self.live.notify(loaded.table.people(), log);
            loaded.table.needs_work()
        });
        if work {
            // The receiver is gone when the process is about to stop; a restart looks at all tables.
            let _ = self.attend.send(slot.id);
        }
        if let Some(bus) = &self.bus {
            bus.send(Notice::Log(log));
            let bots = |loaded: &Loaded| {
                loaded.table.live().is_some_and(|game| game.waiting_bots().next().is_some())
            };
            if work && slot.look(bots) {
                bus.send(Notice::Work);
            }
        }
    }

    /// What became of the request with this key, if it was done before.
    pub async fn repeated(&self, key: Option<&IdempotencyKey>) -> Result<Option<Acted>, ActError> {
        let Some(key) = key else { return Ok(None) };
        let Some(repeated) = self.store.find_used_key(key.person, &key.key).await? else { return Ok(None) };
        self.repeat(Some(key), &repeated).await.map(Some)
    }

    /// The answer to a repeated request, after this process knows everything that the first one led to.
    async fn repeat(&self, key: Option<&IdempotencyKey>, used: &UsedKey) -> Result<Acted, ActError> {
        let acted = same_request(key, used)?;
        if let Some(slot) = self.load(acted.table).await? {
            self.catch_up(&slot).await?;
        }
        Ok(acted)
    }

    /// Drops tables that were not used for a while; the store has them.
    pub fn drop_unused(&self, now: Instant) {
        let mut slots = lock(&self.slots);
        slots.retain(|_, slot| {
            let recent = now.saturating_duration_since(lock(&slot.loaded).used) < IDLE_LIFETIME;
            recent || Arc::strong_count(slot) > 1
        });
        metrics::gauge!("sobremesa_tables_in_memory").set(slots.len() as f64);
    }
}

/// The error of a store about this table. If it is about what is stored, the operator is told.
fn of_table(id: TableId, error: StoreError) -> StoreError {
    match error {
        StoreError::Unreadable(why) => {
            report_unreadable(id, &why);
            StoreError::UnreadableTable(id, why)
        }
        other => other,
    }
}

/// Goes on without a table that cannot be read.
fn skip_unreadable(error: StoreError) -> Result<(), StoreError> {
    match error {
        StoreError::UnreadableTable(..) => Ok(()),
        other => Err(other),
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
