//! The contract that every store fulfils.

use std::path::Path;

use async_trait::async_trait;
use club::{Kind, PersonId, Pool, Seed, Standing, TableId, Time};
use tokio::sync::mpsc;

use crate::copy::Piece;
use crate::{
    AccessKey, Append, Appended, Batch, Derive, HostedTables, IdempotencyKey, LogId, News, Person,
    RatingPoint, Registered, Registration, SharedStore, StoreError, StoredAnalysis, Summary, TableFilter,
    UsedKey,
};

/// A store of the club.
///
/// Every method that writes returns after its change is durable.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Appends a batch. Appends that wait at the same time share a commit.
    async fn append(&self, append: Append) -> Result<Appended, StoreError>;

    /// Reads the batches of a table that begin after this event, in order.
    async fn read_batches(&self, table: TableId, after: u64) -> Result<Vec<Batch>, StoreError>;

    /// Reads the batches of several tables, for each those that begin after its event, in the order of the
    /// log.
    async fn read_batches_of_tables(&self, tables: &[(TableId, u64)]) -> Result<Vec<Batch>, StoreError>;

    /// The seed of a table whose game has started.
    async fn find_seed(&self, table: TableId) -> Result<Option<Seed>, StoreError>;

    /// Reads the batches of the whole club after this one, at most `limit`, in order.
    async fn read_log(&self, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError>;

    /// Reads the batches of all tables of a person (those whose newest summary names them) after this one, at
    /// most `limit`, in order.
    async fn read_log_of_person(
        &self,
        person: PersonId,
        after: LogId,
        limit: u32,
    ) -> Result<Vec<Batch>, StoreError>;

    /// Reads what changed after this log id, at most `limit`, in order: for servers that missed a message of
    /// the bus.
    async fn read_news(&self, after: LogId, limit: u32) -> Result<Vec<News>, StoreError>;

    /// The log id of the newest batch; 0 while there is none.
    async fn newest_log_id(&self) -> Result<LogId, StoreError>;

    /// Lists tables by their summaries, the one that changed last first.
    async fn list_tables(&self, filter: &TableFilter) -> Result<Vec<(TableId, Summary)>, StoreError>;

    /// Counts the tables of this host that are not over.
    async fn count_hosted_tables(&self, host: PersonId) -> Result<HostedTables, StoreError>;

    /// Lists the tables in play at which bots have to move or clocks run.
    async fn list_tables_needing_work(&self) -> Result<Vec<TableId>, StoreError>;

    /// What an idempotency key of a person was used for.
    async fn find_used_key(&self, person: PersonId, key: &str) -> Result<Option<UsedKey>, StoreError>;

    /// Removes idempotency keys that were used before this time.
    async fn remove_expired_idempotency_keys(&self, before: Time) -> Result<(), StoreError>;

    /// Queues the analysis of a game with this number of turns, unless `max_pending` others are unfinished. Returns
    /// whether the analysis was requested, now or earlier.
    async fn request_analysis(
        &self,
        table: TableId,
        turns: u32,
        at: Time,
        max_pending: u32,
    ) -> Result<bool, StoreError>;

    /// The analysis of a game, as far as it is done. One that cannot be decoded is reported and counts as none.
    async fn find_analysis(&self, table: TableId) -> Result<Option<StoredAnalysis>, StoreError>;

    /// Claims at most `limit` unfinished analyses that nobody has claimed, the oldest request first. The claims
    /// expire at `until`. Those that cannot be decoded are reported and left out.
    async fn claim_analyses(
        &self,
        now: Time,
        until: Time,
        limit: u32,
    ) -> Result<Vec<StoredAnalysis>, StoreError>;

    /// Saves the progress of an analysis of which `before` turns were done, and extends its claim to `until`.
    /// Returns false, and changes nothing, if somebody else has saved progress since.
    async fn save_analysis(
        &self,
        before: u32,
        analysis: StoredAnalysis,
        until: Time,
    ) -> Result<bool, StoreError>;

    /// Removes analyses that were requested before this time.
    async fn remove_expired_analyses(&self, before: Time) -> Result<(), StoreError>;

    /// The results of a person, by pool and by whether the games were rated.
    async fn standings(&self, person: PersonId) -> Result<Vec<(Pool, bool, Standing)>, StoreError>;

    /// The ratings of a person in a pool after each game that changed it, the oldest first. Of tables that are not
    /// listed only those are named at which the viewer sits or sat.
    async fn rating_history(
        &self,
        person: PersonId,
        pool: Pool,
        viewer: Option<PersonId>,
    ) -> Result<Vec<RatingPoint>, StoreError>;

    /// The ratings that a game changed: person, rating before, rating after.
    async fn rating_changes(&self, table: TableId) -> Result<Vec<(PersonId, f64, f64)>, StoreError>;

    /// The highest ratings of a pool among members or among bot accounts, at most `limit`.
    async fn leaders(
        &self,
        pool: Pool,
        kind: Kind,
        limit: u32,
    ) -> Result<Vec<(PersonId, Standing)>, StoreError>;

    /// Rebuilds all derived tables: passes every batch to `derive`, in the order of the log, and writes what it
    /// returns. Returns the number of batches. Nothing changes if it fails.
    async fn rebuild_derived(&self, derive: Derive) -> Result<u64, StoreError>;

    /// Adds a guest; does nothing if the person exists.
    async fn add_guest(&self, person: PersonId, at: Time) -> Result<(), StoreError>;

    /// Makes a guest, or a person who does not exist yet, a member or a bot account.
    async fn register(&self, registration: Registration) -> Result<Registered, StoreError>;

    /// Finds a person by identity.
    async fn find_person(&self, person: PersonId) -> Result<Option<Person>, StoreError>;

    /// Lists at most `limit` people, those after `after` in an order of the store. Those that cannot be
    /// decoded are reported and left out.
    async fn list_people(&self, after: Option<PersonId>, limit: u32) -> Result<Vec<Person>, StoreError>;

    /// Finds a person by the skeleton of the name.
    async fn find_person_by_name(&self, skeleton: &str) -> Result<Option<Person>, StoreError>;

    /// Changes the name of a member or a bot account.
    async fn rename_person(
        &self,
        person: PersonId,
        name: &str,
        skeleton: &str,
        now: Time,
    ) -> Result<Registered, StoreError>;

    /// Changes the hash of the password of a member or a bot account, and ends all their sessions and tokens except
    /// this one.
    async fn set_password(&self, person: PersonId, password: &str, except: u64) -> Result<(), StoreError>;

    /// Removes name, password, sessions and tokens of a person; the games stay. Nobody may take the name, or one that
    /// looks like it, until `reserved_until`.
    async fn delete_person(&self, person: PersonId, reserved_until: Time) -> Result<(), StoreError>;

    /// Frees the names of deleted people that were reserved until this time or an earlier one.
    async fn free_reserved_names(&self, now: Time) -> Result<(), StoreError>;

    /// Starts a session of an account whose password has this hash. Returns false, and changes nothing, if the password
    /// was changed or the account deleted since the hash was read: no session outlives that.
    async fn start_session(&self, session: AccessKey, password: &str) -> Result<bool, StoreError>;

    /// Adds a session or a token. If the idempotency key was used before, nothing changes, and the answer is
    /// what it was used for.
    async fn add_access_key(
        &self,
        access_key: AccessKey,
        key: Option<IdempotencyKey>,
    ) -> Result<Option<UsedKey>, StoreError>;

    /// Finds the session or token with this hash, if it has not expired.
    async fn find_access_key(&self, hash: &[u8; 32], now: Time) -> Result<Option<AccessKey>, StoreError>;

    /// Lists the sessions and tokens of a person that have not expired, the newest first.
    async fn list_access_keys(&self, person: PersonId, now: Time) -> Result<Vec<AccessKey>, StoreError>;

    /// Ends a session or revokes a token of this person; returns whether there was one.
    async fn end_access_key(&self, person: PersonId, id: u64) -> Result<bool, StoreError>;

    /// Ends all sessions and tokens of this person.
    async fn end_access_keys(&self, person: PersonId) -> Result<(), StoreError>;

    /// The secret of this name that all servers of the club share. Stores `fresh` if there is none yet.
    async fn shared_secret(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError>;

    /// Checks that the store can read and write.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Sends a snapshot of everything but the derived tables, and [`Piece::End`] last.
    async fn dump(&self, to: mpsc::Sender<Piece>) -> Result<(), StoreError>;

    /// Writes what another store sends, and rebuilds the derived tables. Fails unless this store is empty;
    /// nothing changes if it fails.
    async fn restore(&self, from: mpsc::Receiver<Piece>, derive: Derive) -> Result<(), StoreError>;

    /// Writes a snapshot of everything to a SQLite file that does not exist yet.
    async fn backup(&self, to: &Path, derive: Derive) -> Result<(), StoreError>;

    /// Finishes all work that has begun and closes the store; later calls fail.
    async fn close(&self);

    /// What several servers with the same store need of it; `None` if one process has the store alone.
    fn shared(&self) -> Option<&dyn SharedStore> {
        None
    }
}
