//! What servers that share a store need of it.

use async_trait::async_trait;
use club::{PersonId, TableId, Time};

use crate::StoreError;

/// Which tables a server claims.
#[derive(Clone, Copy, Debug)]
pub struct WorkClaim<'a> {
    /// Tables are due up to this moment, and claims that end by then have ended.
    pub now: Time,
    /// When the claims end.
    pub until: Time,
    /// The most tables that are claimed.
    pub limit: u32,
    /// The most tables with the same people that are claimed at a time, by all servers together.
    pub limit_of_same: u32,
    /// Tables that are not claimed.
    pub skip: &'a [TableId],
}

/// Somebody who is present at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Present {
    /// The table.
    pub table: TableId,
    /// The person.
    pub person: PersonId,
    /// Whether their device can choose the moves of bots.
    pub thinks: bool,
}

/// The part of a store by which servers divide their work and tell each other who is present.
///
/// Claims, leases and presence all expire at a time that is chosen when they are made, so a server that dies
/// needs no clean-up. A server whose claim has expired does no harm: what another did in its place is in the
/// events, where its own append gets a conflict.
#[async_trait]
pub trait SharedStore: Send + Sync {
    /// Claims tables at which something is due and that nobody has claimed. Those whose people have the fewest claimed
    /// come first, then those that are longest due. A claim also ends when what is due at the table changes.
    async fn claim_work(&self, claim: WorkClaim<'_>) -> Result<Vec<TableId>, StoreError>;

    /// Ends the claim of a table that was made until `until`, if it has not ended.
    async fn release_work(&self, table: TableId, until: Time) -> Result<(), StoreError>;

    /// Acquires the lease of a name until it is released or expires; returns whether it was free.
    async fn acquire_lease(
        &self,
        name: &str,
        holder: u64,
        now: Time,
        until: Time,
    ) -> Result<bool, StoreError>;

    /// Releases the lease of a name, if this holder has it.
    async fn release_lease(&self, name: &str, holder: u64) -> Result<(), StoreError>;

    /// Records that people are present at tables through this server until `until`.
    async fn add_presence(&self, present: &[Present], server: u64, until: Time) -> Result<(), StoreError>;

    /// Records that people are no longer present at tables through this server.
    async fn remove_presence(&self, gone: &[(TableId, PersonId)], server: u64) -> Result<(), StoreError>;

    /// Who is present at these tables through other servers than this one.
    async fn read_presence(
        &self,
        tables: &[TableId],
        server: u64,
        now: Time,
    ) -> Result<Vec<(TableId, PersonId)>, StoreError>;

    /// Whether somebody is present at a table, through any server, with a device that can choose the moves of bots.
    async fn has_device(&self, table: TableId, person: PersonId, now: Time) -> Result<bool, StoreError>;

    /// Extends all presence through this server to `until`; returns how many entries there are.
    async fn renew_presence(&self, server: u64, until: Time) -> Result<u64, StoreError>;

    /// Removes all presence through this server.
    async fn remove_server_presence(&self, server: u64) -> Result<(), StoreError>;

    /// Removes presence that expired before this time.
    async fn remove_expired_presence(&self, before: Time) -> Result<(), StoreError>;
}
