//! Receiving everything from another store.

use rusqlite::{Connection, params};
use tokio::sync::mpsc;

use super::query::run;
use super::{access, derived, idempotency, people};
use crate::copy::{IdempotencyRecord, Piece};
use crate::words::Word;
use crate::{Batch, Derive, Person, StoreError};

/// Writes everything, within a transaction of the caller. Blocks while the channel is empty.
pub(super) fn restore(
    connection: &Connection,
    mut from: mpsc::Receiver<Piece>,
    derive: Derive,
) -> Result<(), StoreError> {
    let (batches, others): (i64, i64) = connection.query_row(
        "SELECT (SELECT count(*) FROM events), \
         (SELECT count(*) FROM people) + (SELECT count(*) FROM secrets)",
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if batches > 0 || others > 0 {
        return Err(StoreError::NotEmpty(batches.cast_unsigned(), others.cast_unsigned()));
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
            Piece::IdempotencyKeys(rows) => {
                for IdempotencyRecord { key, made, seq, at } in rows {
                    idempotency::record(connection, Some(&key), made, seq, at)?;
                }
            }
            Piece::People(rows) => rows.iter().try_for_each(|row| write_person(connection, row))?,
            Piece::ReservedNames(rows) => {
                for (skeleton, until) in rows {
                    people::reserve_name(connection, &skeleton, until)?;
                }
            }
            Piece::AccessKeys(rows) => rows.iter().try_for_each(|row| access::insert(connection, row))?,
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
