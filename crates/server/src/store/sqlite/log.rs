//! Reading the events.

use club::{PersonId, Seed, TableId, Time};
use rusqlite::Connection;
use sqlx::SqlitePool;

use super::values::{bytes, count};
use crate::store::{Batch, LogId, StoreError};

/// How far behind the newest batch a reader may be for all batches since then to be looked at. Behind
/// that it costs less to look at all batches of the person, however old.
const NEAR: u64 = 4096;

type Row = (i64, i64, i64, i64, i64, String);

fn batch((id, table, after, number, at, events): Row) -> Result<Batch, StoreError> {
    Ok(Batch {
        id: id.cast_unsigned(),
        table: TableId(table.cast_unsigned()),
        after: after.cast_unsigned(),
        count: count(number)?,
        at: Time(at.cast_unsigned()),
        events,
    })
}

fn batches(rows: Vec<Row>) -> Result<Vec<Batch>, StoreError> {
    rows.into_iter().map(batch).collect()
}

pub(super) async fn of_table(
    pool: &SqlitePool,
    table: TableId,
    after: u64,
) -> Result<Vec<Batch>, StoreError> {
    let rows = sqlx::query_as(
        "SELECT id, table_id, after, count, at, events FROM events \
         WHERE table_number = (SELECT number FROM table_numbers WHERE table_id = $1) AND after >= $2 \
         ORDER BY after",
    );
    batches(rows.bind(table.0.cast_signed()).bind(after.cast_signed()).fetch_all(pool).await?)
}

pub(super) async fn seed(pool: &SqlitePool, table: TableId) -> Result<Option<Seed>, StoreError> {
    let seed: Option<Vec<u8>> = sqlx::query_scalar("SELECT seed FROM seeds WHERE table_id = $1")
        .bind(table.0.cast_signed())
        .fetch_optional(pool)
        .await?;
    seed.map(|seed| bytes(&seed).map(Seed)).transpose()
}

pub(super) async fn all(pool: &SqlitePool, after: LogId, limit: u32) -> Result<Vec<Batch>, StoreError> {
    let rows = sqlx::query_as(
        "SELECT id, table_id, after, count, at, events FROM events WHERE id > $1 ORDER BY id LIMIT $2",
    );
    batches(rows.bind(after.cast_signed()).bind(limit).fetch_all(pool).await?)
}

/// Hands out every batch, in order, as the writer sees them.
pub(super) fn each(
    connection: &Connection,
    mut take: impl FnMut(Batch) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut all =
        connection.prepare("SELECT id, table_id, after, count, at, events FROM events ORDER BY id")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        take(batch(row.try_into()?)?)?;
    }
    Ok(())
}

pub(super) async fn of_person(
    pool: &SqlitePool,
    person: PersonId,
    after: LogId,
    limit: u32,
) -> Result<Vec<Batch>, StoreError> {
    // The sign before a column keeps SQLite from using its index.
    let sql = if newest(pool).await?.saturating_sub(after) <= NEAR {
        "SELECT id, table_id, after, count, at, events FROM events WHERE id > $2 \
         AND table_id IN (SELECT table_id FROM seats WHERE person = $1) ORDER BY id LIMIT $3"
    } else {
        "SELECT id, table_id, after, count, at, events FROM events WHERE id IN \
         (SELECT id FROM events WHERE +id > $2 AND table_number IN \
          (SELECT number FROM table_numbers JOIN seats USING (table_id) WHERE person = $1) \
          ORDER BY id LIMIT $3) ORDER BY id"
    };
    let rows = sqlx::query_as(sql).bind(person.0.cast_signed()).bind(after.cast_signed()).bind(limit);
    batches(rows.fetch_all(pool).await?)
}

pub(super) async fn newest(pool: &SqlitePool) -> Result<LogId, StoreError> {
    let newest: Option<i64> = sqlx::query_scalar("SELECT max(id) FROM events").fetch_one(pool).await?;
    Ok(newest.unwrap_or_default().cast_unsigned())
}
