//! The connections that only read.
//!
//! In WAL mode a reader neither waits for the writer nor keeps it waiting. Reads run on the blocking threads
//! of the runtime: even a query that is answered from memory may have to wait for the disk.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::Semaphore;

use super::{BUSY_TIMEOUT, PREPARED_STATEMENTS};
use crate::StoreError;

/// How many reads run at once; the others wait without a thread of their own.
const MAX_READERS: u32 = 4;

/// A pool of connections that only read.
pub(super) struct Readers {
    path: Arc<Path>,
    /// One permit for each read that may run; closed when the store is.
    permits: Arc<Semaphore>,
    /// Open connections that nobody uses. Connections are opened when they are first needed.
    idle: Mutex<Vec<Connection>>,
}

impl Readers {
    pub(super) fn new(path: &Path) -> Arc<Self> {
        let permits = Arc::new(Semaphore::new(MAX_READERS as usize));
        Arc::new(Self { path: path.into(), permits, idle: Mutex::default() })
    }

    /// Runs a read on a blocking thread, with one hand-over for all of its queries.
    pub(super) async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.run(move |readers| {
            let idle = readers.idle().pop();
            let connection = idle.map_or_else(|| open(&readers.path), Ok)?;
            let found = work(&connection);
            // A connection whose transaction could not be ended would show its old snapshot to all later
            // reads, so it is dropped.
            if connection.is_autocommit() {
                readers.idle().push(connection);
            }
            found
        })
        .await
    }

    /// Writes a copy of the database to a file that is empty or does not exist.
    pub(super) async fn copy_into(self: &Arc<Self>, file: String) -> Result<(), StoreError> {
        self.run(move |readers| {
            // A connection of its own, as `query_only` would forbid to write the copy as well.
            let connection = open_read_only(&readers.path)?;
            connection.execute("VACUUM INTO ?", [file])?;
            Ok(())
        })
        .await
    }

    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| StoreError::Closed)?;
        let readers = Arc::clone(self);
        let task = move || {
            // Held by the thread, not by the caller: a read whose caller has gone still runs to its end.
            let _permit = permit;
            work(&readers)
        };
        tokio::task::spawn_blocking(task).await.map_err(StoreError::Interrupted)?
    }

    /// Waits for all reads that were asked for before, refuses all later ones and closes the connections.
    pub(super) async fn close(&self) {
        // The semaphore is fair: all permits are free only after everybody who came before.
        let all = self.permits.acquire_many(MAX_READERS).await;
        self.permits.close();
        drop(all);
        self.idle().clear();
    }

    /// The idle connections. The lock is held only to push or pop one.
    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open(path: &Path) -> Result<Connection, StoreError> {
    let connection = open_read_only(path)?;
    connection.pragma_update(None, "query_only", true)?;
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    Ok(connection)
}

pub(super) fn open_read_only(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    Ok(connection)
}
