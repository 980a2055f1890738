//! What was done under which key.

use club::Time;
use rusqlite::{Connection, params};

use super::query::run;
use super::reads;
use crate::{Repeated, RequestKey, StoreError};

/// What was done with this key before, within a transaction of the caller.
pub(super) fn find_within(
    connection: &Connection,
    key: Option<&RequestKey>,
) -> Result<Option<Repeated>, StoreError> {
    let Some(RequestKey { person, key, request: _ }) = key else { return Ok(None) };
    reads::idempotency_key(connection, *person, key)
}

/// Notes what was done with a key.
pub(super) fn note(
    connection: &Connection,
    key: Option<&RequestKey>,
    made: u64,
    seq: u64,
    at: Time,
) -> Result<(), StoreError> {
    let Some(RequestKey { person, key, request }) = key else { return Ok(()) };
    let (made, seq, at) = (made.cast_signed(), seq.cast_signed(), at.0.cast_signed());
    run(
        connection,
        "INSERT INTO requests (person, key, request, made, seq, at) VALUES (?, ?, ?, ?, ?, ?)",
        params![person.0.cast_signed(), key, request, made, seq, at],
    )?;
    Ok(())
}

/// Forgets keys that are older.
pub(super) fn forget(connection: &Connection, before: Time) -> Result<(), StoreError> {
    run(connection, "DELETE FROM requests WHERE at < ?", params![before.0.cast_signed()])?;
    Ok(())
}
