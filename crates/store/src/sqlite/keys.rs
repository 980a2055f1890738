//! Sessions, tokens, and the secrets that servers share.

use club::PersonId;
use rusqlite::{Connection, params};

use super::query::run;
use super::requests;
use crate::rows::bytes;
use crate::words::Word;
use crate::{Access, AccessKey, Repeated, RequestKey, StoreError};

pub(super) fn add(
    connection: &Connection,
    key: &AccessKey,
    request: Option<&RequestKey>,
) -> Result<Option<Repeated>, StoreError> {
    if let Some(repeated) = requests::find_within(connection, request)? {
        return Ok(Some(repeated));
    }
    requests::note(connection, request, key.id, 0, key.since)?;
    let AccessKey { id, person, hash, access, label, since, until } = key;
    let (person, since) = (person.0.cast_signed(), since.0.cast_signed());
    // Nobody else ever clears away what has run out.
    run(connection, "DELETE FROM access_keys WHERE person = ? AND until <= ?", params![person, since])?;
    run(
        connection,
        "INSERT INTO access_keys (id, person, hash, access, label, since, until) \
         VALUES (?, ?, ?, ?, ?, ?, ?)",
        params![id.cast_signed(), person, hash, access.word(), label, since, until.0.cast_signed()],
    )?;
    Ok(None)
}

pub(super) fn end(connection: &Connection, person: PersonId, id: u64) -> Result<bool, StoreError> {
    let ended = run(
        connection,
        "DELETE FROM access_keys WHERE person = ? AND id = ?",
        params![person.0.cast_signed(), id.cast_signed()],
    )?;
    Ok(ended > 0)
}

pub(super) fn end_sessions(
    connection: &Connection,
    person: PersonId,
    except: Option<u64>,
) -> Result<(), StoreError> {
    run(
        connection,
        "DELETE FROM access_keys WHERE person = ?1 AND access = ?2 AND (?3 IS NULL OR id <> ?3)",
        params![person.0.cast_signed(), Access::Session.word(), except.map(u64::cast_signed)],
    )?;
    Ok(())
}

pub(super) fn shared_secret(
    connection: &Connection,
    name: &str,
    fresh: [u8; 32],
) -> Result<[u8; 32], StoreError> {
    run(
        connection,
        "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
        params![name, fresh],
    )?;
    let mut find = connection.prepare_cached("SELECT value FROM secrets WHERE name = ?")?;
    let value: Vec<u8> = find.query_row([name], |row| row.get(0))?;
    bytes(&value)
}
