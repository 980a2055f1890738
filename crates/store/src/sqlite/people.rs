//! People.

use club::{PersonId, Time};
use rusqlite::{Connection, OptionalExtension, params};

use super::query::run;
use super::{access, idempotency};
use crate::words::Word;
use crate::{AccountKind, Registered, Registration, StoreError, sql};

pub(super) fn add_guest(connection: &Connection, person: PersonId, at: Time) -> Result<(), StoreError> {
    run(
        connection,
        "INSERT INTO people (id, kind, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        params![person.0.cast_signed(), AccountKind::Guest.word(), at.0.cast_signed()],
    )?;
    Ok(())
}

pub(super) fn register(
    connection: &Connection,
    registration: &Registration,
) -> Result<Registered, StoreError> {
    let Registration { person, kind, name, skeleton, password, at, key } = registration;
    let id = person.0.cast_signed();
    let mut find = connection.prepare_cached("SELECT kind FROM people WHERE id = ?")?;
    let before: Option<String> = find.query_row([id], |row| row.get(0)).optional()?;
    let possible = match before.map(|kind| AccountKind::read(&kind)).transpose()? {
        None | Some(AccountKind::Guest) => true,
        Some(AccountKind::Member | AccountKind::Bot | AccountKind::Deleted) => false,
    };
    if !possible {
        return Ok(Registered::NotPossible);
    }
    if holder(connection, skeleton)?.is_some() || is_reserved(connection, skeleton, *at)? {
        return Ok(Registered::NameTaken);
    }
    if idempotency::find(connection, key.as_ref())?.is_some() {
        return Ok(Registered::KeyUsed);
    }
    run(
        connection,
        "INSERT INTO people (id, kind, name, skeleton, password, since) VALUES (?, ?, ?, ?, ?, ?) \
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, \
         skeleton = excluded.skeleton, password = excluded.password, since = excluded.since",
        params![id, kind.word(), name, skeleton, password, at.0.cast_signed()],
    )?;
    idempotency::record(connection, key.as_ref(), person.0, 0, *at)?;
    Ok(Registered::Done)
}

/// Who has a name with this skeleton.
fn holder(connection: &Connection, skeleton: &str) -> Result<Option<PersonId>, StoreError> {
    let mut find = connection.prepare_cached("SELECT id FROM people WHERE skeleton = ?")?;
    let id: Option<i64> = find.query_row([skeleton], |row| row.get(0)).optional()?;
    Ok(id.map(|id| PersonId(id.cast_unsigned())))
}

/// Whether a deleted person had a name with this skeleton, and it is not free yet.
fn is_reserved(connection: &Connection, skeleton: &str, now: Time) -> Result<bool, StoreError> {
    let mut find = connection.prepare_cached(sql::RESERVED_NAME)?;
    let found: i64 = find.query_row(params![skeleton, now.0.cast_signed()], |row| row.get(0))?;
    Ok(found > 0)
}

/// Reserves a name, instead of an earlier reservation if there is one.
pub(super) fn reserve_name(connection: &Connection, skeleton: &str, until: Time) -> Result<(), StoreError> {
    run(
        connection,
        "INSERT INTO reserved_names (skeleton, until) VALUES (?, ?) \
         ON CONFLICT (skeleton) DO UPDATE SET until = excluded.until",
        params![skeleton, until.0.cast_signed()],
    )?;
    Ok(())
}

pub(super) fn free_reserved_names(connection: &Connection, now: Time) -> Result<(), StoreError> {
    run(connection, "DELETE FROM reserved_names WHERE until <= ?", params![now.0.cast_signed()])?;
    Ok(())
}

pub(super) fn rename(
    connection: &Connection,
    person: PersonId,
    name: &str,
    skeleton: &str,
    now: Time,
) -> Result<Registered, StoreError> {
    let taken = holder(connection, skeleton)?.is_some_and(|holder| holder != person);
    if taken || is_reserved(connection, skeleton, now)? {
        return Ok(Registered::NameTaken);
    }
    let renamed = run(
        connection,
        "UPDATE people SET name = ?2, skeleton = ?3 WHERE id = ?1 AND kind IN ('member', 'bot')",
        params![person.0.cast_signed(), name, skeleton],
    )?;
    Ok(if renamed > 0 { Registered::Done } else { Registered::NotPossible })
}

pub(super) fn set_password(
    connection: &Connection,
    person: PersonId,
    password: &str,
    except: u64,
) -> Result<(), StoreError> {
    run(
        connection,
        "UPDATE people SET password = ?2 WHERE id = ?1 AND kind IN ('member', 'bot')",
        params![person.0.cast_signed(), password],
    )?;
    access::end_all(connection, person, Some(except))
}

pub(super) fn delete(
    connection: &Connection,
    person: PersonId,
    reserved_until: Time,
) -> Result<(), StoreError> {
    let id = person.0.cast_signed();
    let mut find = connection.prepare_cached("SELECT skeleton FROM people WHERE id = ?")?;
    let skeleton: Option<Option<String>> = find.query_row([id], |row| row.get(0)).optional()?;
    if let Some(skeleton) = skeleton.flatten() {
        reserve_name(connection, &skeleton, reserved_until)?;
    }
    run(
        connection,
        "UPDATE people SET kind = ?2, name = NULL, skeleton = NULL, password = NULL WHERE id = ?1",
        params![id, AccountKind::Deleted.word()],
    )?;
    access::end_all(connection, person, None)
}
