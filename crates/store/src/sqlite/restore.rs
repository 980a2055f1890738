//! Taking everything that another store had.

use rusqlite::{Connection, params};
use tokio::sync::mpsc;

use super::derived;
use super::query::run;
use crate::copy::{Piece, Request};
use crate::words::Word;
use crate::{AccessKey, Batch, Derive, Person, RequestKey, StoreError};

/// Writes everything, within a transaction of the caller, on a thread that may wait.
pub(super) fn restore(
    connection: &Connection,
    mut from: mpsc::Receiver<Piece>,
    derive: Derive,
) -> Result<(), StoreError> {
    let (batches, people): (i64, i64) = connection.query_row(
        "SELECT (SELECT count(*) FROM events), \
         (SELECT count(*) FROM people) + (SELECT count(*) FROM secrets)",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if batches > 0 || people > 0 {
        return Err(StoreError::NotEmpty(batches.cast_unsigned(), people.cast_unsigned()));
    }
    loop {
        match from.blocking_recv().ok_or(StoreError::Incomplete)? {
            Piece::Batches(rows) => rows.iter().try_for_each(|row| write_batch(connection, row))?,
            Piece::Seeds(rows) => {
                for (table, seed) in rows {
                    let values = params![table.0.cast_signed(), seed.0];
                    run(connection, "INSERT INTO seeds (table_id, seed) VALUES (?, ?)", values)?;
                }
            }
            Piece::Requests(rows) => rows.iter().try_for_each(|row| write_request(connection, row))?,
            Piece::People(rows) => rows.iter().try_for_each(|row| write_person(connection, row))?,
            Piece::Keys(rows) => rows.iter().try_for_each(|row| write_key(connection, row))?,
            Piece::Secrets(rows) => {
                for (name, value) in rows {
                    run(connection, "INSERT INTO secrets (name, value) VALUES (?, ?)", params![name, value])?;
                }
            }
            Piece::End => break,
        }
    }
    derived::rebuild(connection, derive).map(drop)
}

fn write_batch(connection: &Connection, batch: &Batch) -> Result<(), StoreError> {
    let Batch { id, table, after, count, at, events } = batch;
    let table = table.0.cast_signed();
    if *after == 0 {
        run(connection, "INSERT INTO table_numbers (table_id) VALUES (?)", params![table])?;
    }
    run(
        connection,
        "INSERT INTO events (id, table_number, table_id, after, count, at, events) \
         VALUES (?1, (SELECT number FROM table_numbers WHERE table_id = ?2), ?2, ?3, ?4, ?5, ?6)",
        params![id.cast_signed(), table, after.cast_signed(), count, at.0.cast_signed(), events],
    )?;
    Ok(())
}

fn write_request(connection: &Connection, request: &Request) -> Result<(), StoreError> {
    let Request { key: RequestKey { person, key, request }, made, seq, at } = request;
    let (made, seq, at) = (made.cast_signed(), seq.cast_signed(), at.0.cast_signed());
    run(
        connection,
        "INSERT INTO requests (person, key, request, made, seq, at) VALUES (?, ?, ?, ?, ?, ?)",
        params![person.0.cast_signed(), key, request, made, seq, at],
    )?;
    Ok(())
}

fn write_person(
    connection: &Connection,
    (person, skeleton): &(Person, Option<String>),
) -> Result<(), StoreError> {
    let Person { id, kind, name, password, since } = person;
    run(
        connection,
        "INSERT INTO people (id, kind, name, skeleton, password, since) VALUES (?, ?, ?, ?, ?, ?)",
        params![id.0.cast_signed(), kind.word(), name, skeleton, password, since.0.cast_signed()],
    )?;
    Ok(())
}

fn write_key(connection: &Connection, key: &AccessKey) -> Result<(), StoreError> {
    let AccessKey { id, person, hash, access, label, since, until } = key;
    let (person, since, until) = (person.0.cast_signed(), since.0.cast_signed(), until.0.cast_signed());
    run(
        connection,
        "INSERT INTO access_keys (id, person, hash, access, label, since, until) \
         VALUES (?, ?, ?, ?, ?, ?, ?)",
        params![id.cast_signed(), person, hash, access.word(), label, since, until],
    )?;
    Ok(())
}
