//! Writing batches, with all that belongs to them.
//!
//! The unique key of table and `after` is all that is checked. Whoever appends has read `after` as the
//! end of the newest durable batch, and only the batch that begins there can follow it. So either
//! nothing was appended since, or the row with this key is there: the table cannot have gone on in
//! another way. An `after` that never was the end of a batch is a mistake of the caller, and is not
//! looked for, except at a table that has no events at all.

use std::time::Instant;

use club::{PersonId, TableId};
use rusqlite::{Connection, OptionalExtension, params};
use sqlx::SqlitePool;
use tokio::sync::oneshot;

use super::derived;
use super::values::bytes;
use super::writer::run;
use crate::store::{Append, Appended, Repeated, RequestKey, StoreError};

const FIND_REQUEST: &str = "SELECT request, table_id, seq FROM requests WHERE person = $1 AND key = $2";

/// An append whose caller waits.
pub(super) struct Waiting {
    pub(super) append: Append,
    pub(super) since: Instant,
    pub(super) done: oneshot::Sender<Result<Appended, StoreError>>,
}

/// Writes a batch as a whole or not at all, within a transaction of the caller.
pub(super) fn write(connection: &Connection, append: &Append) -> Result<Appended, StoreError> {
    let Append { table, after, count, at, events, seed, derived, key } = append;
    let (number, at_time) = (table.0.cast_signed(), at.0.cast_signed());
    if let Some(RequestKey { person, key, request: _ }) = key {
        let mut find = connection.prepare_cached(FIND_REQUEST)?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        if let Some(found) = find.query_row(params![person.0.cast_signed(), key], row).optional()? {
            return Ok(Appended::Repeated(repeated(found)?));
        }
    }
    if *after == 0 {
        run(
            connection,
            "INSERT INTO table_numbers (table_id) VALUES (?) ON CONFLICT DO NOTHING",
            params![number],
        )?;
    }
    // A table without a number is ignored as a collision is: there is nothing that could be followed.
    let written = run(
        connection,
        "INSERT OR IGNORE INTO events (table_number, table_id, after, count, at, events) \
         VALUES ((SELECT number FROM table_numbers WHERE table_id = $1), $1, $2, $3, $4, $5)",
        params![number, after.cast_signed(), count, at_time, events],
    )?;
    if written == 0 {
        return Ok(Appended::Conflict);
    }
    let id = connection.last_insert_rowid().cast_unsigned();
    if let Some(seed) = seed {
        run(
            connection,
            "INSERT INTO seeds (table_id, seed) VALUES (?, ?) ON CONFLICT DO NOTHING",
            params![number, seed.0],
        )?;
    }
    derived::apply(connection, id, *table, *at, derived)?;
    if let Some(RequestKey { person, key, request }) = key {
        run(
            connection,
            "INSERT INTO requests (person, key, request, table_id, seq, at) VALUES (?, ?, ?, ?, ?, ?)",
            params![
                person.0.cast_signed(),
                key,
                request,
                number,
                (after + u64::from(*count)).cast_signed(),
                at_time
            ],
        )?;
    }
    Ok(Appended::Done(id))
}

fn repeated((request, table, seq): (Vec<u8>, i64, i64)) -> Result<Repeated, StoreError> {
    Ok(Repeated {
        request: bytes(&request)?,
        table: TableId(table.cast_unsigned()),
        seq: seq.cast_unsigned(),
    })
}

/// What was done with this key before.
pub(super) async fn find(
    pool: &SqlitePool,
    person: PersonId,
    key: &str,
) -> Result<Option<Repeated>, StoreError> {
    let row =
        sqlx::query_as(FIND_REQUEST).bind(person.0.cast_signed()).bind(key).fetch_optional(pool).await?;
    row.map(repeated).transpose()
}
