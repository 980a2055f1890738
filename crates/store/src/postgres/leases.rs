//! Claims of work and leases of names.

use club::{TableId, Time};
use sqlx::PgPool;

use crate::{StoreError, WorkClaim};

/// Claims tables at which something is due. `place` numbers the tables of the same people: those that are claimed first,
/// then the longest due. `SKIP LOCKED` lets workers that claim at the same moment take different tables instead of
/// waiting for each other.
pub(super) async fn claim_work(pool: &PgPool, claim: WorkClaim<'_>) -> Result<Vec<TableId>, StoreError> {
    let skip: Vec<i64> = claim.skip.iter().map(|table| table.0.cast_signed()).collect();
    let claimed: Vec<i64> = sqlx::query_scalar(
        "WITH line AS (SELECT work.table_id, row_number() OVER (\
             PARTITION BY coalesce(tables.people, work.table_id::text) \
             ORDER BY claimed_until > $1 DESC, due, work.table_id) AS place \
             FROM work LEFT JOIN tables ON tables.table_id = work.table_id WHERE due <= $1) \
         UPDATE work SET claimed_until = $2 WHERE table_id IN (SELECT work.table_id FROM work \
             JOIN line ON line.table_id = work.table_id AND place <= $4 \
             WHERE due <= $1 AND claimed_until <= $1 AND work.table_id <> ALL($5) \
             ORDER BY place, due LIMIT $3 FOR UPDATE OF work SKIP LOCKED) \
         RETURNING table_id",
    )
    .bind(claim.now.0.cast_signed())
    .bind(claim.until.0.cast_signed())
    .bind(i64::from(claim.limit))
    .bind(i64::from(claim.limit_of_same))
    .bind(skip)
    .fetch_all(pool)
    .await?;
    Ok(claimed.into_iter().map(|table| TableId(table.cast_unsigned())).collect())
}

pub(super) async fn release_work(pool: &PgPool, table: TableId, until: Time) -> Result<(), StoreError> {
    sqlx::query("UPDATE work SET claimed_until = 0 WHERE table_id = $1 AND claimed_until = $2")
        .bind(table.0.cast_signed())
        .bind(until.0.cast_signed())
        .execute(pool)
        .await?;
    Ok(())
}

pub(super) async fn acquire(
    pool: &PgPool,
    name: &str,
    holder: u64,
    now: Time,
    until: Time,
) -> Result<bool, StoreError> {
    let acquired = sqlx::query(
        "INSERT INTO holds (name, holder, until) VALUES ($1, $2, $4) ON CONFLICT (name) DO UPDATE \
         SET holder = excluded.holder, until = excluded.until WHERE holds.until <= $3",
    )
    .bind(name)
    .bind(holder.cast_signed())
    .bind(now.0.cast_signed())
    .bind(until.0.cast_signed())
    .execute(pool)
    .await?;
    Ok(acquired.rows_affected() > 0)
}

pub(super) async fn release(pool: &PgPool, name: &str, holder: u64) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM holds WHERE name = $1 AND holder = $2")
        .bind(name)
        .bind(holder.cast_signed())
        .execute(pool)
        .await?;
    Ok(())
}
