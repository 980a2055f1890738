//! Everything that a request may need.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use club::PersonId;
use metrics_exporter_prometheus::PrometheusHandle;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::bus::{Bus, Notice};
use crate::limits::{RateLimit, RetryAfter};
use crate::live::{Live, lock};
use crate::names::Names;
use crate::people::cookies::Scheme;
use crate::people::guest::Signer;
use crate::people::password::Hasher;
use crate::presence::Presence;
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
    pub limits: Option<Arc<Limits>>,
    /// Whether cookies are for HTTPS only.
    pub scheme: Scheme,
    /// Whether a proxy in front says who asks.
    pub trust_proxy: bool,
    /// Whether the server is about to stop.
    pub stop: watch::Receiver<bool>,
    /// The measurements.
    pub metrics: PrometheusHandle,
    /// Counts moves of people.
    pub moves: metrics::Counter,
    /// Guests who are written down in the store.
    pub written: Mutex<HashSet<PersonId>>,
    /// Keys that were good a moment ago.
    pub keys: Keys,
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

impl App {
    /// Asks the store about this person's name and keys the next time, and lets other servers do so too.
    pub fn person_changed(&self, person: PersonId) {
        self.forget(person);
        if let Some(bus) = &self.bus {
            bus.tell(Notice::Person(person));
        }
    }

    /// Asks the store about this person's name and keys the next time.
    pub fn forget(&self, person: PersonId) {
        self.keys.forget(person);
        self.names.forget(person);
    }
}

/// Limits on how often somebody may ask.
pub struct Limits {
    requests: RateLimit<Asker>,
    entries: RateLimit<Asker>,
    /// To tell other servers, where there are any, whom they have to count too.
    bus: Option<Bus>,
}

/// What is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limited {
    /// Requests of a person or, for nobody, of an address.
    Requests,
    /// New guests, registrations and tries to sign in of an address.
    Entries,
}

/// Whose requests are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asker {
    /// A person.
    Person(PersonId),
    /// An address.
    Address(IpAddr),
}

impl Limits {
    /// So many requests a second, five times as many at once, and entries less often.
    pub fn new(requests_per_second: u32, bus: Option<Bus>) -> Self {
        let rate = f64::from(requests_per_second);
        let (requests, entries) = (RateLimit::new(rate, rate * 5.0), RateLimit::new(rate / 20.0, rate * 2.0));
        Self { requests, entries, bus }
    }

    /// Lets somebody through, or tells when it will.
    pub fn check(&self, limited: Limited, asker: Asker, now: Instant) -> Result<(), RetryAfter> {
        let times = self.of(limited).pass(asker, now)?;
        if let (Some(bus), Some(times)) = (&self.bus, times) {
            bus.tell(Notice::Passed { limited, asker, times });
        }
        Ok(())
    }

    /// Counts whom another server let through.
    pub fn passed_elsewhere(&self, limited: Limited, asker: Asker, times: u32) {
        self.of(limited).taken_elsewhere(asker, times, Instant::now());
    }

    fn of(&self, limited: Limited) -> &RateLimit<Asker> {
        match limited {
            Limited::Requests => &self.requests,
            Limited::Entries => &self.entries,
        }
    }
}

/// A key that was found good, with the kind of its account, and when it was.
type Believed = (AccessKey, AccountKind, Instant);

/// Sessions, tokens and guests that were good a moment ago.
#[derive(Default)]
pub struct Keys {
    good: Mutex<HashMap<[u8; 32], Believed>>,
    guests: Mutex<HashMap<PersonId, Instant>>,
    /// How often somebody's keys have changed, and whose did last.
    changes: watch::Sender<(u64, Option<PersonId>)>,
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
        let count = self.changes.borrow().0;
        let Some(key) = store.key(&hash, now()).await? else { return Ok(None) };
        let Some(person) = store.person(key.person).await? else { return Ok(None) };
        let mut good = lock(&self.good);
        if good.len() >= MOST_BELIEVED {
            good.clear();
        }
        if self.changes.borrow().0 == count {
            good.insert(hash, (key.clone(), person.kind, time));
        }
        Ok(Some((key, person.kind)))
    }

    /// Whether this person is a guest, and has not become a member.
    pub async fn is_guest(&self, store: &dyn Store, person: PersonId) -> Result<bool, StoreError> {
        let time = Instant::now();
        let since = lock(&self.guests).get(&person).copied();
        if since.is_some_and(|since| time.saturating_duration_since(since) < BELIEVED) {
            return Ok(true);
        }
        let count = self.changes.borrow().0;
        let guest = store.person(person).await?.is_none_or(|person| person.kind == AccountKind::Guest);
        let mut guests = lock(&self.guests);
        if guests.len() >= MOST_BELIEVED {
            guests.clear();
        }
        if guest && self.changes.borrow().0 == count {
            guests.insert(person, time);
        }
        Ok(guest)
    }

    /// Asks the store about this person and all their keys the next time.
    pub fn forget(&self, person: PersonId) {
        // Whoever asks the store just now keeps nothing of its answer, for the count has changed.
        let (mut guests, mut good) = (lock(&self.guests), lock(&self.good));
        guests.remove(&person);
        good.retain(|_, (key, _, _)| key.person != person);
        self.changes.send_modify(|(count, whose)| (*count, *whose) = (*count + 1, Some(person)));
    }

    /// Hears of changes of keys from now on.
    pub fn listen(&self) -> watch::Receiver<(u64, Option<PersonId>)> {
        self.changes.subscribe()
    }
}
