//! The club in one SQLite file.
//!
//! One task owns the one connection that writes; all others only read. SQLite has one writer at a time anyway, so
//! callers who wait share a commit instead of waiting for a lock. The journal is a write-ahead log that is synced
//! at each commit.

mod access;
mod analyses;
mod append;
mod backup;
mod check;
mod derived;
mod dump;
mod idempotency;
mod lock;
mod log;
mod log_file;
mod opening;
mod people;
mod query;
mod readers;
mod reads;
mod restore;
mod schema;
mod secrets;
mod standings;
mod tables;
mod writer;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use club::{Kind, PersonId, Pool, Seed, Standing, TableId, Time};
use rusqlite::Connection;
use tokio::sync::{mpsc, oneshot};

use self::check::RunningCheck;
pub use self::lock::{DatabaseLock, Holder};
pub use self::log_file::LogBreak;
pub use self::opening::DamagedLog;
use self::readers::Readers;
use self::writer::Job;
use crate::copy::Piece;
use crate::group_commit::QueuedAppend;
use crate::{
    AccessKey, Append, Appended, Batch, Derive, HostedTables, IdempotencyKey, LogId, News, Person,
    RatingPoint, Registered, Registration, Store, StoreError, StoredAnalysis, Summary, TableFilter, UsedKey,
};

/// How long to wait for a lock that another process holds on the file, such as a backup tool.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// How many statements stay prepared for each connection: more than there are, but for some of the many
/// forms of the list of tables.
const PREPARED_STATEMENTS: usize = 64;

/// A store in a SQLite file.
pub struct SqliteStore {
    jobs: mpsc::Sender<Job>,
    readers: Arc<Readers>,
    /// Keeps other processes from having the file for themselves; `None` if it is opened beside them.
    _lock: Option<DatabaseLock>,
    check: Mutex<Option<RunningCheck>>,
}

impl SqliteStore {
    /// Sends a job to the writer and waits for its answer.
    async fn send<T>(&self, job: impl FnOnce(oneshot::Sender<T>) -> Job) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        self.jobs.send(job(done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)
    }

    /// Has work done by the writer, and returns its outcome after the commit.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, mut outcome) = oneshot::channel();
        let work: writer::Work = Box::new(move |connection| {
            // Received only after the commit, see below.
            let _ = sender.send(work(connection)?);
            Ok(())
        });
        self.send(|done| Job::Write { work, done }).await??;
        outcome.try_recv().map_err(|_| StoreError::Closed)
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.send(|done| Job::Append(Box::new(QueuedAppend::new(append, done)))).await?
    }

    async fn read_batches(&self, table: TableId, after: u64) -> Result<Vec<Batch>, StoreError> {
        self.readers.read(move |connection| log::of_table(connection, table, after)).await
    }

    async fn read_batches_of_tables(&self, tables: &[(TableId, u64)]) -> Result<Vec<Batch>, StoreError> {
        let tables = tables.to_owned();
        self.readers.read(move |connection| log::of_tables(connection, &tables)).await
    }

    async fn find_seed(&self, table: TableId) -> Result<Option<Seed>, StoreError> {
        self.readers.read(move |connection| reads::seed(connection, table)).await
    }

    async fn read_log(&self, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError> {
        self.readers.read(move |connection| log::page(connection, after, limit)).await
    }

    async fn read_log_of_person(
        &self,
        person: PersonId,
        after: LogId,
        limit: u32,
    ) -> Result<Vec<Batch>, StoreError> {
        self.readers.read(move |connection| log::of_person(connection, person, after, limit)).await
    }

    async fn read_news(&self, after: LogId, limit: u32) -> Result<Vec<News>, StoreError> {
        self.readers.read(move |connection| log::news(connection, after, limit)).await
    }

    async fn newest_log_id(&self) -> Result<LogId, StoreError> {
        self.readers.read(reads::newest_log_id).await
    }

    async fn list_tables(&self, filter: &TableFilter) -> Result<Vec<(TableId, Summary)>, StoreError> {
        let filter = filter.clone();
        self.readers.read(move |connection| reads::tables(connection, &filter)).await
    }

    async fn count_hosted_tables(&self, host: PersonId) -> Result<HostedTables, StoreError> {
        self.readers.read(move |connection| reads::hosted_tables(connection, host)).await
    }

    async fn list_tables_needing_work(&self) -> Result<Vec<TableId>, StoreError> {
        self.readers.read(reads::tables_needing_work).await
    }

    async fn find_used_key(&self, person: PersonId, key: &str) -> Result<Option<UsedKey>, StoreError> {
        let key = key.to_owned();
        self.readers.read(move |connection| reads::used_key(connection, person, &key)).await
    }

    async fn remove_expired_idempotency_keys(&self, before: Time) -> Result<(), StoreError> {
        self.write(move |connection| idempotency::remove_expired(connection, before)).await
    }

    async fn request_analysis(
        &self,
        table: TableId,
        turns: u32,
        at: Time,
        max_pending: u32,
    ) -> Result<bool, StoreError> {
        self.write(move |connection| analyses::request(connection, table, turns, at, max_pending)).await
    }

    async fn find_analysis(&self, table: TableId) -> Result<Option<StoredAnalysis>, StoreError> {
        self.readers.read(move |connection| reads::analysis(connection, table)).await
    }

    async fn claim_analyses(
        &self,
        now: Time,
        until: Time,
        limit: u32,
    ) -> Result<Vec<StoredAnalysis>, StoreError> {
        self.write(move |connection| analyses::claim(connection, now, until, limit)).await
    }

    async fn save_analysis(
        &self,
        before: u32,
        analysis: StoredAnalysis,
        until: Time,
    ) -> Result<bool, StoreError> {
        self.write(move |connection| analyses::save(connection, before, &analysis, until)).await
    }

    async fn remove_expired_analyses(&self, before: Time) -> Result<(), StoreError> {
        self.write(move |connection| analyses::remove_expired(connection, before)).await
    }

    async fn standings(&self, person: PersonId) -> Result<Vec<(Pool, bool, Standing)>, StoreError> {
        self.readers.read(move |connection| reads::standings(connection, person)).await
    }

    async fn rating_history(
        &self,
        person: PersonId,
        pool: Pool,
        viewer: Option<PersonId>,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        self.readers.read(move |connection| reads::rating_history(connection, person, pool, viewer)).await
    }

    async fn rating_changes(&self, table: TableId) -> Result<Vec<(PersonId, f64, f64)>, StoreError> {
        self.readers.read(move |connection| reads::rating_changes(connection, table)).await
    }

    async fn leaders(
        &self,
        pool: Pool,
        kind: Kind,
        limit: u32,
    ) -> Result<Vec<(PersonId, Standing)>, StoreError> {
        self.readers.read(move |connection| reads::leaders(connection, pool, kind, limit)).await
    }

    async fn rebuild_derived(&self, derive: Derive) -> Result<u64, StoreError> {
        self.send(|done| Job::Rebuild { derive, done }).await?
    }

    async fn add_guest(&self, person: PersonId, at: Time) -> Result<(), StoreError> {
        self.write(move |connection| people::add_guest(connection, person, at)).await
    }

    async fn register(&self, registration: Registration) -> Result<Registered, StoreError> {
        self.write(move |connection| people::register(connection, &registration)).await
    }

    async fn find_person(&self, person: PersonId) -> Result<Option<Person>, StoreError> {
        self.readers.read(move |connection| reads::person(connection, person)).await
    }

    async fn list_people(&self, after: Option<PersonId>, limit: u32) -> Result<Vec<Person>, StoreError> {
        self.readers.read(move |connection| reads::people(connection, after, limit)).await
    }

    async fn find_person_by_name(&self, skeleton: &str) -> Result<Option<Person>, StoreError> {
        let skeleton = skeleton.to_owned();
        self.readers.read(move |connection| reads::person_by_name(connection, &skeleton)).await
    }

    async fn rename_person(
        &self,
        person: PersonId,
        name: &str,
        skeleton: &str,
        now: Time,
    ) -> Result<Registered, StoreError> {
        let (name, skeleton) = (name.to_owned(), skeleton.to_owned());
        self.write(move |connection| people::rename(connection, person, &name, &skeleton, now)).await
    }

    async fn set_password(&self, person: PersonId, password: &str, except: u64) -> Result<(), StoreError> {
        let password = password.to_owned();
        self.write(move |connection| people::set_password(connection, person, &password, except)).await
    }

    async fn delete_person(&self, person: PersonId, reserved_until: Time) -> Result<(), StoreError> {
        self.write(move |connection| people::delete(connection, person, reserved_until)).await
    }

    async fn free_reserved_names(&self, now: Time) -> Result<(), StoreError> {
        self.write(move |connection| people::free_reserved_names(connection, now)).await
    }

    async fn start_session(&self, session: AccessKey, password: &str) -> Result<bool, StoreError> {
        let password = password.to_owned();
        self.write(move |connection| access::start_session(connection, &session, &password)).await
    }

    async fn add_access_key(
        &self,
        access_key: AccessKey,
        key: Option<IdempotencyKey>,
    ) -> Result<Option<UsedKey>, StoreError> {
        self.write(move |connection| access::add(connection, &access_key, key.as_ref())).await
    }

    async fn find_access_key(&self, hash: &[u8; 32], now: Time) -> Result<Option<AccessKey>, StoreError> {
        let hash = *hash;
        self.readers.read(move |connection| reads::access_key(connection, &hash, now)).await
    }

    async fn list_access_keys(&self, person: PersonId, now: Time) -> Result<Vec<AccessKey>, StoreError> {
        self.readers.read(move |connection| reads::access_keys(connection, person, now)).await
    }

    async fn end_access_key(&self, person: PersonId, id: u64) -> Result<bool, StoreError> {
        self.write(move |connection| access::end(connection, person, id)).await
    }

    async fn end_access_keys(&self, person: PersonId) -> Result<(), StoreError> {
        self.write(move |connection| access::end_all(connection, person, None)).await
    }

    async fn shared_secret(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        let name = name.to_owned();
        self.write(move |connection| secrets::find_or_add(connection, &name, fresh)).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.readers.read(|connection| Ok(connection.execute_batch("SELECT 1")?)).await?;
        self.write(|connection| {
            // A number in the header of the file that means nothing to SQLite and to us. It has to change: what is as it
            // was is not written.
            let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            Ok(connection.pragma_update(None, "user_version", version.wrapping_add(1))?)
        })
        .await
    }

    async fn dump(&self, to: mpsc::Sender<Piece>) -> Result<(), StoreError> {
        self.readers.read(move |connection| dump::dump(connection, &to)).await
    }

    async fn restore(&self, from: mpsc::Receiver<Piece>, derive: Derive) -> Result<(), StoreError> {
        self.write(move |connection| restore::restore(connection, from, derive)).await
    }

    /// Copies the file, which contains the derived tables.
    async fn backup(&self, to: &Path, _: Derive) -> Result<(), StoreError> {
        backup::write(&self.readers, to).await
    }

    async fn close(&self) {
        drop(self.check.lock().unwrap_or_else(PoisonError::into_inner).take());
        // Fails only if the writer has ended already.
        let _ = self.send(|done| Job::Close { done }).await;
    }
}
