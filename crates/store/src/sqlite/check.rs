//! Checks the whole file while the club is open.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use rusqlite::{Connection, ErrorCode, InterruptHandle};

use super::query::all;
use super::readers::open_read_only;
use crate::StoreError;

/// A check that runs on a thread of its own. Stopped when it is dropped, so that it does not keep the file open.
pub(super) struct RunningCheck(Arc<InterruptHandle>);

impl Drop for RunningCheck {
    fn drop(&mut self) {
        self.0.interrupt();
    }
}

/// Starts the check of a file; the log says what it finds.
pub(super) fn start(database: &Path) -> Result<RunningCheck, StoreError> {
    let connection = open_read_only(database)?;
    let handle = Arc::new(connection.get_interrupt_handle());
    let shown = database.display().to_string();
    // No thread of the runtime: a large file takes minutes, and a stop would wait for them.
    thread::spawn(move || {
        let began = Instant::now();
        let checked = find_damage(&connection);
        let seconds = began.elapsed().as_secs_f64();
        match checked {
            Ok(damage) if damage.is_empty() => {
                tracing::info!(database = shown, seconds, "the database is sound");
            }
            Ok(damage) => {
                for damage in damage {
                    tracing::error!(database = shown, damage, "the database is damaged");
                }
                tracing::error!(
                    database = shown,
                    "stop the server and restore the last backup; keep the damaged files until then"
                );
            }
            Err(error) if is_interrupted(&error) => {}
            Err(error) => tracing::warn!(database = shown, %error, "the database was not checked to its end"),
        }
    });
    Ok(RunningCheck(handle))
}

/// Whether the store was closed meanwhile.
fn is_interrupted(error: &StoreError) -> bool {
    let StoreError::Sqlite(error) = error else { return false };
    error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted)
}

/// What is wrong with the file, at most 100 findings.
fn find_damage(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let found = all(connection, "PRAGMA quick_check", [], |(line,): (String,)| Ok(line));
    match found {
        Ok(lines) => Ok(lines.into_iter().filter(|line| line != "ok").collect()),
        // Damaged so badly that the check itself fails.
        Err(StoreError::Unreadable(why)) => Ok(vec![why]),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_page_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("club.db");
        let connection = Connection::open(&database).unwrap();
        connection.execute_batch("CREATE TABLE numbers (number INTEGER PRIMARY KEY, text TEXT)").unwrap();
        for number in 0..200 {
            connection.execute("INSERT INTO numbers VALUES (?, zeroblob(700))", [number]).unwrap();
        }
        assert_eq!(find_damage(&connection).unwrap(), [""; 0]);
        drop(connection);
        let mut bytes = std::fs::read(&database).unwrap();
        bytes[4096 * 5..4096 * 6].fill(0x5a);
        std::fs::write(&database, bytes).unwrap();
        assert!(!find_damage(&Connection::open(&database).unwrap()).unwrap().is_empty());
    }
}
