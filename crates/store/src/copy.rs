//! A club carried from one store to another.

use std::fmt;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use club::{Seed, TableId, Time};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use super::{AccessKey, Batch, Derive, Person, RequestKey, Store, StoreError};

/// How many rows a piece has at most.
pub(super) const ROWS_PER_PIECE: usize = 500;

/// Some of what a store has.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// Events, in the order of the log.
    Batches(Vec<Batch>),
    /// Seeds of games.
    Seeds(Vec<(TableId, Seed)>),
    /// Keys of requests.
    Requests(Vec<Request>),
    /// People, each with the skeleton of the name.
    People(Vec<(Person, Option<String>)>),
    /// Sessions and tokens.
    Keys(Vec<AccessKey>),
    /// What servers share.
    Secrets(Vec<(String, [u8; 32])>),
    /// That was all.
    End,
}

/// What was done under a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The key.
    pub key: RequestKey,
    /// The number of what it led to.
    pub made: u64,
    /// The last event, at a table.
    pub seq: u64,
    /// When.
    pub at: Time,
}

/// Copies everything to a store that is empty.
pub async fn copy(from: &dyn Store, to: &dyn Store, derive: Derive) -> Result<(), StoreError> {
    let (sender, receiver) = mpsc::channel(4);
    let (dumped, restored) = tokio::join!(from.dump(sender), to.restore(receiver, derive));
    match (dumped, restored) {
        // Where one ended early because the other failed, the other knows why.
        (Err(error), Ok(()) | Err(StoreError::Incomplete)) | (_, Err(error)) => Err(error),
        (Ok(()), Ok(())) => Ok(()),
    }
}

/// Makes a file that was not there.
pub(super) fn new_file(path: &Path) -> Result<File, StoreError> {
    File::create_new(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => StoreError::Exists(path.to_owned()),
        _ => StoreError::File(error),
    })
}

/// Removes a copy that failed: the first error matters more than one here.
pub(super) fn remove_file(path: &Path) {
    let _ = std::fs::remove_file(path);
}

/// How much there is of something, and a sum over the hashes of all of it, in whatever order it comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// How much.
    pub count: u64,
    sum: [u64; 4],
}

impl Tally {
    fn add(&mut self, row: &[u8]) {
        self.count += 1;
        let hash = Sha256::digest(row);
        for (sum, word) in self.sum.iter_mut().zip(hash.chunks_exact(8)) {
            *sum = sum.wrapping_add(word.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (hash {:016x})", self.count, self.sum[0])
    }
}

/// Everything that a store has, counted and hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Inventory {
    /// Batches of events.
    pub batches: Tally,
    /// Seeds of games.
    pub seeds: Tally,
    /// Keys of requests.
    pub requests: Tally,
    /// People.
    pub people: Tally,
    /// Sessions and tokens.
    pub keys: Tally,
    /// What servers share.
    pub secrets: Tally,
}

impl Inventory {
    /// Counts and hashes everything in a store.
    pub async fn of(store: &dyn Store) -> Result<Self, StoreError> {
        let (sender, mut pieces) = mpsc::channel(4);
        let count = async {
            let mut all = Self::default();
            while let Some(piece) = pieces.recv().await {
                all.add(&piece);
            }
            all
        };
        let (dumped, all) = tokio::join!(store.dump(sender), count);
        dumped.map(|()| all)
    }

    fn add(&mut self, piece: &Piece) {
        // What is hashed is never stored, so any text that tells all apart does.
        fn add<T>(tally: &mut Tally, rows: &[T], text: impl Fn(&T) -> String) {
            for row in rows {
                tally.add(text(row).as_bytes());
            }
        }
        match piece {
            Piece::Batches(batches) => add(&mut self.batches, batches, |batch| format!("{batch:?}")),
            // A seed does not show itself.
            Piece::Seeds(seeds) => {
                add(&mut self.seeds, seeds, |(table, seed)| format!("{table:?} {:?}", seed.0));
            }
            Piece::Requests(requests) => add(&mut self.requests, requests, |request| format!("{request:?}")),
            Piece::People(people) => add(&mut self.people, people, |person| format!("{person:?}")),
            Piece::Keys(keys) => add(&mut self.keys, keys, |key| format!("{key:?}")),
            Piece::Secrets(secrets) => add(&mut self.secrets, secrets, |secret| format!("{secret:?}")),
            Piece::End => {}
        }
    }

    /// Everything by name.
    pub fn tallies(&self) -> [(&'static str, Tally); 6] {
        [
            ("batches of events", self.batches),
            ("seeds of games", self.seeds),
            ("people", self.people),
            ("sessions and tokens", self.keys),
            ("keys of requests", self.requests),
            ("shared secrets", self.secrets),
        ]
    }
}
