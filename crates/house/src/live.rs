//! Hints within this process: "something concerns person P up to entry N of the log".
//!
//! Whoever gets a hint reads what is new from the table or the store, so a hint may be lost, late or doubled without
//! harm.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use club::PersonId;
use tokio::sync::watch;

use store::LogId;

/// Takes a lock. Our critical sections leave data consistent even if they panic, so poisoning is ignored.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for the stop signal.
pub async fn stopped(stop: &mut watch::Receiver<bool>) {
    // If the sender is gone nobody can signal a stop any more, so that counts as one.
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Sends hints to people who are connected here.
#[derive(Debug, Default)]
pub struct Live {
    people: Mutex<HashMap<PersonId, watch::Sender<LogId>>>,
}

impl Live {
    /// Hints about everything that concerns a person from now on.
    pub fn subscribe(&self, person: PersonId) -> watch::Receiver<LogId> {
        let mut people = lock(&self.people);
        // Senders without receivers are dropped when the map has doubled: amortised, and no task is needed.
        if people.len().is_power_of_two() {
            people.retain(|_, sender| sender.receiver_count() > 0);
        }
        people.entry(person).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Sends a hint to the people whom an entry concerns.
    pub fn notify(&self, people: impl Iterator<Item = PersonId>, log: LogId) {
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
