//! The one writer: takes all jobs that wait, writes them in one transaction, and answers after the commit.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::query::run;
use super::readers::Readers;
use super::{BUSY_TIMEOUT, PREPARED_STATEMENTS, append, derived};
use crate::group_commit::{Caller, MAX_GROUP, QueuedAppend, fill_group, send_outcomes};
use crate::{Appended, Derive, StoreError};

/// How long after a commit it is copied into the file at the latest, for as long as nobody reads. What is in the file does
/// not depend on the write-ahead log any more.
pub(super) const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(60);

/// Something to write within a transaction.
pub(super) type Work = Box<dyn FnOnce(&Connection) -> Result<(), StoreError> + Send>;

/// What the writer can be asked for.
pub(super) enum Job {
    Append(Box<QueuedAppend>),
    Write { work: Work, done: oneshot::Sender<Result<(), StoreError>> },
    Rebuild { derive: Derive, done: oneshot::Sender<Result<u64, StoreError>> },
    Close { done: oneshot::Sender<()> },
}

/// Owns the one connection that writes.
pub(super) struct Writer {
    path: Arc<Path>,
    /// None after a failure, until the next group.
    connection: Option<Connection>,
    readers: Arc<Readers>,
    checkpoint_interval: Duration,
    /// When the next checkpoint is due; `None` while nothing was written since the last one.
    checkpoint_at: Option<Instant>,
}

/// Jobs that share a commit.
#[derive(Default)]
struct Group {
    appends: Vec<QueuedAppend>,
    writes: Vec<Work>,
    /// Who waits for the writes, in the same order.
    write_callers: Vec<oneshot::Sender<Result<(), StoreError>>>,
}

/// The outcomes of a group, in its order.
struct Written {
    appends: Vec<Appended>,
    writes: Vec<Result<(), StoreError>>,
}

impl Writer {
    pub(super) fn new(
        path: &Path,
        readers: Arc<Readers>,
        checkpoint_interval: Duration,
    ) -> Result<Self, StoreError> {
        let connection = Some(open(path)?);
        Ok(Self { path: path.into(), connection, readers, checkpoint_interval, checkpoint_at: None })
    }

    /// Writes until it is told to close, or until the store was dropped.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut waiting = Vec::with_capacity(MAX_GROUP);
        let mut close_callers = Vec::new();
        while self.receive(&mut jobs, &mut waiting).await > 0 {
            fill_group(&mut jobs, &mut waiting).await;
            let mut group = Group::default();
            let mut rebuilds = Vec::new();
            for job in waiting.drain(..) {
                match job {
                    Job::Append(append) => group.appends.push(*append),
                    Job::Write { work, done } => {
                        group.writes.push(work);
                        group.write_callers.push(done);
                    }
                    Job::Rebuild { derive, done } => rebuilds.push((derive, done)),
                    Job::Close { done } => {
                        // No new jobs; those in the queue are still received and written.
                        jobs.close();
                        close_callers.push(done);
                    }
                }
            }
            self.write(group).await;
            for (derive, done) in rebuilds {
                let rebuilt = self.transaction(move |connection| derived::rebuild(connection, derive));
                // A caller who has gone is no error, here and below: what was committed stays.
                let _ = done.send(rebuilt.await);
            }
        }
        // The readers go first: SQLite copies the write-ahead log into the file and removes it when the last
        // connection closes, if that connection can write.
        self.readers.close().await;
        // In case it is not the last: another process may have the file open.
        self.checkpoint("TRUNCATE").await;
        if let Some(connection) = self.connection
            && let Err((_, error)) = connection.close()
        {
            tracing::warn!(%error, "the database file was not closed cleanly");
        }
        for done in close_callers {
            let _ = done.send(());
        }
    }

    /// Waits for jobs; meanwhile it makes the checkpoint that is due. Returns 0 when there will be no more jobs.
    async fn receive(&mut self, jobs: &mut mpsc::Receiver<Job>, waiting: &mut Vec<Job>) -> usize {
        loop {
            let due = self.checkpoint_at;
            // Both branches can be cancelled safely. Biased: a queue that is never empty must not put a checkpoint off.
            tokio::select! {
                biased;
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    self.checkpoint("PASSIVE").await;
                }
                received = jobs.recv_many(waiting, MAX_GROUP) => return received,
            }
        }
    }

    /// Copies the write-ahead log into the file. PASSIVE waits for nobody and copies what no reader needs.
    async fn checkpoint(&mut self, mode: &'static str) {
        self.checkpoint_at = None;
        let Some(connection) = self.connection.take() else { return };
        let copy = move || {
            let sql = format!("PRAGMA wal_checkpoint({mode})");
            let copied =
                connection.query_row(&sql, [], |row| Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?)));
            (connection, copied)
        };
        // After a panic there is no connection, and the next group opens another.
        let Ok((connection, copied)) = tokio::task::spawn_blocking(copy).await else { return };
        self.connection = Some(connection);
        match copied {
            Ok((pages, copied)) => tracing::debug!(pages, copied, "checkpoint of the database"),
            Err(error) => tracing::warn!(%error, "the write-ahead log was not copied into the database file"),
        }
    }

    async fn write(&mut self, group: Group) {
        let Group { appends, writes, write_callers } = group;
        if appends.is_empty() && writes.is_empty() {
            return;
        }
        let (callers, appends): (Vec<_>, Vec<_>) =
            appends.into_iter().map(|QueuedAppend { append, caller }| (caller, append)).unzip();
        let written = self.transaction(move |connection| {
            let appends =
                appends.iter().map(|one| append::write(connection, one)).collect::<Result<_, _>>()?;
            let writes =
                writes.into_iter().map(|work| isolate(connection, work)).collect::<Result<_, _>>()?;
            Ok(Written { appends, writes })
        });
        answer(written.await, callers, write_callers);
    }

    /// Does work as a whole or not at all, on a blocking thread. A group is one hand-over to that thread, as a
    /// hand-over costs more than most statements do.
    async fn transaction<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (connection, path) = (self.connection.take(), Arc::clone(&self.path));
        let attempt = move || {
            let connection = connection.map_or_else(|| open(&path), Ok)?;
            let done = commit(&connection, work);
            // SQLite rolls back by itself after some failures and not after others. A connection that may
            // still have a transaction open is dropped, and the next group opens another.
            let usable = connection.is_autocommit() || connection.execute_batch("ROLLBACK").is_ok();
            Ok::<_, StoreError>((usable.then_some(connection), done))
        };
        let attempted = tokio::task::spawn_blocking(attempt).await;
        let (connection, done) = attempted.map_err(StoreError::Interrupted)??;
        self.connection = connection;
        self.checkpoint_at.get_or_insert_with(|| Instant::now() + self.checkpoint_interval);
        done
    }
}

/// Opens the one connection that writes.
fn open(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    // FULL syncs the write-ahead log at each commit, so a commit survives a power cut. With a checkpoint only
    // every 4000 pages, a page that changes often is copied into the file once for many changes.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; \
         PRAGMA cache_size = -32000",
    )?;
    Ok(connection)
}

/// Does work in a transaction; succeeds only if the commit does.
fn commit<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    // Takes the write lock at once. A transaction that begins as a reader and writes later gets no busy
    // timeout: it fails if another process has written meanwhile.
    run(connection, "BEGIN IMMEDIATE", [])?;
    let done = work(connection)?;
    run(connection, "COMMIT", [])?;
    Ok(done)
}

/// Does one work within the transaction of a group. If it fails, only its own changes are rolled back.
fn isolate(connection: &Connection, work: Work) -> Result<Result<(), StoreError>, StoreError> {
    run(connection, "SAVEPOINT one", [])?;
    let done = work(connection);
    if done.is_err() {
        run(connection, "ROLLBACK TO one", [])?;
    }
    run(connection, "RELEASE one", [])?;
    Ok(done)
}

/// Sends the outcomes of a group to all who wait for them.
fn answer(
    written: Result<Written, StoreError>,
    callers: Vec<Caller>,
    write_callers: Vec<oneshot::Sender<Result<(), StoreError>>>,
) {
    match written {
        Ok(Written { appends, writes }) => {
            send_outcomes(Ok(appends), callers);
            for (done, result) in write_callers.into_iter().zip(writes) {
                let _ = done.send(result);
            }
        }
        Err(error) => {
            tracing::error!(%error, "a group commit failed");
            let error = Arc::new(error);
            for done in write_callers {
                let _ = done.send(Err(StoreError::GroupCommit(Arc::clone(&error))));
            }
            send_outcomes(Err(error), callers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::schema;

    /// How many people the file itself has, without its write-ahead log.
    fn in_the_file(path: &Path) -> i64 {
        let copy = path.with_extension("copy");
        std::fs::copy(path, &copy).unwrap();
        let connection = Connection::open(&copy).unwrap();
        connection.query_row("SELECT count(*) FROM people", [], |row| row.get(0)).unwrap_or_default()
    }

    #[tokio::test]
    async fn what_was_written_is_in_the_file_after_the_interval() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db");
        schema::migrate(&mut Connection::open(&path).unwrap()).unwrap();
        let interval = Duration::from_millis(300);
        let writer = Writer::new(&path, Readers::new(&path), interval).unwrap();
        let (jobs, waiting) = mpsc::channel(1);
        let running = tokio::spawn(writer.run(waiting));
        for person in 1..=2 {
            let work: Work = Box::new(move |connection| {
                run(connection, "INSERT INTO people (id, kind, since) VALUES (?, 'guest', 1)", [person])?;
                Ok(())
            });
            let (done, written) = oneshot::channel();
            jobs.send(Job::Write { work, done }).await.ok().unwrap();
            written.await.unwrap().unwrap();
            // By itself, although nothing more is written.
            let began = Instant::now();
            while in_the_file(&path) < person {
                assert!(began.elapsed() < Duration::from_secs(20), "{person} people are not in the file");
                tokio::time::sleep(interval / 10).await;
            }
        }
        let (done, closed) = oneshot::channel();
        jobs.send(Job::Close { done }).await.ok().unwrap();
        closed.await.unwrap();
        running.await.unwrap();
        assert!(!path.with_extension("db-wal").exists());
    }
}
