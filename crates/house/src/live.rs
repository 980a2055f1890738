//! Who listens to what, in this process.
//!
//! Only hints go around: "table T is at seq N", "something concerns person P up to N in the log".
//! Whoever hears one reads what is new from the table or the store, so a hint may be lost, late or
//! doubled without harm.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use club::PersonId;
use tokio::sync::watch;

use store::LogId;

/// Takes a lock whose data is whole even if somebody panicked while holding it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until the server is told to stop.
pub async fn stopped(stop: &mut watch::Receiver<bool>) {
    // Without anybody who could tell it, the server stops as well.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// The hints to people.
#[derive(Debug, Default)]
pub struct Live {
    people: Mutex<HashMap<PersonId, watch::Sender<LogId>>>,
}

impl Live {
    /// Hears of everything that concerns a person from now on.
    pub fn listen(&self, person: PersonId) -> watch::Receiver<LogId> {
        let mut people = lock(&self.people);
        // Those whose last listener is gone are forgotten when the map has doubled.
        if people.len().is_power_of_two() {
            people.retain(|_, sender| sender.receiver_count() > 0);
        }
        people.entry(person).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Tells those whom a batch concerns.
    pub fn tell(&self, people: impl Iterator<Item = PersonId>, log: LogId) {
        let listeners = lock(&self.people);
        if listeners.is_empty() {
            return;
        }
        for sender in people.filter_map(|person| listeners.get(&person)) {
            sender.send_if_modified(|newest| {
                let newer = *newest < log;
                *newest = log.max(*newest);
                newer
            });
        }
    }
}
