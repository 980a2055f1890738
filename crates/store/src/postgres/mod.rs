//! The club in a PostgreSQL database, which several servers share.
//!
//! Whatever goes into the log is written by transactions that change the one row of `log_head` first. So
//! the places in the log have the order of the commits, whoever writes: a reader who has seen a place has
//! seen all before it, and ratings follow results in the order of the log. To keep that row free, all who
//! wait share a transaction, as they do in SQLite, of a few statements whatever their number.
//!
//! Used are transactions (READ COMMITTED is enough; a database that has only SERIALIZABLE asks to try
//! again, which is done), `INSERT … ON CONFLICT`, `RETURNING`, arrays with `unnest` and `ANY`, a partial
//! index, and `FOR UPDATE SKIP LOCKED`.

mod address;
mod analyses;
mod append;
mod claims;
mod derived;
mod dump;
mod head;
mod keys;
mod log;
mod people;
mod presence;
mod reads;
mod restore;
mod writer;

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use club::{Kind, PersonId, Pool, Seed, Standing, TableId, Time};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::PgPoolOptions;
use sqlx::{PgPool, SqlSafeStr};
use tokio::sync::{mpsc, oneshot};

pub use self::address::{PostgresUrl, PostgresUrlError};
use self::writer::{Job, Writer, is_passing};
use super::copy::{self, Piece};
use super::group::{QUEUE, Waiting};
use super::{
    AccessKey, Append, Appended, Batch, Derive, KeptAnalysis, LogId, MigrationError, News, Person,
    RatingPoint, Registered, Registration, Repeated, RequestKey, Shared, SqliteStore, Store, StoreError,
    Summary, TableFilter,
};

const CONNECTIONS: u32 = 10;
/// How long the database may not answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a transaction is tried that others were in the way of.
const TRIES: usize = 5;

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    jobs: mpsc::Sender<Job>,
    pool: PgPool,
}

/// Does something in a transaction, again if others were in the way.
macro_rules! transaction {
    ($store:expr, |$connection:ident| $work:expr) => {{
        let mut tries = 1;
        loop {
            let attempt = async {
                let mut transaction = $store.pool.begin().await?;
                let $connection = &mut *transaction;
                let done = $work.await?;
                transaction.commit().await?;
                Ok::<_, StoreError>(done)
            };
            match attempt.await {
                Err(error) if tries < TRIES && is_passing(&error) => tries += 1,
                other => break other,
            }
        }
    }};
}

impl PostgresStore {
    /// Opens the database and brings its schema up to date.
    pub async fn open(url: &PostgresUrl) -> Result<Self, StoreError> {
        // A pool tells only that it waited in vain; one connection tells why.
        let first = writer::connect(url).await.map_err(|error| url.unreachable(&error))?;
        let options = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
        let pool = options.connect_lazy_with(url.0.clone());
        let mut tries = 1;
        // Servers that start together may be in each other's way; the later ones find it done.
        while let Err(error) = migrator().run(&pool).await {
            if tries == TRIES {
                return Err(MigrationError::from(error).into());
            }
            tries += 1;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let (jobs, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(Writer::new(url.clone(), first).run(waiting));
        Ok(Self { jobs, pool })
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
    ]);
    // The lock would be one by name, which not every database has.
    migrator.set_locking(false);
    migrator
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (done, answer) = oneshot::channel();
        let job = Job::Append(Box::new(Waiting::new(append, done)));
        self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    async fn batches(&self, table: TableId, after: u64) -> Result<Vec<Batch>, StoreError> {
        log::of_table(&self.pool, table, after).await
    }

    async fn batches_of(&self, tables: &[(TableId, u64)]) -> Result<Vec<Batch>, StoreError> {
        log::of_tables(&self.pool, tables).await
    }

    async fn seed(&self, table: TableId) -> Result<Option<Seed>, StoreError> {
        reads::seed(&self.pool, table).await
    }

    async fn log(&self, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError> {
        log::page(&self.pool, after, limit).await
    }

    async fn log_of(&self, person: PersonId, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError> {
        log::of_person(&self.pool, person, after, limit).await
    }

    async fn news(&self, after: LogId, limit: u32) -> Result<Vec<News>, StoreError> {
        log::news(&self.pool, after, limit).await
    }

    async fn newest(&self) -> Result<LogId, StoreError> {
        reads::newest_log_id(&self.pool).await
    }

    async fn tables(&self, filter: &TableFilter) -> Result<Vec<(TableId, Summary)>, StoreError> {
        reads::tables(&self.pool, filter).await
    }

    async fn tables_at_work(&self) -> Result<Vec<TableId>, StoreError> {
        reads::tables_at_work(&self.pool).await
    }

    async fn repeated(&self, person: PersonId, key: &str) -> Result<Option<Repeated>, StoreError> {
        reads::idempotency_key(&self.pool, person, key).await
    }

    async fn forget_keys(&self, before: Time) -> Result<(), StoreError> {
        let before = before.0.cast_signed();
        sqlx::query("DELETE FROM requests WHERE at < $1").bind(before).execute(&self.pool).await?;
        Ok(())
    }

    async fn ask_analysis(
        &self,
        table: TableId,
        turns: u32,
        at: Time,
        most: u32,
    ) -> Result<bool, StoreError> {
        analyses::ask(&self.pool, table, turns, at, most).await
    }

    async fn analysis(&self, table: TableId) -> Result<Option<KeptAnalysis>, StoreError> {
        reads::analysis(&self.pool, table).await
    }

    async fn claim_analyses(
        &self,
        now: Time,
        until: Time,
        limit: u32,
    ) -> Result<Vec<KeptAnalysis>, StoreError> {
        analyses::claim(&self.pool, now, until, limit).await
    }

    async fn save_analysis(&self, before: u32, kept: KeptAnalysis, until: Time) -> Result<bool, StoreError> {
        analyses::save(&self.pool, before, &kept, until).await
    }

    async fn forget_analyses(&self, before: Time) -> Result<(), StoreError> {
        analyses::forget(&self.pool, before).await
    }

    async fn standings(&self, person: PersonId) -> Result<Vec<(Pool, bool, Standing)>, StoreError> {
        reads::standings(&self.pool, person).await
    }

    async fn rating_history(&self, person: PersonId, pool: Pool) -> Result<Vec<RatingPoint>, StoreError> {
        reads::rating_history(&self.pool, person, pool).await
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

    async fn rebuild(&self, mut derive: Derive) -> Result<u64, StoreError> {
        let mut transaction = self.pool.begin().await?;
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

    async fn person(&self, person: PersonId) -> Result<Option<Person>, StoreError> {
        reads::person(&self.pool, person).await
    }

    async fn people(&self, after: Option<PersonId>, limit: u32) -> Result<Vec<Person>, StoreError> {
        reads::people(&self.pool, after, limit).await
    }

    async fn person_by_name(&self, skeleton: &str) -> Result<Option<Person>, StoreError> {
        reads::person_by_name(&self.pool, skeleton).await
    }

    async fn rename(&self, person: PersonId, name: &str, skeleton: &str) -> Result<Registered, StoreError> {
        transaction!(self, |connection| people::rename(connection, person, name, skeleton))
    }

    async fn set_password(&self, person: PersonId, password: &str) -> Result<(), StoreError> {
        transaction!(self, |connection| people::set_password(connection, person, password))
    }

    async fn delete_person(&self, person: PersonId) -> Result<(), StoreError> {
        transaction!(self, |connection| people::delete(connection, person))
    }

    async fn add_key(
        &self,
        key: AccessKey,
        request: Option<RequestKey>,
    ) -> Result<Option<Repeated>, StoreError> {
        transaction!(self, |connection| keys::add(connection, &key, request.as_ref()))
    }

    async fn key(&self, hash: &[u8; 32], now: Time) -> Result<Option<AccessKey>, StoreError> {
        reads::access_key(&self.pool, hash, now).await
    }

    async fn keys(&self, person: PersonId, now: Time) -> Result<Vec<AccessKey>, StoreError> {
        reads::access_keys(&self.pool, person, now).await
    }

    async fn end_key(&self, person: PersonId, id: u64) -> Result<bool, StoreError> {
        transaction!(self, |connection| keys::end(connection, person, id))
    }

    async fn end_sessions(&self, person: PersonId, except: Option<u64>) -> Result<(), StoreError> {
        transaction!(self, |connection| keys::end_sessions(connection, person, except))
    }

    async fn shared_secret(&self, name: &str, fresh: [u8; 32]) -> Result<[u8; 32], StoreError> {
        transaction!(self, |connection| keys::shared_secret(connection, name, fresh))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT newest FROM log_head").execute(&self.pool).await?;
        Ok(())
    }

    async fn dump(&self, to: mpsc::Sender<Piece>) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        dump::dump(&mut transaction, &to).await
    }

    async fn restore(&self, from: mpsc::Receiver<Piece>, derive: Derive) -> Result<(), StoreError> {
        let mut transaction = self.pool.begin().await?;
        restore::restore(&mut transaction, from, derive).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// The copy is a club in a SQLite file.
    async fn backup(&self, to: &Path, derive: Derive) -> Result<(), StoreError> {
        copy::new_file(to)?;
        let copied = async {
            let file = SqliteStore::open(to).await?;
            let copied = copy::copy(self, &file, derive).await;
            file.close().await;
            copied
        };
        copied.await.inspect_err(|_| copy::remove_file(to))
    }

    async fn close(&self) {
        let (done, closed) = oneshot::channel();
        // An error says that it is closed already.
        if self.jobs.send(Job::Close(done)).await.is_ok() {
            let _ = closed.await;
        }
        self.pool.close().await;
    }

    fn shared(&self) -> Option<&dyn Shared> {
        Some(self)
    }
}

#[async_trait]
impl Shared for PostgresStore {
    async fn claim_work(&self, now: Time, until: Time, limit: u32) -> Result<Vec<TableId>, StoreError> {
        claims::work(&self.pool, now, until, limit).await
    }

    async fn hold(&self, name: &str, holder: u64, now: Time, until: Time) -> Result<bool, StoreError> {
        claims::hold(&self.pool, name, holder, now, until).await
    }

    async fn let_go(&self, name: &str, holder: u64) -> Result<(), StoreError> {
        claims::let_go(&self.pool, name, holder).await
    }

    async fn arrive(&self, here: &[(TableId, PersonId)], server: u64, until: Time) -> Result<(), StoreError> {
        presence::arrive(&self.pool, here, server, until).await
    }

    async fn leave(&self, gone: &[(TableId, PersonId)], server: u64) -> Result<(), StoreError> {
        presence::leave(&self.pool, gone, server).await
    }

    async fn present(
        &self,
        tables: &[TableId],
        server: u64,
        now: Time,
    ) -> Result<Vec<(TableId, PersonId)>, StoreError> {
        presence::present(&self.pool, tables, server, now).await
    }

    async fn still_here(&self, server: u64, until: Time) -> Result<u64, StoreError> {
        presence::still_here(&self.pool, server, until).await
    }

    async fn leave_all(&self, server: u64) -> Result<(), StoreError> {
        presence::leave_all(&self.pool, server).await
    }

    async fn forget_absent(&self, before: Time) -> Result<(), StoreError> {
        presence::forget_absent(&self.pool, before).await
    }
}
