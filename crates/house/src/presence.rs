//! Who is at which table right now.
//!
//! Every stream of a table holds a [`Here`]. Where servers share a store, each writes down who is at a table
//! by its streams, for a while that it renews, and reads who is there by the others. So a server that has died
//! is forgotten by itself, and a notice that is lost only delays. Nobody waits for any of this: presence is
//! good to know, and when the store does not answer, what is known here has to do.

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
use store::{SharedStore, Store, StoreError};

/// How long somebody whose last stream has closed is still taken for here: long enough for a reload.
const GRACE: Duration = Duration::from_secs(5);
/// How often it is looked who is gone for good.
const DEPART: Duration = Duration::from_secs(1);
/// How often the store is asked about tables that somebody watches and nobody told of.
const LOOK: Duration = Duration::from_secs(5);
/// How often this server says that all who are here still are.
const RENEW: Duration = Duration::from_secs(20);
/// How long a server is believed that says nothing any more.
const BELIEVED: Duration = Duration::from_secs(60);
/// How many tables the store is asked about at once.
const PAGE: usize = 1000;
/// How many notices are sent at once at most; about other tables the others ask by themselves.
const TOLD: usize = 256;

/// Who is at which table right now.
pub struct Presence {
    known: Mutex<Known>,
    /// To tell and ask other servers, where there are any.
    sharing: Option<Sharing>,
}

/// What this server knows.
#[derive(Default)]
struct Known {
    /// The tables at which somebody is.
    rooms: HashMap<TableId, Room>,
    /// Those whose last stream closed at this moment, the first first.
    leaving: VecDeque<(Instant, TableId, PersonId)>,
    /// Who came or went since the store was told.
    unwritten: HashSet<(TableId, PersonId)>,
    /// The tables about which the store has to be asked.
    unread: HashSet<TableId>,
}

/// A table at which somebody is.
#[derive(Default)]
struct Room {
    /// Who is there by this server: nobody else keeps the room.
    here: HashMap<PersonId, Streams>,
    /// Who is there by other servers; nothing before it was read.
    elsewhere: Option<HashSet<PersonId>>,
    /// Tells those who watch that somebody came or went.
    changes: watch::Sender<()>,
}

/// The streams of somebody at a table.
struct Streams {
    open: usize,
    /// When the last one closed, if none is open.
    closed: Option<Instant>,
}

struct Sharing {
    store: Arc<dyn Store>,
    /// The number of this server.
    server: u64,
    bus: Option<Bus>,
    /// Wakes who writes and reads.
    stir: Notify,
}

/// Somebody is at a table as long as this is there, and a moment longer.
pub struct Here {
    presence: Arc<Presence>,
    table: TableId,
    who: PersonId,
    /// Whether a next stream could be known for one of the same person.
    known: bool,
}

impl Drop for Here {
    fn drop(&mut self) {
        self.presence.close(self, Instant::now());
    }
}

impl Room {
    fn is_watched(&self) -> bool {
        self.changes.receiver_count() > 0
    }

    /// All who are there, by any server; nothing before it is known.
    fn all(&self) -> Option<HashSet<PersonId>> {
        let elsewhere = self.elsewhere.as_ref()?;
        Some(self.here.keys().chain(elsewhere).copied().collect())
    }
}

impl Known {
    /// Forgets somebody, and their room if nobody is left.
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
    /// Nobody is anywhere yet. The number is that of this server among those that share the store.
    pub fn new(store: Arc<dyn Store>, server: u64, bus: Option<Bus>) -> Self {
        let shared = store.shared().is_some();
        let sharing = shared.then(|| Sharing { store, server, bus, stir: Notify::new() });
        Self { known: Mutex::default(), sharing }
    }

    /// Somebody is at a table. Who is not known counts for one with each stream.
    pub fn enter(self: &Arc<Self>, table: TableId, person: Option<PersonId>) -> Here {
        self.open(table, person, |_, _| ()).0
    }

    /// Somebody is at a table, and hears of all who come and go.
    pub fn watch(self: &Arc<Self>, table: TableId, person: Option<PersonId>) -> (Here, watch::Receiver<()>) {
        self.open(table, person, |room, unread| {
            // While nobody watched, nobody asked who is there by other servers.
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
            room.here.insert(who, Streams { open: 1, closed: None });
            room.changes.send_replace(());
            unwritten.insert((table, who));
        }
        let done = with(room, unread);
        drop(known);
        self.stir();
        (Here { presence: Arc::clone(self), table, who, known: person.is_some() }, done)
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
            self.stir();
        }
    }

    /// Forgets those who have not come back in time.
    fn depart(&self, now: Instant) {
        let mut known = lock(&self.known);
        while let Some((at, table, who)) = known.leaving.front().copied()
            && now.saturating_duration_since(at) >= GRACE
        {
            known.leaving.pop_front();
            let streams = known.rooms.get(&table).and_then(|room| room.here.get(&who));
            // Who came back and left again is in the queue a second time.
            if streams.is_some_and(|streams| streams.closed == Some(at)) {
                known.forget(table, who);
            }
        }
    }

    /// Who is at a table, if that is known here.
    pub fn at_hand(&self, table: TableId) -> Option<HashSet<PersonId>> {
        match (lock(&self.known).rooms.get(&table), &self.sharing) {
            (Some(room), Some(_)) if room.is_watched() => room.all(),
            (_, Some(_)) => None,
            (Some(room), None) => room.all(),
            (None, None) => Some(HashSet::new()),
        }
    }

    /// Who is at a table.
    pub async fn at(&self, table: TableId) -> HashSet<PersonId> {
        if let Some(known) = self.at_hand(table) {
            return known;
        }
        let mut present = HashSet::new();
        if let Some((sharing, shared)) = self.sharing() {
            match shared.read_presence(&[table], sharing.server, now()).await {
                Ok(elsewhere) => present.extend(elsewhere.into_iter().map(|(_, who)| who)),
                Err(error) => {
                    tracing::debug!(%error, %table, "who is at a table by other servers is not known");
                }
            }
        }
        if let Some(room) = lock(&self.known).rooms.get(&table) {
            present.extend(room.here.keys());
        }
        present
    }

    /// Another server says that somebody came or went.
    pub fn heard(&self, table: TableId) {
        let mut known = lock(&self.known);
        if known.rooms.get(&table).is_some_and(Room::is_watched) {
            known.unread.insert(table);
            drop(known);
            self.stir();
        }
    }

    /// Keeps it all up until told to stop; then this server takes everybody along.
    pub async fn run(self: Arc<Self>, mut stop: watch::Receiver<bool>) {
        let every = |time| {
            let mut every = interval(time);
            every.set_missed_tick_behavior(MissedTickBehavior::Delay);
            every
        };
        let (mut depart, mut look, mut renew) = (every(DEPART), every(LOOK), every(RENEW));
        loop {
            let done = tokio::select! {
                () = self.stirred() => Ok(()),
                _ = depart.tick() => { self.depart(Instant::now()); Ok(()) }
                _ = look.tick() => { self.look_again(); Ok(()) }
                _ = renew.tick() => self.renew().await,
                () = stopped(&mut stop) => break,
            };
            let done = done.and(self.write().await).and(self.read().await);
            if let Err(error) = done {
                tracing::debug!(%error, "who is at which table is not known to all servers");
            }
        }
        if let Some((sharing, shared)) = self.sharing()
            && let Err(error) = shared.remove_server_presence(sharing.server).await
        {
            tracing::debug!(%error, "those who were here are taken for here for a while");
        }
    }

    fn sharing(&self) -> Option<(&Sharing, &dyn SharedStore)> {
        let sharing = self.sharing.as_ref()?;
        Some((sharing, sharing.store.shared()?))
    }

    /// Wakes who writes and reads.
    fn stir(&self) {
        if let Some(sharing) = &self.sharing {
            sharing.stir.notify_one();
        }
    }

    async fn stirred(&self) {
        match &self.sharing {
            Some(sharing) => sharing.stir.notified().await,
            None => std::future::pending().await,
        }
    }

    /// Writes down who came and who went.
    async fn write(&self) -> Result<(), StoreError> {
        let (changed, arrived, left) = {
            let mut known = lock(&self.known);
            let changed = take(&mut known.unwritten);
            let is_here = |(table, who): &(TableId, PersonId)| {
                known.rooms.get(table).is_some_and(|room| room.here.contains_key(who))
            };
            let (arrived, left): (Vec<_>, Vec<_>) = changed.iter().copied().partition(is_here);
            (changed, arrived, left)
        };
        let Some((sharing, shared)) = self.sharing() else { return Ok(()) };
        if changed.is_empty() {
            return Ok(());
        }
        let written = async {
            shared.add_presence(&arrived, sharing.server, until()).await?;
            shared.remove_presence(&left, sharing.server).await
        };
        if let Err(error) = written.await {
            // It is tried again, with whatever is true then.
            lock(&self.known).unwritten.extend(changed);
            return Err(error);
        }
        if let Some(bus) = &sharing.bus {
            let tables: HashSet<TableId> = changed.iter().map(|(table, _)| *table).collect();
            tables.into_iter().take(TOLD).for_each(|table| bus.tell(Notice::Presence(table)));
        }
        Ok(())
    }

    /// Reads who is by other servers at the tables that were told of.
    async fn read(&self) -> Result<(), StoreError> {
        let unread: Vec<TableId> = take(&mut lock(&self.known).unread).into_iter().collect();
        let Some((sharing, shared)) = self.sharing() else { return Ok(()) };
        for tables in unread.chunks(PAGE) {
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

    /// Asks again about all tables that somebody watches: notices may be lost, and servers die.
    fn look_again(&self) {
        if self.sharing.is_some() {
            let mut known = lock(&self.known);
            let Known { rooms, unread, .. } = &mut *known;
            unread.extend(rooms.iter().filter(|(_, room)| room.is_watched()).map(|(table, _)| *table));
        }
    }

    /// Says that all who are here still are, and clears away what dead servers have left.
    pub async fn renew(&self) -> Result<(), StoreError> {
        let Some((sharing, shared)) = self.sharing() else { return Ok(()) };
        let renewed = shared.renew_presence(sharing.server, until()).await?;
        {
            let mut known = lock(&self.known);
            let Known { rooms, unwritten, .. } = &mut *known;
            let here: usize = rooms.values().map(|room| room.here.len()).sum();
            // Whoever could not renew for long is taken for dead, and has to begin anew.
            if renewed + (unwritten.len() as u64) < here as u64 {
                let all = |(table, room): (&TableId, &Room)| {
                    room.here.keys().map(|who| (*table, *who)).collect::<Vec<_>>()
                };
                unwritten.extend(rooms.iter().flat_map(all));
            }
        }
        // Not at once, as clocks of servers differ a little.
        shared.remove_expired_presence(Time(now().0.saturating_sub(BELIEVED.as_millis() as u64))).await
    }
}

/// Until when those who are here are believed to be, if this server says nothing any more.
fn until() -> Time {
    now() + BELIEVED
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: TableId = TableId(1);
    const ANA: PersonId = PersonId(7);

    fn alone() -> Arc<Presence> {
        Arc::new(Presence { known: Mutex::default(), sharing: None })
    }

    fn count(presence: &Presence) -> usize {
        presence.at_hand(TABLE).unwrap().len()
    }

    fn is_empty(presence: &Presence) -> bool {
        let known = lock(&presence.known);
        known.rooms.is_empty() && known.leaving.is_empty()
    }

    #[test]
    fn somebody_is_here_until_a_moment_after_the_last_stream() {
        let presence = alone();
        let (first, second) = (presence.enter(TABLE, Some(ANA)), presence.enter(TABLE, Some(ANA)));
        assert_eq!(count(&presence), 1);
        drop(first);
        presence.depart(Instant::now() + GRACE);
        assert_eq!(count(&presence), 1, "one stream is left");
        let before = Instant::now();
        drop(second);
        presence.depart(before + GRACE / 2);
        assert_eq!(count(&presence), 1);
        presence.depart(Instant::now() + GRACE);
        assert_eq!(count(&presence), 0);
        assert!(is_empty(&presence), "nothing is left behind");
    }

    #[test]
    fn who_comes_back_in_time_was_never_away() {
        let presence = alone();
        let (_watcher, mut comings) = presence.watch(TABLE, None);
        drop(presence.enter(TABLE, Some(ANA)));
        comings.borrow_and_update();
        let between = Instant::now();
        std::thread::sleep(Duration::from_millis(2));
        let again = presence.enter(TABLE, Some(ANA));
        presence.depart(between + GRACE);
        assert_eq!(count(&presence), 2);
        assert!(!comings.has_changed().unwrap(), "nobody is told");
        // The time begins anew with the last stream.
        drop(again);
        presence.depart(between + GRACE);
        assert_eq!(count(&presence), 2);
        presence.depart(Instant::now() + GRACE);
        assert_eq!(count(&presence), 1);
        assert!(comings.has_changed().unwrap());
    }

    #[test]
    fn those_whom_nobody_knows_count_by_their_streams_and_leave_at_once() {
        let presence = alone();
        let (one, two) = (presence.enter(TABLE, None), presence.enter(TABLE, None));
        let elsewhere = presence.enter(TableId(2), None);
        assert_eq!(count(&presence), 2);
        drop(one);
        assert_eq!(count(&presence), 1);
        drop((two, elsewhere));
        assert!(is_empty(&presence));
    }

    #[test]
    fn those_who_watch_hear_of_comings_and_goings() {
        let presence = alone();
        let (_watcher, mut comings) = presence.watch(TABLE, Some(ANA));
        assert!(!comings.has_changed().unwrap(), "not of themselves");
        let ben = presence.enter(TABLE, None);
        assert!(comings.has_changed().unwrap());
        comings.borrow_and_update();
        let _second_stream = presence.enter(TABLE, Some(ANA));
        assert!(!comings.has_changed().unwrap());
        drop(ben);
        assert!(comings.has_changed().unwrap());
    }
}
