//! The one writer: takes all that waits, writes it in one transaction, and answers when it is durable.

use std::pin::Pin;
use std::sync::Arc;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::append::{self, Waiting};
use super::derived;
use crate::store::{Derive, StoreError};

/// How many share a commit at most.
const GROUP: usize = 512;

/// Something to write, within a transaction.
pub(super) type Work = Box<
    dyn for<'c> FnOnce(
            &'c mut SqliteConnection,
        ) -> Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send + 'c>>
        + Send,
>;

/// What the writer is asked for.
pub(super) enum Job {
    Append(Box<Waiting>),
    Write { work: Work, done: oneshot::Sender<Result<(), StoreError>> },
    Rebuild { derive: Derive, done: oneshot::Sender<Result<u64, StoreError>> },
    Close { done: oneshot::Sender<()> },
}

/// The one who writes.
pub(super) struct Writer {
    options: SqliteConnectOptions,
    /// None after a failure, until the next group.
    connection: Option<SqliteConnection>,
    readers: SqlitePool,
}

/// What shares a commit.
#[derive(Default)]
struct Group {
    appends: Vec<Waiting>,
    writes: Vec<(Work, oneshot::Sender<Result<(), StoreError>>)>,
}

impl Writer {
    pub(super) const fn new(
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        readers: SqlitePool,
    ) -> Self {
        Self { options, connection: Some(connection), readers }
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
                    Job::Write { work, done } => group.writes.push((work, done)),
                    Job::Rebuild { derive, done } => rebuilds.push((derive, done)),
                    Job::Close { done } => {
                        jobs.close();
                        closing.push(done);
                    }
                }
            }
            self.write(group).await;
            for (derive, done) in rebuilds {
                let rebuilt = self.transaction(async |connection| derived::rebuild(connection, derive).await);
                // Whoever asked may have gone; what was written stays written. So it is everywhere here.
                let _ = done.send(rebuilt.await);
            }
        }
        // The writer goes last: only it can fold the write-ahead log into the file.
        self.readers.close().await;
        if let Some(connection) = self.connection
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the database was not closed well");
        }
        for done in closing {
            let _ = done.send(());
        }
    }

    async fn write(&mut self, group: Group) {
        let Group { mut appends, writes } = group;
        if appends.is_empty() && writes.is_empty() {
            return;
        }
        if writes.is_empty() && append::is_one_statement(&appends) {
            let mut all: Vec<&mut Waiting> = appends.iter_mut().collect();
            let written = self.connected(async |connection| append::insert(connection, &mut all).await).await;
            answer(written.map(|()| Vec::new()), appends, Vec::new());
            return;
        }
        let (works, dones): (Vec<_>, Vec<_>) = writes.into_iter().unzip();
        let written = self.transaction(async |connection| {
            append::write(connection, appends.iter_mut().collect()).await?;
            let mut results = Vec::with_capacity(works.len());
            for work in works {
                results.push(alone(connection, work).await?);
            }
            Ok(results)
        });
        let written = written.await;
        answer(written, appends, dones);
    }

    /// Does something as a whole or not at all.
    async fn transaction<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.connected(async |connection| commit(connection, work).await).await
    }

    /// Does something on the connection, a new one if the last one failed.
    async fn connected<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        let done = work(&mut connection).await;
        // After some failures SQLite has rolled back by itself, after others it has not. Where it is
        // not certain that no transaction is open, the next one begins on a new connection.
        if done.is_ok() || sqlx::query("ROLLBACK").execute(&mut connection).await.is_ok() {
            self.connection = Some(connection);
        }
        done
    }
}

/// Lets those come too who are about to. After a commit all its callers go on at once, and the first of
/// them should not have a commit of its own while the others wait for it.
async fn gather(jobs: &mut mpsc::Receiver<Job>, waiting: &mut Vec<Job>) {
    loop {
        tokio::task::yield_now().await;
        let before = waiting.len();
        while waiting.len() < GROUP
            && let Ok(job) = jobs.try_recv()
        {
            waiting.push(job);
        }
        if waiting.len() == before {
            return;
        }
    }
}

/// Answers with success only after the commit did.
async fn commit<T>(
    connection: &mut SqliteConnection,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    // The lock from the start: one that is asked for later may be refused without waiting.
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let done = work(connection).await?;
    sqlx::query("COMMIT").execute(connection).await?;
    Ok(done)
}

/// Does one work within the transaction of a group; if it fails, the others are not touched.
async fn alone(connection: &mut SqliteConnection, work: Work) -> Result<Result<(), StoreError>, StoreError> {
    sqlx::query("SAVEPOINT one").execute(&mut *connection).await?;
    let done = work(connection).await;
    if done.is_err() {
        sqlx::query("ROLLBACK TO one").execute(&mut *connection).await?;
    }
    sqlx::query("RELEASE one").execute(connection).await?;
    Ok(done)
}

/// Answers all of a group.
fn answer(
    written: Result<Vec<Result<(), StoreError>>, StoreError>,
    appends: Vec<Waiting>,
    dones: Vec<oneshot::Sender<Result<(), StoreError>>>,
) {
    match written {
        Ok(results) => {
            answer_appends(appends);
            for (done, result) in dones.into_iter().zip(results) {
                let _ = done.send(result);
            }
        }
        Err(error) => {
            tracing::error!(%error, "a group was not written");
            let error = Arc::new(error);
            for waiting in appends {
                let _ = waiting.done.send(Err(StoreError::Shared(Arc::clone(&error))));
            }
            for done in dones {
                let _ = done.send(Err(StoreError::Shared(Arc::clone(&error))));
            }
        }
    }
}

fn answer_appends(appends: Vec<Waiting>) {
    if appends.is_empty() {
        return;
    }
    metrics::histogram!("sobremesa_append_batch").record(appends.len() as f64);
    let seconds = metrics::histogram!("sobremesa_append_seconds");
    for Waiting { since, done, appended, append: _ } in appends {
        seconds.record(since.elapsed());
        let _ = done.send(Ok(appended));
    }
}
