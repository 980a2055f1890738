//! The club in a PostgreSQL database, which several servers share.
//!
//! Every transaction that writes to the log first updates the one row of `log_head`. The lock on it gives the
//! log ids the order of the commits, whoever writes: a reader who has seen an id has seen all ids before it, and
//! ratings follow results in the order of the log. To hold that lock only briefly, appends that wait share a
//! transaction, as in SQLite, with a few statements whatever their number.
//!
//! What the database has to offer: transactions (READ COMMITTED is enough; a database that has only SERIALIZABLE
//! asks to retry, which is done), `INSERT … ON CONFLICT`, `RETURNING`, arrays with `unnest` and `ANY`, a partial
//! index, and `FOR UPDATE SKIP LOCKED`.

mod access;
mod address;
mod analyses;
mod append;
mod derived;
mod dump;
mod idempotency;
mod leases;
mod log;
mod log_head;
mod people;
mod presence;
mod reads;
mod restore;
mod secrets;
mod writer;

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use club::{Kind, PersonId, Pool, Seed, Standing, TableId, Time};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::PgPoolOptions;
use sqlx::{PgPool, PgTransaction, SqlSafeStr};
use tokio::sync::{mpsc, oneshot};

pub use self::address::{PostgresUrl, PostgresUrlError};
use self::writer::{Job, NO_IDLE_TIMEOUT, Writer, is_retryable};
use crate::copy::{self, Piece};
use crate::group_commit::{MAX_QUEUED_JOBS, QueuedAppend};
use crate::partial::PartialFile;
use crate::{
    AccessKey, Append, Appended, Batch, Derive, HostedTables, IdempotencyKey, LogId, MigrationError, News,
    Person, Present, RatingPoint, Registered, Registration, SharedStore, SqliteStore, Store, StoreError,
    StoredAnalysis, Summary, TableFilter, UsedKey, WorkClaim,
};

/// How many connections the pool has at most; the writer has one more.
const MAX_CONNECTIONS: u32 = 10;
/// How long to wait for a connection, and how long to retry a group of appends.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(5);
/// How often a transaction is attempted that others are in the way of.
const MAX_ATTEMPTS: usize = 5;
/// How long to wait before a migration is attempted again.
const MIGRATION_RETRY_DELAY: Duration = Duration::from_millis(200);

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    jobs: mpsc::Sender<Job>,
    pool: PgPool,
}

/// Does something in a transaction, and retries it while others are in the way.
macro_rules! transaction {
    ($store:expr, |$connection:ident| $work:expr) => {{
        let mut attempts = 1;
        loop {
            let attempt = async {
                let mut transaction = $store.pool.begin().await?;
                let $connection = &mut *transaction;
                let done = $work.await?;
                transaction.commit().await?;
                Ok::<_, StoreError>(done)
            };
            match attempt.await {
                Err(error) if attempts < MAX_ATTEMPTS && is_retryable(&error) => attempts += 1,
                other => break other,
            }
        }
    }};
}

impl PostgresStore {
    /// Opens the database and brings its schema up to date.
    pub async fn open(url: &PostgresUrl) -> Result<Self, StoreError> {
        // The error of a pool says only that it timed out; that of a single connection says why.
        let first = writer::connect(url).await.map_err(|error| url.unreachable(&error))?;
        let options = PgPoolOptions::new()
            .max_connections(MAX_CONNECTIONS)
            .acquire_timeout(DATABASE_TIMEOUT)
            .after_connect(|connection, _| Box::pin(writer::limit_idle_transactions(connection)));
        let pool = options.connect_lazy_with(url.0.clone());
        let mut attempts = 1;
        // Servers that start together may migrate at once, as there is no lock; those who lose find it done.
        while let Err(error) = migrator().run(&pool).await {
            if attempts == MAX_ATTEMPTS {
                return Err(MigrationError::from(error).into());
            }
            attempts += 1;
            tokio::time::sleep(MIGRATION_RETRY_DELAY).await;
        }
        let (jobs, waiting) = mpsc::channel(MAX_QUEUED_JOBS);
        tokio::spawn(Writer::new(url.clone(), first).run(waiting));
        Ok(Self { jobs, pool })
    }
}

impl PostgresStore {
    /// Begins a transaction that may wait for us between its statements.
    async fn long_transaction(&self, begin: &'static str) -> Result<PgTransaction<'static>, StoreError> {
        let mut transaction = self.pool.begin_with(begin).await?;
        sqlx::query(NO_IDLE_TIMEOUT).execute(&mut *transaction).await?;
        Ok(transaction)
    }
}

fn migrator() -> Migrator {
    let migration = |version, description: &'static str, sql: &'static str| {
        Migration::new(version, description.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    let mut migrator = Migrator::with_migrations(vec![
        migration(1, "club", include_str!("migrations/0001_club.sql")),
        migration(2, "presence", include_str!("migrations/0002_presence.sql")),
        migration(3, "analyses", include_str!("migrations/0003_analyses.sql")),
        migration(4, "people", include_str!("migrations/0004_people.sql")),
        migration(5, "devices", include_str!("migrations/0005_devices.sql")),
    ]);
    // The lock would be an advisory one, which not every database with this protocol has.
    migrator.set_locking(false);
    migrator
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (done, answer) = oneshot::channel();
        let job = Job::Append(Box::new(QueuedAppend::new(append, done)));
        self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    async fn read_batches(&self, table: TableId, after: u64) -> Result<Vec<Batch>, StoreError> {
        log::of_table(&self.pool, table, after).await
    }

    async fn read_batches_of_tables(&self, tables: &[(TableId, u64)]) -> Result<Vec<Batch>, StoreError> {
        log::of_tables(&self.pool, tables).await
    }

    async fn find_seed(&self, table: TableId) -> Result<Option<Seed>, StoreError> {
        reads::seed(&self.pool, table).await
    }

    async fn read_log(&self, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError> {
        log::page(&self.pool, after, limit).await
    }

    async fn read_log_of_person(
        &self,
        person: PersonId,
        after: LogId,
        limit: u32,
    ) -> Result<Vec<Batch>, StoreError> {
        log::of_person(&self.pool, person, after, limit).await
    }

    async fn read_news(&self, after: LogId, limit: u32) -> Result<Vec<News>, StoreError> {
        log::news(&self.pool, after, limit).await
    }

    async fn newest_log_id(&self) -> Result<LogId, StoreError> {
        reads::newest_log_id(&self.pool).await
    }

    async fn list_tables(&self, filter: &TableFilter) -> Result<Vec<(TableId, Summary)>, StoreError> {
        reads::tables(&self.pool, filter).await
    }

    async fn count_hosted_tables(&self, host: PersonId) -> Result<HostedTables, StoreError> {
        reads::hosted_tables(&self.pool, host).await
    }

    async fn list_tables_needing_work(&self) -> Result<Vec<TableId>, StoreError> {
        reads::tables_needing_work(&self.pool).await
    }

    async fn find_used_key(&self, person: PersonId, key: &str) -> Result<Option<UsedKey>, StoreError> {
        reads::used_key(&self.pool, person, key).await
    }

    async fn remove_expired_idempotency_keys(&self, before: Time) -> Result<(), StoreError> {
        let before = before.0.cast_signed();
        sqlx::query("DELETE FROM requests WHERE at < $1").bind(before).execute(&self.pool).await?;
        Ok(())
    }

    async fn request_analysis(
        &self,
        table: TableId,
        turns: u32,
        at: Time,
        max_pending: u32,
    ) -> Result<bool, StoreError> {
        analyses::request(&self.pool, table, turns, at, max_pending).await
    }

    async fn find_analysis(&self, table: TableId) -> Result<Option<StoredAnalysis>, StoreError> {
        reads::analysis(&self.pool, table).await
    }

    async fn claim_analyses(
        &self,
        now: Time,
        until: Time,
        limit: u32,
    ) -> Result<Vec<StoredAnalysis>, StoreError> {
        analyses::claim(&self.pool, now, until, limit).await
    }

    async fn save_analysis(
        &self,
        before: u32,
        analysis: StoredAnalysis,
        until: Time,
    ) -> Result<bool, StoreError> {
        analyses::save(&self.pool, before, &analysis, until).await
    }

    async fn remove_expired_analyses(&self, before: Time) -> Result<(), StoreError> {
        analyses::remove_expired(&self.pool, before).await
    }

    async fn standings(&self, person: PersonId) -> Result<Vec<(Pool, bool, Standing)>, StoreError> {
        reads::standings(&self.pool, person).await
    }

    async fn rating_history(
        &self,
        person: PersonId,
        pool: Pool,
        viewer: Option<PersonId>,
    ) -> Result<Vec<RatingPoint>, StoreError> {
        reads::rating_history(&self.pool, person, pool, viewer).await
    }

    async fn rating_changes(&self, table: TableId) -> Result<Vec<(PersonId, f64, f64)>, StoreError> {
        reads::rating_changes(&self.pool, table).await
    }

    async fn leaders(
        &self,
        pool: Pool,
        kind: Kind,
        limit: u32,
    ) -> Result<Vec<(PersonId, Standing)>, StoreError> {
        reads::leaders(&self.pool, pool, kind, limit).await
    }

    async fn rebuild_derived(&self, mut derive: Derive) -> Result<u64, StoreError> {
        let mut transaction = self.long_transaction("BEGIN").await?;
        let number = derived::rebuild(&mut transaction, &mut derive).await?;
        transaction.commit().await?;
        Ok(number)
    }

    async fn add_guest(&self, person: PersonId, at: Time) -> Result<(), StoreError> {
        transaction!(self, |connection| people::add_guest(connection, person, at))
    }

    async fn register(&self, registration: Registration) -> Result<Registered, StoreError> {
        transaction!(self, |connection| people::register(connection, &registration))
    }

    async fn find_person(&self, person: PersonId) -> Result<Option<Person>, StoreError> {
        reads::person(&self.pool, person).await
    }

    async fn list_people(&self, after: Option<PersonId>, limit: u32) -> Result<Vec<Person>, StoreError> {
        reads::people(&self.pool, after, limit).await
    }

    async fn find_person_by_name(&self, skeleton: &str) -> Result<Option<Person>, StoreError> {
        reads::person_by_name(&self.pool, skeleton).await
    }

    async fn rename_person(
        &self,
        person: PersonId,
        name: &str,
        skeleton: &str,
        now: Time,
    ) -> Result<Registered, StoreError> {
        transaction!(self, |connection| people::rename(connection, person, name, skeleton, now))
    }

    async fn set_password(&self, person: PersonId, password: &str, except: u64) -> Result<(), StoreError> {
        transaction!(self, |connection| people::set_password(connection, person, password, except))
    }

    async fn delete_person(&self, person: PersonId, reserved_until: Time) -> Result<(), StoreError> {
        transaction!(self, |connection| people::delete(connection, person, reserved_until))
    }

    async fn free_reserved_names(&self, now: Time) -> Result<(), StoreError> {
        transaction!(self, |connection| people::free_reserved_names(connection, now))
    }

    async fn start_session(&self, session: AccessKey, password: &str) -> Result<bool, StoreError> {
        transaction!(self, |connection| access::start_session(connection, &session, password))
    }

    async fn add_access_key(
        &self,
        access_key: AccessKey,
        key: Option<IdempotencyKey>,
    ) -> Result<Option<UsedKey>, StoreError> {
        transaction!(self, |connection| access::add(connection, &access_key, key.as_ref()))
    }

    async fn find_access_key(&self, hash: &[u8; 32], now: Time) -> Result<Option<AccessKey>, StoreError> {
        reads::access_key(&self.pool, hash, now).await
    }

    async fn list_access_keys(&self, person: PersonId, now: Time) -> Result<Vec<AccessKey>, StoreError> {
        reads::access_keys(&self.pool, person, now).await
    }

    async fn end_access_key(&self, person: PersonId, id: u64) -> Result<bool, StoreError> {
        transaction!(self, |connection| access::end(connection, person, id))
    }

    async fn end_access_keys(&self, person: PersonId) -> Result<(), StoreError> {
        transaction!(self, |connection| access::end_all(connection, person, None))
    }

    async fn shared_secret(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        transaction!(self, |connection| secrets::find_or_add(connection, name, fresh))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        // Writes the row again as it is.
        sqlx::query("UPDATE log_head SET newest = newest").execute(&self.pool).await?;
        Ok(())
    }

    async fn dump(&self, to: mpsc::Sender<Piece>) -> Result<(), StoreError> {
        let mut transaction =
            self.long_transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        dump::dump(&mut transaction, &to).await
    }

    async fn restore(&self, from: mpsc::Receiver<Piece>, derive: Derive) -> Result<(), StoreError> {
        let mut transaction = self.long_transaction("BEGIN").await?;
        restore::restore(&mut transaction, from, derive).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Copies the club to a new SQLite store.
    async fn backup(&self, to: &Path, derive: Derive) -> Result<(), StoreError> {
        let partial = PartialFile::begin(to)?;
        let file = SqliteStore::open(partial.path()).await?;
        let copied = copy::copy(self, &file, derive).await;
        // Copies the write-ahead log into the file.
        file.close().await;
        copied?;
        let finished = tokio::task::spawn_blocking(move || partial.finish()).await;
        finished.map_err(StoreError::Interrupted)?
    }

    async fn close(&self) {
        let (done, closed) = oneshot::channel();
        // Sending fails only if the writer has ended already.
        if self.jobs.send(Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
        self.pool.close().await;
    }

    fn shared(&self) -> Option<&dyn SharedStore> {
        Some(self)
    }
}

#[async_trait]
impl SharedStore for PostgresStore {
    async fn claim_work(&self, claim: WorkClaim<'_>) -> Result<Vec<TableId>, StoreError> {
        leases::claim_work(&self.pool, claim).await
    }

    async fn release_work(&self, table: TableId, until: Time) -> Result<(), StoreError> {
        leases::release_work(&self.pool, table, until).await
    }

    async fn acquire_lease(
        &self,
        name: &str,
        holder: u64,
        now: Time,
        until: Time,
    ) -> Result<bool, StoreError> {
        leases::acquire(&self.pool, name, holder, now, until).await
    }

    async fn release_lease(&self, name: &str, holder: u64) -> Result<(), StoreError> {
        leases::release(&self.pool, name, holder).await
    }

    async fn add_presence(&self, present: &[Present], server: u64, until: Time) -> Result<(), StoreError> {
        presence::add(&self.pool, present, server, until).await
    }

    async fn remove_presence(&self, gone: &[(TableId, PersonId)], server: u64) -> Result<(), StoreError> {
        presence::remove(&self.pool, gone, server).await
    }

    async fn read_presence(
        &self,
        tables: &[TableId],
        server: u64,
        now: Time,
    ) -> Result<Vec<(TableId, PersonId)>, StoreError> {
        presence::read(&self.pool, tables, server, now).await
    }

    async fn has_device(&self, table: TableId, person: PersonId, now: Time) -> Result<bool, StoreError> {
        presence::has_device(&self.pool, table, person, now).await
    }

    async fn renew_presence(&self, server: u64, until: Time) -> Result<u64, StoreError> {
        presence::renew(&self.pool, server, until).await
    }

    async fn remove_server_presence(&self, server: u64) -> Result<(), StoreError> {
        presence::remove_server(&self.pool, server).await
    }

    async fn remove_expired_presence(&self, before: Time) -> Result<(), StoreError> {
        presence::remove_expired(&self.pool, before).await
    }
}
