//! The one who appends for this server: takes all that waits, writes it in one transaction, and answers
//! when it is durable.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::error::DatabaseError;
use sqlx::{Connection, Error, PgConnection};
use tokio::sync::{mpsc, oneshot};

use super::address::PostgresUrl;
use super::{PATIENCE, append};
use crate::group::{self, GROUP, Waiting, gather};
use crate::{Append, Appended, StoreError};

/// How long to wait before the database is asked again that did not answer.
const AGAIN: Duration = Duration::from_millis(50);
/// Serialisation failure, deadlock, and somebody else was faster with the same key.
const PASSING: &[&str] = &["40001", "40P01", "23505"];

/// What the writer is asked for.
pub(super) enum Job {
    Append(Box<Waiting>),
    Close(oneshot::Sender<()>),
}

/// The one who appends.
pub(super) struct Writer {
    url: PostgresUrl,
    /// None after a failure, until the next try.
    connection: Option<PgConnection>,
}

/// Opens a connection, if the database answers in time.
pub(super) async fn connect(url: &PostgresUrl) -> Result<PgConnection, Error> {
    let connecting = tokio::time::timeout(PATIENCE, PgConnection::connect_with(&url.0));
    connecting.await.unwrap_or(Err(Error::PoolTimedOut))
}

/// Whether others were in the way, so that the same may succeed when it is tried again.
pub(super) fn is_passing(error: &StoreError) -> bool {
    matches!(error, StoreError::Postgres(error) if is_code(error, PASSING))
}

/// Whether the database went away.
fn is_gone(error: &StoreError) -> bool {
    let StoreError::Postgres(error) = error else { return false };
    let lost = matches!(error, Error::Io(_) | Error::Protocol(_) | Error::PoolTimedOut);
    // The database stops, was killed, or starts.
    lost || is_code(error, &["57P01", "57P02", "57P03"])
}

fn is_code(error: &Error, codes: &[&str]) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| codes.contains(&&*code))
}

impl Writer {
    pub(super) fn new(url: PostgresUrl, connection: PgConnection) -> Self {
        Self { url, connection: Some(connection) }
    }

    /// Writes until it is told to close, or nobody is left who could ask for anything.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let mut waiting = Vec::with_capacity(GROUP);
        let mut closing = Vec::new();
        while jobs.recv_many(&mut waiting, GROUP).await > 0 {
            gather(&mut jobs, &mut waiting).await;
            let (mut callers, mut appends) = (Vec::new(), Vec::new());
            for job in waiting.drain(..) {
                match job {
                    Job::Append(waiting) => {
                        callers.push(waiting.caller);
                        appends.push(waiting.append);
                    }
                    Job::Close(done) => {
                        jobs.close();
                        closing.push(done);
                    }
                }
            }
            if appends.is_empty() {
                continue;
            }
            let written = self.write(&appends).await;
            if let Err(error) = &written {
                tracing::error!(%error, "a group was not written");
            }
            group::answer(written.map_err(Arc::new), callers);
        }
        if let Some(connection) = self.connection {
            // What was written stays written, however the connection ends.
            let _ = connection.close().await;
        }
        for done in closing {
            let _ = done.send(());
        }
    }

    /// Writes a group; again while others are in the way, or until a database that went away is back.
    async fn write(&mut self, appends: &[Append]) -> Result<Vec<Appended>, StoreError> {
        let began = Instant::now();
        loop {
            match self.attempt(appends).await {
                Err(error) if began.elapsed() < PATIENCE && (is_passing(&error) || is_gone(&error)) => {
                    if is_gone(&error) {
                        self.connection = None;
                        tokio::time::sleep(AGAIN).await;
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
            Err(error) if is_code(&error, PASSING) => Err(error.into()),
            // Only here nobody knows: before, nothing can be durable.
            Err(error) => Err(StoreError::Unknown(error)),
        }
    }
}
