//! The one writer: takes all that waits, writes it in one transaction, and answers when it is durable.

use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::{mpsc, oneshot};

use super::query::run;
use super::readers::Readers;
use super::{BUSY_TIMEOUT, PREPARED_STATEMENTS, append, derived};
use crate::group::{self, Caller, GROUP, Waiting, gather};
use crate::{Appended, Derive, StoreError};

/// Something to write, within a transaction.
pub(super) type Work = Box<dyn FnOnce(&Connection) -> Result<(), StoreError> + Send>;

/// What the writer is asked for.
pub(super) enum Job {
    Append(Box<Waiting>),
    Write { work: Work, done: oneshot::Sender<Result<(), StoreError>> },
    Rebuild { derive: Derive, done: oneshot::Sender<Result<u64, StoreError>> },
    Close { done: oneshot::Sender<()> },
}

/// The one who writes.
pub(super) struct Writer {
    path: Arc<Path>,
    /// None after a failure, until the next group.
    connection: Option<Connection>,
    readers: Arc<Readers>,
}

/// What shares a commit.
#[derive(Default)]
struct Group {
    appends: Vec<Waiting>,
    writes: Vec<Work>,
    /// Who waits for the writes.
    dones: Vec<oneshot::Sender<Result<(), StoreError>>>,
}

/// What became of all in a group.
struct Written {
    appends: Vec<Appended>,
    writes: Vec<Result<(), StoreError>>,
}

impl Writer {
    pub(super) fn new(path: &Path, readers: Arc<Readers>) -> Result<Self, StoreError> {
        Ok(Self { path: path.into(), connection: Some(open(path)?), readers })
    }

    /// Writes until it is told to close, or nobody is left who could ask for anything.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut waiting = Vec::with_capacity(GROUP);
        let mut closing = Vec::new();
        while jobs.recv_many(&mut waiting, GROUP).await > 0 {
            gather(&mut jobs, &mut waiting).await;
            let mut group = Group::default();
            let mut rebuilds = Vec::new();
            for job in waiting.drain(..) {
                match job {
                    Job::Append(append) => group.appends.push(*append),
                    Job::Write { work, done } => {
                        group.writes.push(work);
                        group.dones.push(done);
                    }
                    Job::Rebuild { derive, done } => rebuilds.push((derive, done)),
                    Job::Close { done } => {
                        jobs.close();
                        closing.push(done);
                    }
                }
            }
            self.write(group).await;
            for (derive, done) in rebuilds {
                let rebuilt = self.transaction(move |connection| derived::rebuild(connection, derive));
                // Whoever asked may have gone; what was written stays written. So it is everywhere here.
                let _ = done.send(rebuilt.await);
            }
        }
        // The writer goes last: only it can fold the write-ahead log into the file.
        self.readers.close().await;
        if let Some(connection) = self.connection
            && let Err((_, error)) = connection.close()
        {
            tracing::warn!(%error, "the database was not closed well");
        }
        for done in closing {
            let _ = done.send(());
        }
    }

    async fn write(&mut self, group: Group) {
        let Group { appends, writes, dones } = group;
        if appends.is_empty() && writes.is_empty() {
            return;
        }
        let (callers, appends): (Vec<_>, Vec<_>) =
            appends.into_iter().map(|Waiting { append, caller }| (caller, append)).unzip();
        let written = self.transaction(move |connection| {
            let appends =
                appends.iter().map(|one| append::write(connection, one)).collect::<Result<_, _>>()?;
            let writes = writes.into_iter().map(|work| alone(connection, work)).collect::<Result<_, _>>()?;
            Ok(Written { appends, writes })
        });
        answer(written.await, callers, dones);
    }

    /// Does something as a whole or not at all, away from the threads that serve: one hand-over for all
    /// of it, as each costs more than most statements do.
    async fn transaction<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (connection, path) = (self.connection.take(), Arc::clone(&self.path));
        let attempt = move || {
            let connection = connection.map_or_else(|| open(&path), Ok)?;
            let done = commit(&connection, work);
            // After some failures SQLite has rolled back by itself, after others it has not. Where it is
            // not certain that no transaction is open, the next one begins on a new connection.
            let closed = connection.is_autocommit() || connection.execute_batch("ROLLBACK").is_ok();
            Ok::<_, StoreError>((closed.then_some(connection), done))
        };
        let attempted = tokio::task::spawn_blocking(attempt).await;
        let (connection, done) = attempted.map_err(StoreError::Interrupted)??;
        self.connection = connection;
        done
    }
}

/// Opens the one connection that writes.
fn open(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    // With so long a log, a page that changes often is copied into the file once for many changes.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; \
         PRAGMA cache_size = -32000",
    )?;
    Ok(connection)
}

/// Answers with success only after the commit did.
fn commit<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    // The lock from the start: one that is asked for later may be refused without waiting.
    run(connection, "BEGIN IMMEDIATE", [])?;
    let done = work(connection)?;
    run(connection, "COMMIT", [])?;
    Ok(done)
}

/// Does one work within the transaction of a group; if it fails, the others are not touched.
fn alone(connection: &Connection, work: Work) -> Result<Result<(), StoreError>, StoreError> {
    run(connection, "SAVEPOINT one", [])?;
    let done = work(connection);
    if done.is_err() {
        run(connection, "ROLLBACK TO one", [])?;
    }
    run(connection, "RELEASE one", [])?;
    Ok(done)
}

/// Answers all of a group.
fn answer(
    written: Result<Written, StoreError>,
    callers: Vec<Caller>,
    dones: Vec<oneshot::Sender<Result<(), StoreError>>>,
) {
    match written {
        Ok(Written { appends, writes }) => {
            group::answer(Ok(appends), callers);
            for (done, result) in dones.into_iter().zip(writes) {
                let _ = done.send(result);
            }
        }
        Err(error) => {
            tracing::error!(%error, "a group was not written");
            let error = Arc::new(error);
            for done in dones {
                let _ = done.send(Err(StoreError::Shared(Arc::clone(&error))));
            }
            group::answer(Err(error), callers);
        }
    }
}
