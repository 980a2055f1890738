//! Sessions and tokens.

use club::PersonId;
use rusqlite::{Connection, params};

use super::idempotency;
use super::query::run;
use crate::words::Word;
use crate::{AccessKey, IdempotencyKey, StoreError, UsedKey};

pub(super) fn add(
    connection: &Connection,
    access_key: &AccessKey,
    key: Option<&IdempotencyKey>,
) -> Result<Option<UsedKey>, StoreError> {
    if let Some(used) = idempotency::find(connection, key)? {
        return Ok(Some(used));
    }
    idempotency::record(connection, key, access_key.id, 0, access_key.since)?;
    // Expired keys are removed here only: the table grows with new keys and with nothing else.
    run(
        connection,
        "DELETE FROM access_keys WHERE person = ? AND until <= ?",
        params![access_key.person.0.cast_signed(), access_key.since.0.cast_signed()],
    )?;
    insert(connection, access_key)?;
    Ok(None)
}

pub(super) fn start_session(
    connection: &Connection,
    session: &AccessKey,
    password: &str,
) -> Result<bool, StoreError> {
    let mut find = connection.prepare_cached("SELECT 1 FROM people WHERE id = ? AND password = ?")?;
    if !find.exists(params![session.person.0.cast_signed(), password])? {
        return Ok(false);
    }
    add(connection, session, None)?;
    Ok(true)
}

pub(super) fn insert(connection: &Connection, access_key: &AccessKey) -> Result<(), StoreError> {
    let AccessKey { id, person, hash, access, label, since, until } = access_key;
    let (person, since, until) = (person.0.cast_signed(), since.0.cast_signed(), until.0.cast_signed());
    run(
        connection,
        "INSERT INTO access_keys (id, person, hash, access, label, since, until) \
         VALUES (?, ?, ?, ?, ?, ?, ?)",
        params![id.cast_signed(), person, hash, access.word(), label, since, until],
    )?;
    Ok(())
}

pub(super) fn end(connection: &Connection, person: PersonId, id: u64) -> Result<bool, StoreError> {
    let ended = run(
        connection,
        "DELETE FROM access_keys WHERE person = ? AND id = ?",
        params![person.0.cast_signed(), id.cast_signed()],
    )?;
    Ok(ended > 0)
}

/// Ends all sessions and tokens of a person, except one if given.
pub(super) fn end_all(
    connection: &Connection,
    person: PersonId,
    except: Option<u64>,
) -> Result<(), StoreError> {
    run(
        connection,
        "DELETE FROM access_keys WHERE person = ?1 AND (?2 IS NULL OR id <> ?2)",
        params![person.0.cast_signed(), except.map(u64::cast_signed)],
    )?;
    Ok(())
}
