//! Writing and rebuilding the derived tables.

use club::{TableId, Time};
use rusqlite::Connection;

use super::{log, standings, tables};
use crate::{Derive, Derived, LogId, StoreError};

/// Writes what follows from a batch. Has to be called in the order of the log, as ratings depend on the results
/// before.
pub(super) fn apply(
    connection: &Connection,
    id: LogId,
    table: TableId,
    at: Time,
    derived: &Derived,
) -> Result<(), StoreError> {
    // `due` is for stores that several servers share; one process schedules its tables in memory.
    let Derived { summary, result, due: _ } = derived;
    if let Some(summary) = summary {
        tables::write(connection, table, summary)?;
    }
    if let Some(result) = result {
        standings::write(connection, id, table, at, result)?;
    }
    Ok(())
}

/// Rebuilds all derived tables, within a transaction of the caller; returns the number of batches.
pub(super) fn rebuild(connection: &Connection, mut derive: Derive) -> Result<u64, StoreError> {
    connection.execute_batch(
        "DELETE FROM tables; DELETE FROM seats; DELETE FROM standings; DELETE FROM rating_history",
    )?;
    let mut number = 0;
    log::each(connection, |batch| {
        let derived =
            derive(&batch).map_err(|error| StoreError::Unreadable(format!("batch {}: {error}", batch.id)))?;
        number += 1;
        apply(connection, batch.id, batch.table, batch.at, &derived)
    })?;
    Ok(number)
}
