//! Sessions, tokens and guests that were valid a moment ago.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use club::PersonId;
use quick_cache::unsync::Cache;
use store::{AccessKey, AccountKind, Store, StoreError};
use tokio::sync::watch;

use crate::live::lock;
use crate::tables::now;

/// How long a session, a token or a guest is taken for valid without asking the store.
const CACHE_LIFETIME: Duration = Duration::from_secs(5);
/// How many of each are cached.
const MAX_CACHED: usize = 100_000;

/// A valid key, the kind of its account, and when the store said so.
type CachedKey = (AccessKey, AccountKind, Instant);

/// Caches what the store said of sessions, tokens and guests.
pub struct AccessCache {
    keys: Mutex<Cache<[u8; 32], CachedKey>>,
    guests: Mutex<Cache<PersonId, Instant>>,
    /// How often somebody's sessions and tokens have changed, and whose did last.
    changes: watch::Sender<(u64, Option<PersonId>)>,
}

impl Default for AccessCache {
    fn default() -> Self {
        Self {
            keys: Mutex::new(Cache::new(MAX_CACHED)),
            guests: Mutex::new(Cache::new(MAX_CACHED)),
            changes: watch::Sender::default(),
        }
    }
}

impl AccessCache {
    /// The session or token with this hash and the kind of its account, if it is valid.
    pub async fn find(
        &self,
        store: &dyn Store,
        hash: [u8; 32],
    ) -> Result<Option<(AccessKey, AccountKind)>, StoreError> {
        let time = Instant::now();
        if let Some((key, kind, since)) = lock(&self.keys).get(&hash)
            && time.saturating_duration_since(*since) < CACHE_LIFETIME
        {
            return Ok(Some((key.clone(), *kind)));
        }
        let count = self.changes.borrow().0;
        let Some(key) = store.find_access_key(&hash, now()).await? else { return Ok(None) };
        let Some(person) = store.find_person(key.person).await? else { return Ok(None) };
        let mut keys = lock(&self.keys);
        // Compared under the lock that `forget` takes: what was read before a change is not cached after it.
        if self.changes.borrow().0 == count {
            keys.insert(hash, (key.clone(), person.kind, time));
        }
        Ok(Some((key, person.kind)))
    }

    /// Whether this person is a guest, and has not become a member.
    pub async fn is_guest(&self, store: &dyn Store, person: PersonId) -> Result<bool, StoreError> {
        let time = Instant::now();
        let since = lock(&self.guests).get(&person).copied();
        if since.is_some_and(|since| time.saturating_duration_since(since) < CACHE_LIFETIME) {
            return Ok(true);
        }
        let count = self.changes.borrow().0;
        let guest = store.find_person(person).await?.is_none_or(|person| person.kind == AccountKind::Guest);
        let mut guests = lock(&self.guests);
        if guest && self.changes.borrow().0 == count {
            guests.insert(person, time);
        }
        Ok(guest)
    }

    /// Drops everything about this person: the store is asked again the next time.
    pub fn forget(&self, person: PersonId) {
        // Both locks are held while the count changes, so that nobody caches what they read before.
        let (mut guests, mut keys) = (lock(&self.guests), lock(&self.keys));
        guests.remove(&person);
        keys.retain(|_, (key, _, _)| key.person != person);
        self.changes.send_modify(|(count, whose)| (*count, *whose) = (*count + 1, Some(person)));
    }

    /// Tells of changes of sessions and tokens from now on.
    pub fn subscribe(&self) -> watch::Receiver<(u64, Option<PersonId>)> {
        self.changes.subscribe()
    }
}
