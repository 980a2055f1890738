//! Quotas: how many tables one person may have, so that nobody fills the lists for all others.

use club::{Chair, Options, Sitter};
use tokio::sync::{Mutex, MutexGuard};

use crate::error::Error;
use crate::house::House;
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
            creations: std::array::from_fn(|_| Mutex::default()),
        }
    }
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
