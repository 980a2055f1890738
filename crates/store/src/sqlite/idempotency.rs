//! Idempotency keys.

use club::Time;
use rusqlite::{Connection, params};

use super::query::run;
use super::reads;
use crate::{IdempotencyKey, StoreError, UsedKey};

/// What the key of a request was used for, if the request has one.
pub(super) fn find(
    connection: &Connection,
    key: Option<&IdempotencyKey>,
) -> Result<Option<UsedKey>, StoreError> {
    let Some(IdempotencyKey { person, key, request: _ }) = key else { return Ok(None) };
    reads::used_key(connection, *person, key)
}

/// Records what the key of a request is used for, in the transaction that does it.
pub(super) fn record(
    connection: &Connection,
    key: Option<&IdempotencyKey>,
    made: u64,
    seq: u64,
    at: Time,
) -> Result<(), StoreError> {
    let Some(IdempotencyKey { person, key, request }) = key else { return Ok(()) };
    let (made, seq, at) = (made.cast_signed(), seq.cast_signed(), at.0.cast_signed());
    run(
        connection,
        "INSERT INTO requests (person, key, request, made, seq, at) VALUES (?, ?, ?, ?, ?, ?)",
        params![person.0.cast_signed(), key, request, made, seq, at],
    )?;
    Ok(())
}

pub(super) fn remove_expired(connection: &Connection, before: Time) -> Result<(), StoreError> {
    run(connection, "DELETE FROM requests WHERE at < ?", params![before.0.cast_signed()])?;
    Ok(())
}
