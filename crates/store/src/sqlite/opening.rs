//! Opening the file: alone, or beside the process that has it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::mpsc;

use super::check;
use super::lock::{DatabaseLock, lock_file};
use super::log_file::{find_break, log_file};
use super::readers::Readers;
use super::writer::{CHECKPOINT_INTERVAL, Writer};
use super::{BUSY_TIMEOUT, SqliteStore, schema};
use crate::StoreError;
use crate::files::{create_private, tighten, tighten_folder_of, with_suffix};
use crate::group_commit::MAX_QUEUED_JOBS;

/// What to do if commits of the write-ahead log cannot be read because something before them is damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DamagedLog {
    /// Do not open the file.
    Refuse,
    /// Keep a copy of the log, and go on without what cannot be read.
    Accept,
}

impl SqliteStore {
    /// Opens the file, which is created if there is none, and brings its schema up to date.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, None).await
    }

    /// The same for a server, which has the file for itself; checks the whole file in the background.
    pub async fn open_to_serve(path: &Path, damaged: DamagedLog) -> Result<Self, StoreError> {
        let store = Self::open_alone(path, damaged).await?;
        let running = check::start(path)?;
        *store.check.lock().unwrap_or_else(PoisonError::into_inner) = Some(running);
        Ok(store)
    }

    /// The same for a process that has the file for itself; fails if another one has. Takes the permissions of others
    /// away from all files, and looks at the write-ahead log first.
    pub async fn open_alone(path: &Path, damaged: DamagedLog) -> Result<Self, StoreError> {
        let file = path.to_owned();
        let lock = move || {
            let lock = DatabaseLock::acquire(&file)?;
            tighten_files(&file);
            check_log(&file, damaged)?;
            Ok::<_, StoreError>(lock)
        };
        let lock = tokio::task::spawn_blocking(lock).await.map_err(StoreError::Interrupted)??;
        Self::open_with(path, Some(lock)).await
    }

    /// The same for a command that runs beside a server, or without one. A server has looked at the write-ahead log when
    /// it started; without one, a damaged log is refused.
    pub async fn open_beside(path: &Path) -> Result<Self, StoreError> {
        let file = path.to_owned();
        let check = move || {
            // Held while the log is read: a server that starts meanwhile would write to it.
            let no_server = DatabaseLock::acquire_shared(&file)?;
            no_server.map_or(Ok(()), |_lock| check_log(&file, DamagedLog::Refuse))
        };
        tokio::task::spawn_blocking(check).await.map_err(StoreError::Interrupted)??;
        Self::open_with(path, None).await
    }

    async fn open_with(path: &Path, lock: Option<DatabaseLock>) -> Result<Self, StoreError> {
        let readers = Readers::new(path);
        let (file, for_writer) = (path.to_owned(), Arc::clone(&readers));
        let open = move || {
            migrate(&file)?;
            Writer::new(&file, for_writer, CHECKPOINT_INTERVAL)
        };
        let writer = tokio::task::spawn_blocking(open).await.map_err(StoreError::Interrupted)??;
        let (jobs, waiting) = mpsc::channel(MAX_QUEUED_JOBS);
        tokio::spawn(writer.run(waiting));
        Ok(Self { jobs, readers, _lock: lock, check: Mutex::default() })
    }
}

/// Creates the file if there is none, and brings its schema up to date.
fn migrate(path: &Path) -> Result<(), StoreError> {
    // SQLite would create it with the permissions of the umask. It gives the files beside it those of the file.
    match create_private(path) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(StoreError::CreateFile(path.to_owned(), error)),
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    schema::migrate(&mut connection)
}

/// Takes the permissions of others away from the file, those that belong to it, and their folder.
fn tighten_files(database: &Path) {
    tighten_folder_of(database);
    let beside = ["-wal", "-shm", "-journal"].map(|suffix| with_suffix(database, suffix));
    for path in beside.iter().chain([&database.to_owned(), &lock_file(database)]) {
        tighten(path);
    }
}

/// Looks at the write-ahead log before SQLite does. Nobody may have the file open.
fn check_log(database: &Path, damaged: DamagedLog) -> Result<(), StoreError> {
    let log = log_file(database);
    let found = find_break(database).map_err(|error| StoreError::LogFile(log.clone(), error))?;
    let Some(found) = found else { return Ok(()) };
    let shown = log.display();
    if found.commits_behind == 0 {
        tracing::info!(log = %shown, %found, "a transaction of the write-ahead log was never committed; it is dropped");
        return Ok(());
    }
    if !found.is_torn_end() && damaged == DamagedLog::Refuse {
        return Err(StoreError::DamagedLog(log, found));
    }
    let copy = keep_copy(&log).map_err(|error| StoreError::LogFile(log.clone(), error))?;
    let copy = copy.display();
    if found.is_torn_end() {
        tracing::warn!(
            log = %shown, %found, %copy,
            "the last transaction of the write-ahead log is torn and is dropped: it was not acknowledged if power was cut"
        );
    } else {
        tracing::error!(log = %shown, %found, %copy, "the write-ahead log is damaged; what cannot be read is dropped");
    }
    Ok(())
}

/// Copies a damaged log beside it, to a name that is free.
fn keep_copy(log: &Path) -> std::io::Result<PathBuf> {
    let numbered = (2..).map(|number| with_suffix(log, &format!(".damaged-{number}")));
    for path in std::iter::once(with_suffix(log, ".damaged")).chain(numbered) {
        match create_private(&path) {
            Ok(mut copy) => {
                std::io::copy(&mut fs::File::open(log)?, &mut copy)?;
                copy.sync_all()?;
                return Ok(path);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}
