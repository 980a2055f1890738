//! Everything that a request may need.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use club::PersonId;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::watch;

use crate::limits::RateLimit;
use crate::live::{Live, lock};
use crate::names::Names;
use crate::people::cookies::Scheme;
use crate::people::guest::Signer;
use crate::people::password::Hasher;
use crate::store::{AccessKey, AccountKind, Store, StoreError};
use crate::tables::{Tables, now};

/// How long a session or token is believed without asking the store.
const BELIEVED: Duration = Duration::from_secs(5);
const MOST_BELIEVED: usize = 100_000;

/// Everything that a request may need.
pub struct App {
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
    /// Whether cookies are for HTTPS only.
    pub scheme: Scheme,
    /// Whether a proxy in front says who asks.
    pub trust_proxy: bool,
    /// Whether the server is about to stop.
    pub stop: watch::Receiver<bool>,
    /// The measurements.
    pub metrics: PrometheusHandle,
    /// Keys that were good a moment ago.
    pub keys: Keys,
    /// One quick match after the other: those who come at once would all lay a table and wait alone.
    pub matching: tokio::sync::Mutex<()>,
}

/// Limits on how often somebody may ask.
pub struct Limits {
    /// Requests of a person or, for nobody, of an address.
    pub requests: RateLimit<Asker>,
    /// New guests, registrations and tries to sign in of an address.
    pub entries: RateLimit<IpAddr>,
}

/// Whose requests are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asker {
    /// A person.
    Person(PersonId),
    /// An address.
    Address(IpAddr),
}

/// A key that was found good, with the kind of its account, and when it was.
type Believed = (AccessKey, AccountKind, Instant);

/// Sessions and tokens that were good a moment ago.
#[derive(Default)]
pub struct Keys {
    good: Mutex<HashMap<[u8; 32], Believed>>,
}

impl Keys {
    /// The key with this hash and the kind of its account, if it is good.
    pub async fn find(
        &self,
        store: &dyn Store,
        hash: [u8; 32],
    ) -> Result<Option<(AccessKey, AccountKind)>, StoreError> {
        let time = Instant::now();
        if let Some((key, kind, since)) = lock(&self.good).get(&hash)
            && time.saturating_duration_since(*since) < BELIEVED
        {
            return Ok(Some((key.clone(), *kind)));
        }
        let Some(key) = store.key(&hash, now()).await? else { return Ok(None) };
        let Some(person) = store.person(key.person).await? else { return Ok(None) };
        let mut good = lock(&self.good);
        if good.len() >= MOST_BELIEVED {
            good.clear();
        }
        good.insert(hash, (key.clone(), person.kind, time));
        Ok(Some((key, person.kind)))
    }

    /// Asks the store about all keys of this person the next time.
    pub fn forget(&self, person: PersonId) {
        lock(&self.good).retain(|_, (key, _, _)| key.person != person);
    }
}
