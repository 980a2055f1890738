//! What was done under which key.

use club::{PersonId, Time};
use rusqlite::{Connection, OptionalExtension, params};
use sqlx::SqlitePool;

use super::values::bytes;
use super::writer::run;
use crate::store::{Repeated, RequestKey, StoreError};

const FIND: &str = "SELECT request, made, seq FROM requests WHERE person = $1 AND key = $2";

fn repeated((request, made, seq): (Vec<u8>, i64, i64)) -> Result<Repeated, StoreError> {
    Ok(Repeated { request: bytes(&request)?, made: made.cast_unsigned(), seq: seq.cast_unsigned() })
}

/// What was done with this key before.
pub(super) async fn find(
    pool: &SqlitePool,
    person: PersonId,
    key: &str,
) -> Result<Option<Repeated>, StoreError> {
    let row = sqlx::query_as(FIND).bind(person.0.cast_signed()).bind(key).fetch_optional(pool).await?;
    row.map(repeated).transpose()
}

/// The same, within a transaction of the caller.
pub(super) fn find_within(
    connection: &Connection,
    key: Option<&RequestKey>,
) -> Result<Option<Repeated>, StoreError> {
    let Some(RequestKey { person, key, request: _ }) = key else { return Ok(None) };
    let mut find = connection.prepare_cached(FIND)?;
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
