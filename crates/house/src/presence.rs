//! Who is at which table right now.
//!
//! Every stream of a table holds a [`Here`]. Servers that share a store each write which people are connected through
//! them, under a lease that they renew, and read who is connected through the others. So a server that died drops
//! out when its lease ends, and a lost notice only delays. No request waits for any of this: presence is nice to
//! have, and while the store does not answer, what this server knows is shown. Bots alone wait a moment if the device of
//! somebody who is present could move for them (`devices.rs`).

use std::collections::{HashMap, HashSet, VecDeque};
use std::mem::take;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use club::{PersonId, TableId, Time};
use tokio::sync::{Notify, watch};
use tokio::time::{MissedTickBehavior, interval};

use crate::bus::{Bus, Notice};
use crate::live::{lock, stopped};
use crate::tables::{now, random};
use store::{Present, SharedStore, Store, StoreError};

/// How long a person counts as present after their last stream has closed: long enough for a reload.
const RECONNECT_GRACE: Duration = Duration::from_secs(5);
/// How often people whose grace has ended are removed.
const DEPARTURE_INTERVAL: Duration = Duration::from_secs(1);
/// How often the store is asked about watched tables even without a notice.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// How often this server renews its lease.
const LEASE_RENEWAL_INTERVAL: Duration = Duration::from_secs(20);
/// How long a lease lasts without renewal.
const LEASE: Duration = Duration::from_secs(60);
/// How many tables the store is asked about in one query.
const MAX_TABLES_PER_QUERY: usize = 1000;
/// How many notices are sent at once; other servers learn of the remaining tables by polling.
const MAX_NOTICES: usize = 256;

/// Who is at which table right now.
pub struct Presence {
    known: Mutex<Known>,
    /// For a store that other servers share.
    sharing: Option<Sharing>,
}

/// What this server knows of connected people.
#[derive(Default)]
struct Known {
    /// The tables with at least one connected person.
    rooms: HashMap<TableId, Room>,
    /// People whose last stream has closed, with the moment, the earliest first.
    leaving: VecDeque<(Instant, TableId, PersonId)>,
    /// Arrivals and departures that the store does not know yet.
    unwritten: HashSet<(TableId, PersonId)>,
    /// The tables to ask the store about.
    unread: HashSet<TableId>,
}

/// A table with at least one connected person.
#[derive(Default)]
struct Room {
    /// People connected through this server; the room is dropped with the last of them.
    here: HashMap<PersonId, Streams>,
    /// People connected through other servers; `None` until the store was read.
    elsewhere: Option<HashSet<PersonId>>,
    /// Wakes watchers when somebody came or went.
    changes: watch::Sender<()>,
}

/// The streams of one person at one table.
struct Streams {
    open: usize,
    /// How many of them are of a device that can choose the moves of bots.
    thinking: usize,
    /// When the last one closed, if none is open.
    closed: Option<Instant>,
}

struct Sharing {
    store: Arc<dyn Store>,
    /// The number of this server among those that share the store.
    server: u64,
    bus: Option<Bus>,
    /// Wakes the task that writes and reads.
    wake: Notify,
}

/// Keeps a person present at a table while it lives, and for a grace period afterwards.
pub struct Here {
    presence: Arc<Presence>,
    table: TableId,
    who: PersonId,
    /// Whether the person has an identity, so that a reload can be recognised.
    known: bool,
    /// Whether the device of the stream can choose the moves of bots.
    thinks: bool,
}

impl Here {
    /// The same, by a device that can choose the moves of bots.
    pub fn with_device(mut self) -> Self {
        if !self.thinks {
            self.thinks = true;
            self.presence.change_devices(&self, |thinking| thinking + 1);
        }
        self
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        if self.thinks {
            self.presence.change_devices(self, |thinking| thinking.saturating_sub(1));
        }
        self.presence.close(self, Instant::now());
    }
}

impl Room {
    fn is_watched(&self) -> bool {
        self.changes.receiver_count() > 0
    }

    /// Everybody at the table, through any server; `None` until the store was read.
    fn all(&self) -> Option<HashSet<PersonId>> {
        let elsewhere = self.elsewhere.as_ref()?;
        Some(self.here.keys().chain(elsewhere).copied().collect())
    }
}

impl Known {
    /// Whether a person is at a table, through this server, with a device that can choose the moves of bots.
    fn thinks(&self, table: TableId, who: PersonId) -> bool {
        let streams = self.rooms.get(&table).and_then(|room| room.here.get(&who));
        streams.is_some_and(|streams| streams.thinking > 0)
    }

    /// Removes a person, and the room with the last one.
    fn forget(&mut self, table: TableId, who: PersonId) {
        let Some(room) = self.rooms.get_mut(&table) else { return };
        room.here.remove(&who);
        room.changes.send_replace(());
        if room.here.is_empty() {
            self.rooms.remove(&table);
        }
        self.unwritten.insert((table, who));
    }
}

impl Presence {
    /// Starts empty. `server` is the number of this server among those that share the store.
    pub fn new(store: Arc<dyn Store>, server: u64, bus: Option<Bus>) -> Self {
        let shared = store.shared().is_some();
        let sharing = shared.then(|| Sharing { store, server, bus, wake: Notify::new() });
        Self { known: Mutex::default(), sharing }
    }

    /// Adds a person to a table. Without an identity each stream counts as one more person.
    pub fn enter(self: &Arc<Self>, table: TableId, person: Option<PersonId>) -> Here {
        self.open(table, person, |_, _| ()).0
    }

    /// Adds a person to a table, and tells of all arrivals and departures there.
    pub fn watch(self: &Arc<Self>, table: TableId, person: Option<PersonId>) -> (Here, watch::Receiver<()>) {
        self.open(table, person, |room, unread| {
            // While nobody watched, other servers were not asked; what was read before may be old.
            if self.sharing.is_some() && !room.is_watched() {
                room.elsewhere = None;
                unread.insert(table);
            }
            room.changes.subscribe()
        })
    }

    fn open<T>(
        self: &Arc<Self>,
        table: TableId,
        person: Option<PersonId>,
        with: impl FnOnce(&mut Room, &mut HashSet<TableId>) -> T,
    ) -> (Here, T) {
        let who = person.unwrap_or_else(|| PersonId(u64::from_be_bytes(random())));
        let mut known = lock(&self.known);
        let Known { rooms, unwritten, unread, .. } = &mut *known;
        let room = rooms.entry(table).or_insert_with(|| Room {
            elsewhere: self.sharing.is_none().then(HashSet::new),
            ..Room::default()
        });
        if let Some(streams) = room.here.get_mut(&who) {
            streams.open += 1;
            streams.closed = None;
        } else {
            room.here.insert(who, Streams { open: 1, thinking: 0, closed: None });
            room.changes.send_replace(());
            unwritten.insert((table, who));
        }
        let done = with(room, unread);
        drop(known);
        self.wake();
        (Here { presence: Arc::clone(self), table, who, known: person.is_some(), thinks: false }, done)
    }

    /// Changes how many devices of a person can choose the moves of bots.
    fn change_devices(&self, here: &Here, change: impl FnOnce(usize) -> usize) {
        let mut known = lock(&self.known);
        let room = known.rooms.get_mut(&here.table);
        let Some(streams) = room.and_then(|room| room.here.get_mut(&here.who)) else { return };
        let before = streams.thinking;
        streams.thinking = change(before);
        if (before > 0) != (streams.thinking > 0) {
            known.unwritten.insert((here.table, here.who));
            drop(known);
            self.wake();
        }
    }

    /// Whether a person is at a table with a device that can choose the moves of bots.
    pub(crate) async fn has_device(&self, table: TableId, person: PersonId) -> bool {
        let here = lock(&self.known).thinks(table, person);
        if here {
            return true;
        }
        let Some((_, shared)) = self.sharing() else { return false };
        shared.has_device(table, person, now()).await.unwrap_or_else(|error| {
            tracing::debug!(%error, %table, "the devices at a table through other servers could not be read");
            false
        })
    }

    fn close(&self, here: &Here, at: Instant) {
        let mut known = lock(&self.known);
        let room = known.rooms.get_mut(&here.table);
        let Some(streams) = room.and_then(|room| room.here.get_mut(&here.who)) else { return };
        streams.open = streams.open.saturating_sub(1);
        if streams.open > 0 {
            return;
        }
        if here.known {
            streams.closed = Some(at);
            known.leaving.push_back((at, here.table, here.who));
        } else {
            known.forget(here.table, here.who);
            drop(known);
            self.wake();
        }
    }

    /// Removes people whose grace has ended.
    fn depart(&self, now: Instant) {
        let mut known = lock(&self.known);
        while let Some((at, table, who)) = known.leaving.front().copied()
            && now.saturating_duration_since(at) >= RECONNECT_GRACE
        {
            known.leaving.pop_front();
            let streams = known.rooms.get(&table).and_then(|room| room.here.get(&who));
            // A person who came back and left again is in the queue a second time.
            if streams.is_some_and(|streams| streams.closed == Some(at)) {
                known.forget(table, who);
            }
        }
    }

    /// Who is at a table, if this server knows it without asking the store.
    pub fn cached(&self, table: TableId) -> Option<HashSet<PersonId>> {
        match (lock(&self.known).rooms.get(&table), &self.sharing) {
            (Some(room), Some(_)) if room.is_watched() => room.all(),
            (_, Some(_)) => None,
            (Some(room), None) => room.all(),
            (None, None) => Some(HashSet::new()),
        }
    }

    /// Who is at a table.
    pub async fn at(&self, table: TableId) -> HashSet<PersonId> {
        if let Some(known) = self.cached(table) {
            return known;
        }
        let mut present = HashSet::new();
        if let Some((sharing, shared)) = self.sharing() {
            match shared.read_presence(&[table], sharing.server, now()).await {
                Ok(elsewhere) => present.extend(elsewhere.into_iter().map(|(_, who)| who)),
                Err(error) => {
                    tracing::debug!(%error, %table, "the people at a table through other servers could not be read");
                }
            }
        }
        if let Some(room) = lock(&self.known).rooms.get(&table) {
            present.extend(room.here.keys());
        }
        present
    }

    /// Another server says that somebody came or went.
    pub fn notice(&self, table: TableId) {
        let mut known = lock(&self.known);
        if known.rooms.get(&table).is_some_and(Room::is_watched) {
            known.unread.insert(table);
            drop(known);
            self.wake();
        }
    }

    /// Keeps presence up to date until the stop; then removes everybody who is connected through this server.
    pub async fn run(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let every = |time| {
            let mut every = interval(time);
            every.set_missed_tick_behavior(MissedTickBehavior::Delay);
            every
        };
        let (mut depart, mut look, mut renew) =
            (every(DEPARTURE_INTERVAL), every(POLL_INTERVAL), every(LEASE_RENEWAL_INTERVAL));
        loop {
            let done = tokio::select! {
                () = self.woken() => Ok(()),
                _ = depart.tick() => { self.depart(Instant::now()); Ok(()) }
                _ = look.tick() => { self.poll(); Ok(()) }
                _ = renew.tick() => self.renew_lease().await,
                () = stopped(&mut stop) => break,
            };
            let done = done.and(self.write().await).and(self.read().await);
            if let Err(error) = done {
                tracing::debug!(%error, "presence was not exchanged with other servers");
            }
        }
        if let Some((sharing, shared)) = self.sharing()
            && let Err(error) = shared.remove_server_presence(sharing.server).await
        {
            tracing::debug!(%error, "the people of this server stay present until its lease ends");
        }
    }

    fn sharing(&self) -> Option<(&Sharing, &dyn SharedStore)> {
        let sharing = self.sharing.as_ref()?;
        Some((sharing, sharing.store.shared()?))
    }

    /// Wakes the task that writes and reads.
    fn wake(&self) {
        if let Some(sharing) = &self.sharing {
            sharing.wake.notify_one();
        }
    }

    async fn woken(&self) {
        match &self.sharing {
            Some(sharing) => sharing.wake.notified().await,
            None => std::future::pending().await,
        }
    }

    /// Writes arrivals and departures to the store, and notifies other servers.
    async fn write(&self) -> Result<(), StoreError> {
        let (changed, arrived, left) = {
            let mut known = lock(&self.known);
            let changed = take(&mut known.unwritten);
            let is_here = |(table, who): &(TableId, PersonId)| {
                known.rooms.get(table).is_some_and(|room| room.here.contains_key(who))
            };
            let (arrived, left): (Vec<_>, Vec<_>) = changed.iter().copied().partition(is_here);
            let present = |(table, person): (TableId, PersonId)| Present {
                table,
                person,
                thinks: known.thinks(table, person),
            };
            let arrived: Vec<Present> = arrived.into_iter().map(present).collect();
            (changed, arrived, left)
        };
        let Some((sharing, shared)) = self.sharing() else { return Ok(()) };
        if changed.is_empty() {
            return Ok(());
        }
        let written = async {
            shared.add_presence(&arrived, sharing.server, lease_end()).await?;
            shared.remove_presence(&left, sharing.server).await
        };
        if let Err(error) = written.await {
            // Tried again at the next wake-up, with what is true then.
            lock(&self.known).unwritten.extend(changed);
            return Err(error);
        }
        if let Some(bus) = &sharing.bus {
            let tables: HashSet<TableId> = changed.iter().map(|(table, _)| *table).collect();
            tables.into_iter().take(MAX_NOTICES).for_each(|table| bus.send(Notice::Presence(table)));
        }
        Ok(())
    }

    /// Reads who is connected through other servers, for the tables that changed.
    async fn read(&self) -> Result<(), StoreError> {
        let unread: Vec<TableId> = take(&mut lock(&self.known).unread).into_iter().collect();
        let Some((sharing, shared)) = self.sharing() else { return Ok(()) };
        for tables in unread.chunks(MAX_TABLES_PER_QUERY) {
            let mut present: HashMap<TableId, HashSet<PersonId>> = HashMap::new();
            for (table, who) in shared.read_presence(tables, sharing.server, now()).await? {
                present.entry(table).or_default().insert(who);
            }
            let mut known = lock(&self.known);
            for table in tables {
                let Some(room) = known.rooms.get_mut(table) else { continue };
                let elsewhere = present.remove(table).unwrap_or_default();
                if room.elsewhere.as_ref() != Some(&elsewhere) {
                    room.elsewhere = Some(elsewhere);
                    room.changes.send_replace(());
                }
            }
        }
        Ok(())
    }

    /// Marks all watched tables to be read again: notices may be lost, and servers die.
    fn poll(&self) {
        if self.sharing.is_some() {
            let mut known = lock(&self.known);
            let Known { rooms, unread, .. } = &mut *known;
            unread.extend(rooms.iter().filter(|(_, room)| room.is_watched()).map(|(table, _)| *table));
        }
    }

    /// Renews the lease of this server, and removes entries of servers whose lease has ended.
    pub async fn renew_lease(&self) -> Result<(), StoreError> {
        let Some((sharing, shared)) = self.sharing() else { return Ok(()) };
        let renewed = shared.renew_presence(sharing.server, lease_end()).await?;
        {
            let mut known = lock(&self.known);
            let Known { rooms, unwritten, .. } = &mut *known;
            let here: usize = rooms.values().map(|room| room.here.len()).sum();
            // A lease that ended has taken our entries along: write them all again.
            if renewed + (unwritten.len() as u64) < here as u64 {
                let all = |(table, room): (&TableId, &Room)| {
                    room.here.keys().map(|who| (*table, *who)).collect::<Vec<_>>()
                };
                unwritten.extend(rooms.iter().flat_map(all));
            }
        }
        // One lease later than it could be, because the clocks of servers differ a little.
        shared.remove_expired_presence(Time(now().0.saturating_sub(LEASE.as_millis() as u64))).await
    }
}

/// When the lease of this server ends if it is not renewed.
fn lease_end() -> Time {
    now() + LEASE
}

#[cfg(test)]
mod tests;
