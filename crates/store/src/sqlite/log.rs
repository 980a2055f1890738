//! Reading the events.

use club::{PersonId, TableId};
use rusqlite::Connection;
use sqlx::SqlitePool;

use super::reads;
use crate::rows::{self, BatchRow, NewsRow};
use crate::{Batch, LogId, News, StoreError};

/// How far behind the newest batch a reader may be for all batches since then to be looked at. Behind
/// that it costs less to look at all batches of the person, however old.
const NEAR: u64 = 4096;

fn batches(rows: Vec<BatchRow>) -> Result<Vec<Batch>, StoreError> {
    rows.into_iter().map(rows::batch).collect()
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
        take(rows::batch(row.try_into()?)?)?;
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
    let sql = if reads::newest(pool).await?.saturating_sub(after) <= NEAR {
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

pub(super) async fn news(pool: &SqlitePool, after: LogId, limit: u32) -> Result<Vec<News>, StoreError> {
    let rows: Vec<NewsRow> = sqlx::query_as(
        "SELECT id, table_id, after + count, people FROM events LEFT JOIN tables USING (table_id) \
         WHERE id > $1 ORDER BY id LIMIT $2",
    )
    .bind(after.cast_signed())
    .bind(limit)
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(rows::news).collect()
}
