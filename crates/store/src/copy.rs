//! Copying a club from one store to another.

use std::fmt;

use club::{Seed, TableId, Time};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

use crate::{AccessKey, Batch, Derive, IdempotencyKey, Person, Store, StoreError};

/// How many rows a piece has at most, so that a copy needs little memory.
pub(crate) const ROWS_PER_PIECE: usize = 500;

/// Some rows of a store.
#[derive(Clone, PartialEq, Debug)]
pub enum Piece {
    /// Events, in the order of the log.
    Batches(Vec<Batch>),
    /// Seeds of games.
    Seeds(Vec<(TableId, Seed)>),
    /// Idempotency keys, with what they were used for.
    IdempotencyKeys(Vec<IdempotencyRecord>),
    /// People, each with the skeleton of the name.
    People(Vec<(Person, Option<String>)>),
    /// Skeletons of names that nobody may take until a time.
    ReservedNames(Vec<(String, Time)>),
    /// Sessions and tokens.
    AccessKeys(Vec<AccessKey>),
    /// Secrets that servers share, by name.
    Secrets(Vec<(String, [u8; 32])>),
    /// Everything was sent.
    End,
}

/// A used idempotency key as a store keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdempotencyRecord {
    /// The key, with its person and the hash of the request.
    pub key: IdempotencyKey,
    /// The identity of the table, the token or the person that the request led to.
    pub made: u64,
    /// The number of the last event; 0 if the request was not about a table.
    pub seq: u64,
    /// When the key was used; it expires some time after.
    pub at: Time,
}

/// Copies everything to a store that is empty.
///
/// Both sides run at once, so that the pieces in the channel are all that is in memory.
pub async fn copy(from: &dyn Store, to: &dyn Store, derive: Derive) -> Result<(), StoreError> {
    let (sender, receiver) = mpsc::channel(4);
    let (dumped, restored) = tokio::join!(from.dump(sender), to.restore(receiver, derive));
    match (dumped, restored) {
        // If one side stopped because the other failed, the error of the other says why.
        (Err(error), Ok(()) | Err(StoreError::Incomplete)) | (_, Err(error)) => Err(error),
        (Ok(()), Ok(())) => Ok(()),
    }
}

/// The number of rows of one kind, and the sum of their hashes. A sum does not depend on the order of the rows,
/// which differs between databases.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The number of rows.
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

/// Counts and hashes of everything that a store has, to compare two stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Inventory {
    /// Batches of events.
    pub batches: Tally,
    /// Seeds of games.
    pub seeds: Tally,
    /// Idempotency keys.
    pub idempotency_keys: Tally,
    /// People.
    pub people: Tally,
    /// Names that nobody may take for a while.
    pub reserved_names: Tally,
    /// Sessions and tokens.
    pub access_keys: Tally,
    /// Secrets that servers share.
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
        // The hashes are never stored, so any text does that differs for different rows.
        fn add<T>(tally: &mut Tally, rows: &[T], text: impl Fn(&T) -> String) {
            for row in rows {
                tally.add(text(row).as_bytes());
            }
        }
        match piece {
            Piece::Batches(batches) => add(&mut self.batches, batches, |batch| format!("{batch:?}")),
            // The `Debug` of a seed hides it.
            Piece::Seeds(seeds) => {
                add(&mut self.seeds, seeds, |(table, seed)| format!("{table:?} {:?}", seed.0));
            }
            Piece::IdempotencyKeys(keys) => add(&mut self.idempotency_keys, keys, |key| format!("{key:?}")),
            Piece::People(people) => add(&mut self.people, people, |person| format!("{person:?}")),
            Piece::ReservedNames(names) => add(&mut self.reserved_names, names, |name| format!("{name:?}")),
            Piece::AccessKeys(keys) => add(&mut self.access_keys, keys, |key| format!("{key:?}")),
            Piece::Secrets(secrets) => add(&mut self.secrets, secrets, |secret| format!("{secret:?}")),
            Piece::End => {}
        }
    }

    /// All tallies, with names for people to read.
    pub fn tallies(&self) -> [(&'static str, Tally); 7] {
        [
            ("batches of events", self.batches),
            ("seeds of games", self.seeds),
            ("people", self.people),
            ("reserved names", self.reserved_names),
            ("sessions and tokens", self.access_keys),
            ("idempotency keys", self.idempotency_keys),
            ("shared secrets", self.secrets),
        ]
    }
}
