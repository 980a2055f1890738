//! Claims of work and leases of names.

use club::{TableId, Time};
use sqlx::PgPool;

use crate::StoreError;

/// Claims tables at which something is due. `SKIP LOCKED` lets workers that claim at the same moment take
/// different tables instead of waiting for each other.
pub(super) async fn claim_work(
    pool: &PgPool,
    now: Time,
    until: Time,
    limit: u32,
) -> Result<Vec<TableId>, StoreError> {
    let claimed: Vec<i64> = sqlx::query_scalar(
        "UPDATE work SET claimed_until = $2 WHERE table_id IN (SELECT table_id FROM work \
         WHERE due <= $1 AND claimed_until <= $1 ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED) \
         RETURNING table_id",
    )
    .bind(now.0.cast_signed())
    .bind(until.0.cast_signed())
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    Ok(claimed.into_iter().map(|table| TableId(table.cast_unsigned())).collect())
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
