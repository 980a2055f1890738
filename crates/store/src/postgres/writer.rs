//! The one who appends for this server: takes all appends that wait, writes them in one transaction, and
//! answers after the commit.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::error::DatabaseError;
use sqlx::{Connection, Error, PgConnection};
use tokio::sync::{mpsc, oneshot};

use super::address::PostgresUrl;
use super::{DATABASE_TIMEOUT, append};
use crate::group_commit::{MAX_GROUP, QueuedAppend, fill_group, send_outcomes};
use crate::{Append, Appended, StoreError};

/// How long to wait before connecting again to a database that was lost.
const RECONNECT_DELAY: Duration = Duration::from_millis(50);
/// Serialisation failure, deadlock, and unique violation: another transaction came first. The same may succeed,
/// or find what the other wrote, when it is tried again.
const RETRYABLE_CODES: &[&str] = &["40001", "40P01", "23505"];
/// The database is shutting down, has crashed, or is starting up.
const UNAVAILABLE_CODES: &[&str] = &["57P01", "57P02", "57P03"];
/// The database has rolled back a transaction because nothing came from us for [`IDLE_TIMEOUT`].
const ABANDONED_CODES: &[&str] = &["25P03"];
/// How long the database keeps a transaction open in which nothing happens. A server that is stopped in the middle of one
/// holds the head of the log, and nobody else can append.
const IDLE_TIMEOUT: &str = "SET idle_in_transaction_session_timeout = '5s'";
/// For transactions with work of ours between their statements, such as a rebuild.
pub(super) const NO_IDLE_TIMEOUT: &str = "SET LOCAL idle_in_transaction_session_timeout = 0";

/// What the writer can be asked for.
pub(super) enum Job {
    Append(Box<QueuedAppend>),
    Close(oneshot::Sender<()>),
}

/// Owns the connection that appends.
pub(super) struct Writer {
    url: PostgresUrl,
    /// None after a failure, until the next attempt.
    connection: Option<PgConnection>,
}

/// Opens a connection, if the database answers in time.
pub(super) async fn connect(url: &PostgresUrl) -> Result<PgConnection, Error> {
    let connecting = async {
        let mut connection = PgConnection::connect_with(&url.0).await?;
        limit_idle_transactions(&mut connection).await?;
        Ok(connection)
    };
    tokio::time::timeout(DATABASE_TIMEOUT, connecting).await.unwrap_or(Err(Error::PoolTimedOut))
}

/// Lets the database end transactions of this connection in which nothing happens.
pub(super) async fn limit_idle_transactions(connection: &mut PgConnection) -> Result<(), Error> {
    sqlx::query(IDLE_TIMEOUT).execute(connection).await.map(drop)
}

/// Whether another transaction was in the way, so that a retry may succeed.
pub(super) fn is_retryable(error: &StoreError) -> bool {
    matches!(error, StoreError::Postgres(error) if has_code(error, RETRYABLE_CODES))
}

/// Whether the connection or the database was lost.
fn is_lost(error: &StoreError) -> bool {
    let StoreError::Postgres(error) = error else { return false };
    let disconnected = matches!(error, Error::Io(_) | Error::Protocol(_) | Error::PoolTimedOut);
    disconnected || has_code(error, UNAVAILABLE_CODES) || has_code(error, ABANDONED_CODES)
}

fn has_code(error: &Error, codes: &[&str]) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| codes.contains(&&*code))
}

impl Writer {
    pub(super) fn new(url: PostgresUrl, connection: PgConnection) -> Self {
        Self { url, connection: Some(connection) }
    }

    /// Writes until it is told to close, or until the store was dropped.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut waiting = Vec::with_capacity(MAX_GROUP);
        let mut close_callers = Vec::new();
        while jobs.recv_many(&mut waiting, MAX_GROUP).await > 0 {
            fill_group(&mut jobs, &mut waiting).await;
            let (mut callers, mut appends) = (Vec::new(), Vec::new());
            for job in waiting.drain(..) {
                match job {
                    Job::Append(queued) => {
                        callers.push(queued.caller);
                        appends.push(queued.append);
                    }
                    Job::Close(done) => {
                        // No new jobs; those in the queue are still received and written.
                        jobs.close();
                        close_callers.push(done);
                    }
                }
            }
            if appends.is_empty() {
                continue;
            }
            let written = self.write(&appends).await;
            if let Err(error) = &written {
                tracing::error!(%error, "a group commit failed");
            }
            send_outcomes(written.map_err(Arc::new), callers);
        }
        if let Some(connection) = self.connection {
            // Everything is committed, so an error no longer matters.
            let _ = connection.close().await;
        }
        for done in close_callers {
            let _ = done.send(());
        }
    }

    /// Writes a group. Retries while other transactions are in the way or the database is lost, both for
    /// [`DATABASE_TIMEOUT`] at most.
    async fn write(&mut self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let began = Instant::now();
        loop {
            match self.attempt(appends).await {
                Err(error)
                    if began.elapsed() < DATABASE_TIMEOUT && (is_retryable(&error) || is_lost(&error)) =>
                {
                    if is_lost(&error) {
                        self.connection = None;
                        tokio::time::sleep(RECONNECT_DELAY).await;
                    }
                }
                Err(error) => {
                    // The next group begins on a new connection.
                    self.connection = None;
                    return Err(error);
                }
                written => return written,
            }
        }
    }

    async fn attempt(&mut self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(connect(&self.url).await?),
        };
        let mut transaction = connection.begin().await?;
        let written = append::write(&mut transaction, appends).await?;
        match transaction.commit().await {
            Ok(()) => Ok(written),
            Err(error) if has_code(&error, RETRYABLE_CODES) || has_code(&error, ABANDONED_CODES) => {
                Err(error.into())
            }
            // Must not be retried: the commit may have happened. An error before the commit is certain to
            // have written nothing.
            Err(error) => Err(StoreError::OutcomeUnknown(error)),
        }
    }
}
