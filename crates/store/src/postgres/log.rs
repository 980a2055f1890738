//! Reading the log.

use club::{PersonId, TableId};
use sqlx::{PgExecutor, PgPool};

use super::reads;
use crate::rows::{self, BatchRow};
use crate::{Batch, LogId, News, StoreError, sql};

/// How many batches behind the newest one the log of a person is still read by walking the log. Further
/// behind it costs less to look at all batches of the person, however old.
const MAX_LOG_WALK: u64 = 4096;

fn batches(found: Vec<BatchRow>) -> Vec<Batch> {
    found.into_iter().map(rows::batch).collect()
}

pub(super) async fn of_table(pool: &PgPool, table: TableId, after: u64) -> Result<Vec<Batch>, StoreError> {
    let found = sqlx::query_as(
        "SELECT id, table_id, after, count, at, events FROM events \
         WHERE table_id = $1 AND after >= $2 ORDER BY after",
    );
    Ok(batches(found.bind(table.0.cast_signed()).bind(after.cast_signed()).fetch_all(pool).await?))
}

/// `OFFSET 0` keeps the planner from merging the subquery: one lookup in the index for each table, whatever its
/// statistics say.
pub(super) async fn of_tables(pool: &PgPool, tables: &[(TableId, u64)]) -> Result<Vec<Batch>, StoreError> {
    let (ids, afters): (Vec<i64>, Vec<i64>) =
        tables.iter().map(|(table, after)| (table.0.cast_signed(), after.cast_signed())).unzip();
    let found = sqlx::query_as(
        "SELECT new.* FROM unnest($1, $2) AS known (table_id, after), LATERAL ( \
         SELECT id, table_id, after, count, at, events FROM events \
         WHERE events.table_id = known.table_id AND events.after >= known.after ORDER BY after OFFSET 0) AS new \
         ORDER BY id",
    );
    Ok(batches(found.bind(ids).bind(afters).fetch_all(pool).await?))
}

/// A page of the log.
pub(super) async fn page(
    from: impl PgExecutor<'_>,
    after: LogId,
    limit: u32,
) -> Result<Vec<Batch>, StoreError> {
    let found = sqlx::query_as(sql::LOG);
    Ok(batches(found.bind(after.cast_signed()).bind(i64::from(limit)).fetch_all(from).await?))
}

pub(super) async fn of_person(
    pool: &PgPool,
    person: PersonId,
    after: LogId,
    limit: u32,
) -> Result<Vec<Batch>, StoreError> {
    // The sum in `ORDER BY` keeps the planner from walking the index of `id`.
    let sql = if reads::newest_log_id(pool).await?.saturating_sub(after) <= MAX_LOG_WALK {
        "SELECT id, table_id, after, count, at, events FROM events WHERE id > $2 \
         AND table_id IN (SELECT table_id FROM seats WHERE person = $1) ORDER BY id LIMIT $3"
    } else {
        "SELECT id, table_id, after, count, at, events FROM events WHERE id > $2 \
         AND table_id IN (SELECT table_id FROM seats WHERE person = $1) ORDER BY id + 0 LIMIT $3"
    };
    let found =
        sqlx::query_as(sql).bind(person.0.cast_signed()).bind(after.cast_signed()).bind(i64::from(limit));
    Ok(batches(found.fetch_all(pool).await?))
}

/// One statement, so that both halves see the same snapshot. Written so that the planner walks the two indexes and
/// looks up one row for each table, whatever its statistics say.
pub(super) async fn news(pool: &PgPool, after: LogId, limit: u32) -> Result<Vec<News>, StoreError> {
    type Row = (i64, i64, Option<i64>, Option<String>);
    let found: Vec<Row> = sqlx::query_as(
        "(SELECT id, table_id, after + count, (SELECT people FROM tables WHERE tables.table_id = events.table_id) \
         FROM events WHERE id > $1 ORDER BY id LIMIT $2) \
         UNION ALL (SELECT changed, id, NULL, NULL FROM people WHERE changed > $1 ORDER BY changed LIMIT $2) \
         ORDER BY 1 LIMIT $2",
    )
    .bind(after.cast_signed())
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    let one = |(id, what, seq, people): Row| match seq {
        Some(seq) => rows::news((id, what, seq, people)),
        None => News::Person { id: id.cast_unsigned(), person: PersonId(what.cast_unsigned()) },
    };
    Ok(found.into_iter().map(one).collect())
}
