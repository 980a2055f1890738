//! Reading the log.

use club::{PersonId, TableId};
use rusqlite::{Connection, Params, params, params_from_iter};

use super::query::{all, decode, readable};
use super::reads::newest_log_id;
use crate::unreadable::Subject;
use crate::{Batch, LogId, News, StoreError, report_unreadable, rows, sql};

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
        |row| Ok(rows::batch(row)),
    )
}

pub(super) fn of_tables(
    connection: &Connection,
    tables: &[(TableId, u64)],
) -> Result<Vec<Batch>, StoreError> {
    let mut batches = Vec::new();
    for (table, after) in tables {
        match of_table(connection, *table, *after) {
            Ok(read) => batches.extend(read),
            Err(StoreError::Unreadable(why)) => report_unreadable(*table, &why),
            Err(error) => return Err(error),
        }
    }
    batches.sort_by_key(|batch| batch.id);
    Ok(batches)
}

pub(super) fn page(connection: &Connection, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError> {
    readable_batches(connection, after, limit, |after, limit| (sql::LOG, params_from_iter([after, limit])))
}

/// At most `limit` batches after this one, without those that cannot be decoded. A page has fewer only at the end of
/// the log, so for each row that was left out another one is read.
fn readable_batches<P: Params>(
    connection: &Connection,
    mut after: LogId,
    limit: u32,
    query: impl Fn(i64, i64) -> (&'static str, P),
) -> Result<Vec<Batch>, StoreError> {
    let mut batches = Vec::new();
    loop {
        let missing = limit as usize - batches.len();
        let (sql, values) = query(after.cast_signed(), missing as i64);
        let page = readable(
            connection,
            sql,
            values,
            Subject::Table,
            |row| row.get("id"),
            |row| Ok(rows::batch(row)),
        )?;
        batches.extend(page.found);
        match page.last {
            Some::<i64>(last) if page.rows == missing && batches.len() < limit as usize => {
                after = last.cast_unsigned();
            }
            Some(_) | None => return Ok(batches),
        }
    }
}

/// Passes every batch that can be decoded to `take`, in order, without loading the whole log into memory.
pub(super) fn each(
    connection: &Connection,
    mut take: impl FnMut(Batch) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut all = connection.prepare(sql::dump::BATCHES)?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        if let Some(batch) = decode(row, Subject::Table, |row| Ok(rows::batch(row))) {
            take(batch)?;
        }
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
    let person = person.0.cast_signed();
    readable_batches(connection, after, limit, |after, limit| (sql, params_from_iter([person, after, limit])))
}

pub(super) fn news(connection: &Connection, after: LogId, limit: u32) -> Result<Vec<News>, StoreError> {
    all(
        connection,
        "SELECT id, table_id, after + count, people FROM events LEFT JOIN tables USING (table_id) \
         WHERE id > ?1 ORDER BY id LIMIT ?2",
        params![after.cast_signed(), limit],
        |row| Ok(rows::news(row)),
    )
}
