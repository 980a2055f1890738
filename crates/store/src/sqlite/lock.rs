//! One process has a database for itself: a lock of the kernel on a file beside it, which ends with the process.

use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use time::OffsetDateTime;

use crate::StoreError;
use crate::files::{open_private, with_suffix};

/// How often a lock is tried. Commands such as `backup` hold it for a moment when they open the file.
const MAX_ATTEMPTS: u32 = 20;
/// How long to wait before the next attempt.
const RETRY_DELAY: Duration = Duration::from_millis(25);

/// A lock on a database, held until it is dropped.
#[derive(Debug)]
pub struct DatabaseLock {
    /// The lock belongs to the open file. `None` if there is no lock file, and so no server to keep away.
    _file: Option<File>,
}

/// The process that holds a lock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    /// Its id and since when, as it wrote it down; `None` if it has not yet.
    written: Option<(String, String)>,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.written {
            Some((process, since)) => write!(f, "process {process}, since {since}"),
            None => f.write_str("another process"),
        }
    }
}

impl DatabaseLock {
    /// Takes the lock, so that no other process can; fails with the process that holds it.
    pub fn acquire(database: &Path) -> Result<Self, StoreError> {
        let path = lock_file(database);
        Self::try_acquire(database, &path).map_err(|error| match error {
            Failure::Held(holder) => StoreError::InUse(database.to_owned(), holder),
            Failure::Io(error) => StoreError::LockFile(path, error),
        })
    }

    /// Whether a server has ever used this database; a backup, for example, has no lock file.
    pub fn was_used(database: &Path) -> bool {
        lock_file(database).exists()
    }

    fn try_acquire(database: &Path, path: &Path) -> Result<Self, Failure> {
        let mut file = open_private(path)?;
        for attempt in 1.. {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::Error(error)) => return Err(error.into()),
                Err(TryLockError::WouldBlock) if attempt == MAX_ATTEMPTS => {
                    return Err(Failure::Held(read_holder(&mut file)));
                }
                Err(TryLockError::WouldBlock) => thread::sleep(RETRY_DELAY),
            }
        }
        // What a process left here that has ended is written over: the file itself locks nothing.
        file.set_len(0)?;
        file.rewind()?;
        writeln!(file, "{} {}", std::process::id(), now())?;
        tracing::debug!(database = %database.display(), "the database is locked");
        Ok(Self { _file: Some(file) })
    }

    /// Keeps servers from taking the lock for a moment; `None` if a process holds it.
    pub(super) fn acquire_shared(database: &Path) -> Result<Option<Self>, StoreError> {
        let path = lock_file(database);
        let locked = match File::open(&path) {
            Ok(file) => match file.try_lock_shared() {
                Ok(()) => Ok(Some(Self { _file: Some(file) })),
                Err(TryLockError::WouldBlock) => Ok(None),
                Err(TryLockError::Error(error)) => Err(error),
            },
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Some(Self { _file: None })),
            Err(error) => Err(error),
        };
        locked.map_err(|error| StoreError::LockFile(path, error))
    }
}

/// The lock file of a database.
pub(super) fn lock_file(database: &Path) -> PathBuf {
    with_suffix(database, ".lock")
}

enum Failure {
    Held(Holder),
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn read_holder(file: &mut File) -> Holder {
    let mut text = String::new();
    let read = file.read_to_string(&mut text).is_ok();
    let written = text.trim().split_once(' ').filter(|_| read);
    Holder { written: written.map(|(process, since)| (process.to_owned(), since.to_owned())) }
}

/// The time for people to read.
fn now() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let now =
        i64::try_from(seconds).ok().and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    let now = now.unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (date, (hour, minute, second)) = (now.date(), now.to_hms());
    format!("{date} {hour:02}:{minute:02}:{second:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_held_by_one_and_names_its_process() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("club.db");
        let lock = DatabaseLock::acquire(&database).unwrap();
        let refused = DatabaseLock::acquire(&database).unwrap_err().to_string();
        let expected = format!("club.db is used by process {}, since 20", std::process::id());
        assert!(refused.contains(&expected) && refused.ends_with(" UTC"), "{refused}");
        assert!(DatabaseLock::acquire_shared(&database).unwrap().is_none());
        drop(lock);
        drop(DatabaseLock::acquire_shared(&database).unwrap().unwrap());
        DatabaseLock::acquire(&database).unwrap();
    }

    #[test]
    fn what_a_dead_process_left_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("club.db");
        assert!(!DatabaseLock::was_used(&database));
        assert!(DatabaseLock::acquire_shared(&database).unwrap().is_some());
        assert!(!DatabaseLock::was_used(&database), "whoever only looks leaves no file");
        std::fs::write(lock_file(&database), "4194305 2020-01-01 00:00:00 UTC and more\n").unwrap();
        let _lock = DatabaseLock::acquire(&database).unwrap();
        let text = std::fs::read_to_string(lock_file(&database)).unwrap();
        assert!(text.starts_with(&format!("{} ", std::process::id())) && text.lines().count() == 1, "{text}");
    }
}
