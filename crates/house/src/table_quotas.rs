//! Quotas: how many tables and messages one person may have, so that nobody fills the lists for all others.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use club::{Chair, Options, PersonId, Sitter};
use tokio::sync::{Mutex, MutexGuard};

use crate::error::Error;
use crate::house::House;
use crate::limits::{RateLimit, RetryAfter};
use crate::settings::Settings;

/// How many people can create tables at the same time without waiting for each other, if they are lucky.
const CREATION_LOCKS: usize = 64;

/// The most tables of a person; `None` for no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableQuota {
    /// Tables of their own that are listed and wait for people.
    pub waiting: Option<u32>,
    /// Tables of their own that wait or are played, listed or not.
    pub unfinished: Option<u32>,
}

/// The quotas of a server.
pub struct Quotas {
    members: TableQuota,
    guests: TableQuota,
    /// New tables of guests, by address.
    guest_tables: Option<RateLimit<IpAddr>>,
    /// Messages and mutes of a person, at all tables.
    talk: Option<RateLimit<PersonId>>,
    /// Each is for the people whose identity leads to it. Two tables of one person are not created at once: both
    /// would be counted before either is stored.
    creations: [Mutex<()>; CREATION_LOCKS],
}

impl Quotas {
    /// The quotas of these settings.
    pub fn new(settings: &Settings) -> Self {
        Self {
            members: settings.member_tables,
            guests: settings.guest_tables,
            guest_tables: limit(settings.guest_tables_per_hour, Duration::from_hours(1)),
            talk: limit(settings.messages_per_minute, Duration::from_mins(1)),
            creations: std::array::from_fn(|_| Mutex::default()),
        }
    }

    /// Counts a table that a guest at this address is about to create, or says when they may.
    pub fn count_guest_table(&self, address: IpAddr, now: Instant) -> Result<(), RetryAfter> {
        self.guest_tables.as_ref().map_or(Ok(()), |limit| limit.check(address, now))
    }

    /// Counts a message or a mute of a person, or says when they may send it.
    pub(crate) fn count_message(&self, person: PersonId, now: Instant) -> Result<(), RetryAfter> {
        self.talk.as_ref().map_or(Ok(()), |limit| limit.check(person, now))
    }
}

/// A limit of so many in a period, all of which may come at once.
fn limit<K: std::hash::Hash + Eq>(most: Option<u32>, period: Duration) -> Option<RateLimit<K>> {
    most.map(|most| RateLimit::new(f64::from(most) / period.as_secs_f64(), most.into()))
}

impl House {
    /// Waits until this person creates no other table, and checks that they may have one more. The table is created
    /// before the guard is dropped.
    pub(crate) async fn may_create_table(
        &self,
        sitter: Sitter,
        options: &Options,
        chairs: &[Chair],
    ) -> Result<MutexGuard<'_, ()>, Error> {
        let quota = if sitter.member { self.quotas.members } else { self.quotas.guests };
        let lock = &self.quotas.creations[(sitter.id.0 % CREATION_LOCKS as u64) as usize];
        let guard = lock.lock().await;
        if quota.waiting.is_none() && quota.unfinished.is_none() {
            return Ok(guard);
        }
        let has = self.store.count_hosted_tables(sitter.id).await?;
        let waits = chairs.iter().any(|chair| matches!(chair, Chair::Open | Chair::Invited(_)));
        if let Some(most) = quota.waiting.filter(|most| options.public && waits && has.waiting >= *most) {
            return Err(Error::TooManyWaitingTables(most));
        }
        if let Some(most) = quota.unfinished.filter(|most| has.unfinished >= *most) {
            return Err(Error::TooManyUnfinishedTables(most));
        }
        Ok(guard)
    }
}
