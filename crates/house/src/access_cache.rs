//! Sessions, tokens and guests that were valid a moment ago.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use club::PersonId;
use store::{AccessKey, AccountKind, Store, StoreError};
use tokio::sync::watch;

use crate::live::lock;
use crate::tables::now;

/// How long a session or token is believed without asking the store.
const BELIEVED: Duration = Duration::from_secs(5);
const MOST_BELIEVED: usize = 100_000;

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
        let Some(key) = store.find_access_key(&hash, now()).await? else { return Ok(None) };
        let Some(person) = store.find_person(key.person).await? else { return Ok(None) };
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
        let guest = store.find_person(person).await?.is_none_or(|person| person.kind == AccountKind::Guest);
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
