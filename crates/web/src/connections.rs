//! The open connections: how many there may be, in all and from one address, and which of them make room for others.
//!
//! A connection costs an open file, and a process has only so many. When they are used up, the address that has most
//! connections loses one for everybody who comes, so that nobody can shut out the others by connecting often.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

use house::live::lock;
use tokio::sync::Notify;

/// Open files that are not for connections: the database, the bus, the listener, the log, and connections that were told
/// to close and have not yet.
const RESERVED_FILES: usize = 64;
/// How many connections may be open beyond the limit, because they were told to close and have not yet.
const MAX_CLOSING: usize = 16;

/// The open connections of a server.
pub(crate) struct Connections {
    most: usize,
    most_by_address: usize,
    open: Mutex<Open>,
    /// Wakes whoever waits for a connection to close.
    closed: Notify,
}

#[derive(Default)]
struct Open {
    next_id: u64,
    /// All open connections, those that are closing too.
    total: usize,
    /// Those that were told to close. They are in neither of the following.
    closing: usize,
    by_address: HashMap<IpAddr, BTreeMap<u64, Arc<State>>>,
    /// The addresses by the number of their connections.
    ranking: BTreeSet<(usize, IpAddr)>,
}

/// What a connection is used for. The first in this order is closed first to make room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Usage {
    /// No request has come yet, or the last one is answered.
    Idle,
    /// A stream or a socket.
    Stream,
    /// A request is being answered.
    Busy,
}

/// The part of a connection that others see.
pub(crate) struct State {
    usage: AtomicU8,
    close: Notify,
}

/// An open connection. It is counted until it is dropped.
pub(crate) struct Connection {
    connections: Arc<Connections>,
    address: IpAddr,
    id: u64,
    state: Arc<State>,
}

/// The connections that a process with this limit of open files can have.
pub(crate) fn most_with_files(files: u64) -> usize {
    let files = usize::try_from(files).unwrap_or(usize::MAX);
    files.saturating_sub(RESERVED_FILES).max(files / 2).max(1)
}

impl Connections {
    /// At most so many connections, in all and from one address.
    pub(crate) fn new(most: usize, most_by_address: Option<usize>) -> Arc<Self> {
        let most_by_address = most_by_address.unwrap_or(usize::MAX);
        Arc::new(Self { most: most.max(1), most_by_address, open: Mutex::default(), closed: Notify::new() })
    }

    /// Waits while too many connections were told to close and have not yet. They do so at once.
    pub(crate) async fn room(&self) {
        while lock(&self.open).total >= self.most + MAX_CLOSING {
            self.closed.notified().await;
        }
    }

    /// Counts a new connection, and closes another one if there are too many. `None` if the new one is to be closed.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Connection> {
        let mut open = lock(&self.open);
        let mine = open.count(address);
        if mine >= self.most_by_address {
            // Whoever connects anew from a full address is more likely to send a request than an idle connection.
            open.close_one(address, Usage::Idle)?;
        } else if open.total - open.closing >= self.most {
            let (most, address) = *open.ranking.last()?;
            // Whoever has as many connections as the largest address only gets the place of an idle one.
            let least_idle = if most > mine + 1 { Usage::Busy } else { Usage::Idle };
            open.close_one(address, least_idle)?;
        }
        let id = open.next_id;
        open.next_id += 1;
        open.total += 1;
        let state = Arc::new(State { usage: AtomicU8::new(Usage::Idle as u8), close: Notify::new() });
        open.insert(address, id, Arc::clone(&state));
        Some(Connection { connections: Arc::clone(self), address, id, state })
    }
}

impl Open {
    fn count(&self, address: IpAddr) -> usize {
        self.by_address.get(&address).map_or(0, BTreeMap::len)
    }

    fn insert(&mut self, address: IpAddr, id: u64, state: Arc<State>) {
        let before = self.count(address);
        self.by_address.entry(address).or_default().insert(id, state);
        self.rank(address, before);
    }

    /// Removes a connection; `None` if it was told to close.
    fn remove(&mut self, address: IpAddr, id: u64) -> Option<Arc<State>> {
        let before = self.count(address);
        let removed = self.by_address.get_mut(&address)?.remove(&id)?;
        if before == 1 {
            self.by_address.remove(&address);
        }
        self.rank(address, before);
        Some(removed)
    }

    fn rank(&mut self, address: IpAddr, before: usize) {
        self.ranking.remove(&(before, address));
        let now = self.count(address);
        if now > 0 {
            self.ranking.insert((now, address));
        }
    }

    /// Tells one connection of an address to close, the oldest of the least use; `None` if all are in more use than
    /// this.
    fn close_one(&mut self, address: IpAddr, most_use: Usage) -> Option<()> {
        let connections = self.by_address.get(&address)?;
        // Idle ones are usually found early, and `find` ends there.
        let idle = connections.iter().find(|(_, state)| state.usage() == Usage::Idle);
        let (id, _) = idle
            .or_else(|| connections.iter().min_by_key(|(id, state)| (state.usage(), **id)))
            .filter(|(_, state)| state.usage() <= most_use)?;
        let state = self.remove(address, *id)?;
        self.closing += 1;
        metrics::counter!("sobremesa_connections_closed_total").increment(1);
        state.close.notify_one();
        Some(())
    }
}

impl State {
    /// What the connection is used for from now on.
    pub(crate) fn set(&self, usage: Usage) {
        self.usage.store(usage as u8, Ordering::Relaxed);
    }

    fn usage(&self) -> Usage {
        match self.usage.load(Ordering::Relaxed) {
            0 => Usage::Idle,
            1 => Usage::Stream,
            _ => Usage::Busy,
        }
    }

    /// Waits until the connection is told to close.
    pub(crate) async fn told_to_close(&self) {
        self.close.notified().await;
    }
}

impl Connection {
    /// What others see of it.
    pub(crate) fn state(&self) -> &Arc<State> {
        &self.state
    }

    /// The connection is a stream of this client from now on, whoever the peer is: streams that come through a proxy
    /// are counted by their clients.
    pub(crate) fn becomes_stream_of(&mut self, client: IpAddr) {
        self.state.set(Usage::Stream);
        let mut open = lock(&self.connections.open);
        if let Some(state) = open.remove(self.address, self.id) {
            open.insert(client, self.id, state);
            self.address = client;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut open = lock(&self.connections.open);
        if open.remove(self.address, self.id).is_none() {
            open.closing -= 1;
        }
        open.total -= 1;
        drop(open);
        self.connections.closed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    async fn is_closed(connection: &Connection) -> bool {
        tokio::time::timeout(std::time::Duration::ZERO, connection.state.told_to_close()).await.is_ok()
    }

    #[tokio::test]
    async fn who_has_most_connections_makes_room_for_others() {
        let connections = Connections::new(10, None);
        let flood: Vec<_> = (0..10).map(|_| connections.admit(address(1)).unwrap()).collect();
        flood.iter().for_each(|connection| connection.state.set(Usage::Busy));
        assert!(connections.admit(address(1)).is_none(), "nobody makes room for themselves");
        flood[7].state.set(Usage::Stream);
        flood[8].state.set(Usage::Idle);
        // Idle ones go first, then streams, then the oldest.
        let mut visitors = Vec::new();
        for closed in [8, 7, 0, 1, 2] {
            let visitor = connections.admit(address(2)).unwrap();
            visitor.state.set(Usage::Busy);
            visitors.push(visitor);
            assert!(is_closed(&flood[closed]).await, "{closed}");
        }
        // Now both have five, and neither makes room for the other.
        assert!(connections.admit(address(1)).is_none() && connections.admit(address(2)).is_none());
        assert!(connections.admit(address(3)).is_some());
    }

    #[tokio::test]
    async fn an_address_that_is_full_replaces_its_own_idle_connections() {
        let connections = Connections::new(100, Some(3));
        let mut here: Vec<_> = (0..3).map(|_| connections.admit(address(1)).unwrap()).collect();
        here[0].state.set(Usage::Busy);
        here.push(connections.admit(address(1)).unwrap());
        assert!(is_closed(&here[1]).await && !is_closed(&here[0]).await);
        here.iter().for_each(|connection| connection.state.set(Usage::Stream));
        assert!(connections.admit(address(1)).is_none());
        assert!(connections.admit(address(2)).is_some());
    }

    #[test]
    fn streams_are_counted_by_their_client_and_everything_is_forgotten_in_the_end() {
        let connections = Connections::new(100, None);
        let mut all: Vec<_> = (0..10).map(|_| connections.admit(address(1)).unwrap()).collect();
        all.iter_mut().take(4).for_each(|connection| connection.becomes_stream_of(address(2)));
        assert_eq!(lock(&connections.open).count(address(1)), 6);
        assert_eq!(lock(&connections.open).count(address(2)), 4);
        drop(all);
        let open = lock(&connections.open);
        assert_eq!((open.total, open.closing), (0, 0));
        assert!(open.by_address.is_empty() && open.ranking.is_empty());
    }

    #[test]
    fn some_files_are_kept_for_the_rest_of_the_program() {
        for (files, most) in [(0, 1), (64, 32), (128, 64), (1024, 960), (1_048_576, 1_048_512)] {
            assert_eq!(most_with_files(files), most, "{files}");
        }
    }
}
