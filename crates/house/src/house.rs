//! The house: the state that every use case works on.

use std::sync::Arc;
use std::time::Duration;

use club::PersonId;
use quick_cache::sync::Cache;
use store::Store;

use crate::access_cache::AccessCache;
use crate::analysis_quota::AnalysisQuota;
use crate::bus::{Bus, Notice};
use crate::live::Live;
use crate::names::Names;
use crate::people::guest::Signer;
use crate::people::password::Hasher;
use crate::presence::Presence;
use crate::quota::Limits;
use crate::searches::Searches;
use crate::sign_in::SignInAddresses;
use crate::table_quotas::Quotas;
use crate::tables::Tables;

/// The state that every use case works on. Use cases are methods of this type, each in the file of its subject.
pub struct House {
    /// Where everything is stored.
    pub store: Arc<dyn Store>,
    /// The tables in memory, and the way to change them.
    pub tables: Arc<Tables>,
    /// Hints to people who are connected here.
    pub live: Arc<Live>,
    /// The names of people, cached.
    pub names: Names,
    /// Signs the cookies of guests.
    pub signer: Signer,
    /// Hashes passwords.
    pub hasher: Hasher,
    /// The rate limits.
    pub limits: Limits,
    /// The addresses from which accounts were opened.
    pub sign_in_addresses: SignInAddresses,
    /// How many tables a person may have.
    pub quotas: Quotas,
    /// How long nobody may take the name of somebody who deleted the account.
    pub names_reserved_for: Duration,
    /// How many tokens an account may have; `None` for no limit.
    pub(crate) max_tokens: Option<u32>,
    /// How many analyses may be waiting or under way in the whole club.
    pub(crate) max_pending_analyses: u32,
    /// Counts the moves of people. Kept here because looking a counter up by name costs more than counting.
    pub moves: metrics::Counter,
    /// Guests whom the store is known to have.
    pub stored_guests: Cache<PersonId, ()>,
    /// Sessions, tokens and guests that were valid a moment ago.
    pub access: AccessCache,
    /// The searches of bots, hints, sandboxes and analyses.
    pub(crate) searches: Arc<Searches>,
    /// Who asked for analyses that are not finished.
    pub(crate) analysis_quota: AnalysisQuota,
    /// Wakes the task that makes analyses.
    pub(crate) analysis_asked: Arc<tokio::sync::Notify>,
    /// Held during a quick match: two who come at once would each create a table and wait alone.
    pub matching: tokio::sync::Mutex<()>,
    /// The number of this process among those that share the store.
    pub number: u64,
    /// Who is at which table right now.
    pub presence: Arc<Presence>,
    /// Notifies other servers, if there are any.
    pub bus: Option<Bus>,
}

impl House {
    /// Drops what is cached about this person, here and on other servers.
    pub fn person_changed(&self, person: PersonId) {
        self.forget(person);
        if let Some(bus) = &self.bus {
            bus.send(Notice::Person(person));
        }
    }

    /// Drops what is cached about this person.
    pub fn forget(&self, person: PersonId) {
        self.access.forget(person);
        self.names.forget(person);
    }
}
