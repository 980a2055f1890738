//! Writing batches, with all that belongs to them.
//!
//! The unique key of table and `after` is all that is checked. The caller has read `after` as the end of the
//! newest durable batch, and only a batch that begins there can follow it. So either nothing was appended
//! since, or a row with this key exists: the table cannot have gone on in another way. An `after` that never
//! was the end of a batch is a bug of the caller and is not detected, except at a table without any events.

use rusqlite::{Connection, params};

use super::query::run;
use super::{derived, idempotency};
use crate::{Append, Appended, StoreError};

/// Writes a batch as a whole or not at all, within a transaction of the caller.
pub(super) fn write(connection: &Connection, append: &Append) -> Result<Appended, StoreError> {
    let Append { table, after, count, at, events, seed, derived, key } = append;
    let (number, at_time) = (table.0.cast_signed(), at.0.cast_signed());
    if let Some(used) = idempotency::find(connection, key.as_ref())? {
        return Ok(Appended::Repeated(used));
    }
    if *after == 0 {
        run(
            connection,
            "INSERT INTO table_numbers (table_id) VALUES (?) ON CONFLICT DO NOTHING",
            params![number],
        )?;
    }
    // A table without a number gives NULL in a NOT NULL column, which is ignored like a collision: there is
    // no event that the batch could follow.
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
    idempotency::record(connection, key.as_ref(), table.0, after + u64::from(*count), *at)?;
    Ok(Appended::Done(id))
}
