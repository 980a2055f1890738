//! Reading the log.

use club::{PersonId, TableId};
use rusqlite::{Connection, params};

use super::query::all;
use super::reads::newest_log_id;
use crate::{Batch, LogId, News, StoreError, rows, sql};

/// How many batches behind the newest one the log of a person is still read by walking the log. Further
/// behind it costs less to look at all batches of the person, however old.
const MAX_LOG_WALK: u64 = 4096;

pub(super) fn of_table(
    connection: &Connection,
    table: TableId,
    after: u64,
) -> Result<Vec<Batch>, StoreError> {
    all(
        connection,
        "SELECT id, table_id, after, count, at, events FROM events \
         WHERE table_number = (SELECT number FROM table_numbers WHERE table_id = ?1) AND after >= ?2 \
         ORDER BY after",
        params![table.0.cast_signed(), after.cast_signed()],
        rows::batch,
    )
}

pub(super) fn of_tables(
    connection: &Connection,
    tables: &[(TableId, u64)],
) -> Result<Vec<Batch>, StoreError> {
    let mut batches = Vec::new();
    for (table, after) in tables {
        batches.extend(of_table(connection, *table, *after)?);
    }
    batches.sort_by_key(|batch| batch.id);
    Ok(batches)
}

pub(super) fn page(connection: &Connection, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError> {
    all(connection, sql::LOG, params![after.cast_signed(), limit], rows::batch)
}

/// Passes every batch to `take`, in order, without loading the whole log into memory.
pub(super) fn each(
    connection: &Connection,
    mut take: impl FnMut(Batch) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut all = connection.prepare(sql::dump::BATCHES)?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        take(rows::batch(row.try_into()?)?)?;
    }
    Ok(())
}

pub(super) fn of_person(
    connection: &Connection,
    person: PersonId,
    after: LogId,
    limit: u32,
) -> Result<Vec<Batch>, StoreError> {
    // The unary plus keeps SQLite from using the index of `id`.
    let sql = if newest_log_id(connection)?.saturating_sub(after) <= MAX_LOG_WALK {
        "SELECT id, table_id, after, count, at, events FROM events WHERE id > ?2 \
         AND table_id IN (SELECT table_id FROM seats WHERE person = ?1) ORDER BY id LIMIT ?3"
    } else {
        "SELECT id, table_id, after, count, at, events FROM events WHERE id IN \
         (SELECT id FROM events WHERE +id > ?2 AND table_number IN \
          (SELECT number FROM table_numbers JOIN seats USING (table_id) WHERE person = ?1) \
          ORDER BY id LIMIT ?3) ORDER BY id"
    };
    all(connection, sql, params![person.0.cast_signed(), after.cast_signed(), limit], rows::batch)
}

pub(super) fn news(connection: &Connection, after: LogId, limit: u32) -> Result<Vec<News>, StoreError> {
    all(
        connection,
        "SELECT id, table_id, after + count, people FROM events LEFT JOIN tables USING (table_id) \
         WHERE id > ?1 ORDER BY id LIMIT ?2",
        params![after.cast_signed(), limit],
        rows::news,
    )
}
