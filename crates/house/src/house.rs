//! The house: the state that every use case works on.

use std::sync::Arc;

use club::PersonId;
use quick_cache::sync::Cache;
use store::Store;

use crate::access_cache::AccessCache;
use crate::bus::{Bus, Notice};
use crate::live::Live;
use crate::names::Names;
use crate::people::guest::Signer;
use crate::people::password::Hasher;
use crate::presence::Presence;
use crate::quota::Limits;
use crate::tables::Tables;

/// Everything that a request may need.
pub struct House {
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// The tables.
    pub tables: Arc<Tables>,
    /// The hints to people.
    pub live: Arc<Live>,
    /// What people are called.
    pub names: Names,
    /// Signs the cookies of guests.
    pub signer: Signer,
    /// Hashes passwords.
    pub hasher: Hasher,
    /// The limits, if there are any.
    pub limits: Option<Limits>,
    /// Counts moves of people.
    pub moves: metrics::Counter,
    /// Guests whom the store is known to have.
    pub stored_guests: Cache<PersonId, ()>,
    /// Keys that were good a moment ago.
    pub access: AccessCache,
    /// As many searches of bots, hints and analyses at once as there are permits.
    pub searches: Arc<tokio::sync::Semaphore>,
    /// Tells those who make analyses that one was asked for.
    pub analysis_asked: Arc<tokio::sync::Notify>,
    /// One quick match after the other: those who come at once would all lay a table and wait alone.
    pub matching: tokio::sync::Mutex<()>,
    /// The number of this process among those that share the store.
    pub number: u64,
    /// Who is at which table.
    pub presence: Arc<Presence>,
    /// To tell other servers, where there are any.
    pub bus: Option<Bus>,
}

impl House {
    /// Asks the store about this person's name and keys the next time, and lets other servers do so too.
    pub fn person_changed(&self, person: PersonId) {
        self.forget(person);
        if let Some(bus) = &self.bus {
            bus.tell(Notice::Person(person));
        }
    }

    /// Asks the store about this person's name and keys the next time.
    pub fn forget(&self, person: PersonId) {
        self.access.forget(person);
        self.names.forget(person);
    }
}
