//! The club in one SQLite file.
//!
//! One task owns the one connection that writes; all others only read. SQLite has one writer at a time
//! anyway, and so those who wait share a commit instead of waiting for a lock. The journal is a
//! write-ahead log that is synchronised at each commit.

mod analyses;
mod append;
mod backup;
mod derived;
mod keys;
mod log;
mod people;
mod requests;
mod restore;
mod standings;
mod tables;
mod writer;

mod reads {
    //! What is read as from any other database.

    crate::reads::reads!(Sqlite, SqliteConnection);
}

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use club::{Kind, PersonId, Pool, Seed, Standing, TableId, Time};
use rusqlite::Connection;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{ConnectOptions, SqlSafeStr, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use self::writer::{Job, Writer};
use super::copy::Piece;
use super::group::{QUEUE, Waiting};
use super::{
    AccessKey, Append, Appended, Batch, Derive, KeptAnalysis, LogId, News, Person, RatingPoint, Registered,
    Registration, Repeated, RequestKey, Store, StoreError, Summary, TableFilter,
};

const READERS: u32 = 4;
/// How long another process may hold the file, such as a backup tool.
const PATIENCE: Duration = Duration::from_secs(5);

/// A store in a SQLite file.
pub struct SqliteStore {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Opens the file, which is created if there is none, and brings its schema up to date.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .busy_timeout(PATIENCE)
            .row_buffer_size(512)
            .disable_statement_logging();
        let founding = options.clone().create_if_missing(true);
        let founders = SqlitePoolOptions::new().max_connections(1).connect_with(founding).await?;
        migrator().run(&founders).await?;
        founders.close().await;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .max_lifetime(None)
            .idle_timeout(None)
            // The file does not go away as a server may.
            .test_before_acquire(false)
            .connect_lazy_with(options.read_only(true));
        let (jobs, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(Writer::new(path, readers.clone())?.run(waiting));
        Ok(Self { jobs, readers })
    }

    /// Hands a job to the writer and waits for its answer.
    async fn ask<T>(&self, job: impl FnOnce(oneshot::Sender<T>) -> Job) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        self.jobs.send(job(done)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)
    }

    /// Has something written, and gives its outcome when it is durable.
    async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (sender, mut outcome) = oneshot::channel();
        let work: writer::Work = Box::new(move |connection| {
            // The other end waits for the commit before it looks.
            let _ = sender.send(work(connection)?);
            Ok(())
        });
        self.ask(|done| Job::Write { work, done }).await??;
        outcome.try_recv().map_err(|_| StoreError::Closed)
    }
}

fn migrator() -> Migrator {
    let migration = |version, description: &'static str, sql: &'static str| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![
        migration(1, "club", include_str!("migrations/0001_club.sql")),
        migration(2, "requests", include_str!("migrations/0002_requests.sql")),
        migration(3, "analyses", include_str!("migrations/0003_analyses.sql")),
    ])
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        self.ask(|done| Job::Append(Box::new(Waiting::new(append, done)))).await?
    }

    async fn batches(&self, table: TableId, after: u64) -> Result<Vec<Batch>, StoreError> {
        log::of_table(&self.readers, table, after).await
    }

    /// One after the other: nothing is far away.
    async fn batches_of(&self, tables: &[(TableId, u64)]) -> Result<Vec<Batch>, StoreError> {
        let mut batches = Vec::new();
        for (table, after) in tables {
            batches.extend(self.batches(*table, *after).await?);
        }
        batches.sort_by_key(|batch| batch.id);
        Ok(batches)
    }

    async fn seed(&self, table: TableId) -> Result<Option<Seed>, StoreError> {
        reads::seed(&self.readers, table).await
    }

    async fn log(&self, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError> {
        log::all(&self.readers, after, limit).await
    }

    async fn log_of(&self, person: PersonId, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError> {
        log::of_person(&self.readers, person, after, limit).await
    }

    async fn news(&self, after: LogId, limit: u32) -> Result<Vec<News>, StoreError> {
        log::news(&self.readers, after, limit).await
    }

    async fn newest(&self) -> Result<LogId, StoreError> {
        reads::newest(&self.readers).await
    }

    async fn tables(&self, filter: &TableFilter) -> Result<Vec<(TableId, Summary)>, StoreError> {
        reads::tables(&self.readers, filter).await
    }

    async fn tables_at_work(&self) -> Result<Vec<TableId>, StoreError> {
        reads::tables_at_work(&self.readers).await
    }

    async fn repeated(&self, person: PersonId, key: &str) -> Result<Option<Repeated>, StoreError> {
        reads::repeated(&self.readers, person, key).await
    }

    async fn forget_keys(&self, before: Time) -> Result<(), StoreError> {
        self.write(move |connection| requests::forget(connection, before)).await
    }

    async fn ask_analysis(
        &self,
        table: TableId,
        turns: u32,
        at: Time,
        most: u32,
    ) -> Result<bool, StoreError> {
        self.write(move |connection| analyses::ask(connection, table, turns, at, most)).await
    }

    async fn analysis(&self, table: TableId) -> Result<Option<KeptAnalysis>, StoreError> {
        reads::analysis(&self.readers, table).await
    }

    async fn claim_analyses(
        &self,
        now: Time,
        until: Time,
        limit: u32,
    ) -> Result<Vec<KeptAnalysis>, StoreError> {
        self.write(move |connection| analyses::claim(connection, now, until, limit)).await
    }

    async fn save_analysis(&self, before: u32, kept: KeptAnalysis, until: Time) -> Result<bool, StoreError> {
        self.write(move |connection| analyses::save(connection, before, &kept, until)).await
    }

    async fn forget_analyses(&self, before: Time) -> Result<(), StoreError> {
        self.write(move |connection| analyses::forget(connection, before)).await
    }

    async fn standings(&self, person: PersonId) -> Result<Vec<(Pool, bool, Standing)>, StoreError> {
        reads::standings(&self.readers, person).await
    }

    async fn rating_history(&self, person: PersonId, pool: Pool) -> Result<Vec<RatingPoint>, StoreError> {
        reads::rating_history(&self.readers, person, pool).await
    }

    async fn rating_changes(&self, table: TableId) -> Result<Vec<(PersonId, f64, f64)>, StoreError> {
        reads::rating_changes(&self.readers, table).await
    }

    async fn leaders(
        &self,
        pool: Pool,
        kind: Kind,
        limit: u32,
    ) -> Result<Vec<(PersonId, Standing)>, StoreError> {
        reads::leaders(&self.readers, pool, kind, limit).await
    }

    async fn rebuild(&self, derive: Derive) -> Result<u64, StoreError> {
        self.ask(|done| Job::Rebuild { derive, done }).await?
    }

    async fn add_guest(&self, person: PersonId, at: Time) -> Result<(), StoreError> {
        self.write(move |connection| people::add_guest(connection, person, at)).await
    }

    async fn register(&self, registration: Registration) -> Result<Registered, StoreError> {
        self.write(move |connection| people::register(connection, &registration)).await
    }

    async fn person(&self, person: PersonId) -> Result<Option<Person>, StoreError> {
        reads::person(&self.readers, person).await
    }

    async fn people(&self, after: Option<PersonId>, limit: u32) -> Result<Vec<Person>, StoreError> {
        reads::people(&self.readers, after, limit).await
    }

    async fn person_by_name(&self, skeleton: &str) -> Result<Option<Person>, StoreError> {
        reads::person_by_name(&self.readers, skeleton).await
    }

    async fn rename(&self, person: PersonId, name: &str, skeleton: &str) -> Result<Registered, StoreError> {
        let (name, skeleton) = (name.to_owned(), skeleton.to_owned());
        self.write(move |connection| people::rename(connection, person, &name, &skeleton)).await
    }

    async fn set_password(&self, person: PersonId, password: &str) -> Result<(), StoreError> {
        let password = password.to_owned();
        self.write(move |connection| people::set_password(connection, person, &password)).await
    }

    async fn delete_person(&self, person: PersonId) -> Result<(), StoreError> {
        self.write(move |connection| people::delete(connection, person)).await
    }

    async fn add_key(
        &self,
        key: AccessKey,
        request: Option<RequestKey>,
    ) -> Result<Option<Repeated>, StoreError> {
        self.write(move |connection| keys::add(connection, &key, request.as_ref())).await
    }

    async fn key(&self, hash: &[u8; 32], now: Time) -> Result<Option<AccessKey>, StoreError> {
        reads::key(&self.readers, hash, now).await
    }

    async fn keys(&self, person: PersonId, now: Time) -> Result<Vec<AccessKey>, StoreError> {
        reads::keys(&self.readers, person, now).await
    }

    async fn end_key(&self, person: PersonId, id: u64) -> Result<bool, StoreError> {
        self.write(move |connection| keys::end(connection, person, id)).await
    }

    async fn end_sessions(&self, person: PersonId, except: Option<u64>) -> Result<(), StoreError> {
        self.write(move |connection| keys::end_sessions(connection, person, except)).await
    }

    async fn shared_secret(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        let name = name.to_owned();
        self.write(move |connection| keys::shared_secret(connection, &name, fresh)).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.readers).await?;
        self.write(|_| Ok(())).await
    }

    async fn dump(&self, to: mpsc::Sender<Piece>) -> Result<(), StoreError> {
        reads::dump(&mut *self.readers.begin().await?, &to).await
    }

    async fn restore(&self, from: mpsc::Receiver<Piece>, derive: Derive) -> Result<(), StoreError> {
        self.write(move |connection| restore::restore(connection, from, derive)).await
    }

    /// A copy of the file has the derived tables as they are.
    async fn backup(&self, to: &Path, _: Derive) -> Result<(), StoreError> {
        backup::write(&self.readers, to).await
    }

    async fn close(&self) {
        // An error says that it is closed already.
        let _ = self.ask(|done| Job::Close { done }).await;
    }
}
