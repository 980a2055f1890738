//! What was done under which key.

use club::Time;
use rusqlite::{Connection, OptionalExtension, params};

use super::writer::run;
use crate::rows::repeated;
use crate::{Repeated, RequestKey, StoreError};

/// What was done with this key before, within a transaction of the caller.
pub(super) fn find_within(
    connection: &Connection,
    key: Option<&RequestKey>,
) -> Result<Option<Repeated>, StoreError> {
    let Some(RequestKey { person, key, request: _ }) = key else { return Ok(None) };
    let mut find =
        connection.prepare_cached("SELECT request, made, seq FROM requests WHERE person = ? AND key = ?")?;
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    find.query_row(params![person.0.cast_signed(), key], row).optional()?.map(repeated).transpose()
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
