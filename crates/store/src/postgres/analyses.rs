//! Analyses of finished games.

use club::{TableId, Time};
use sqlx::PgPool;

use crate::rows::{self, AnalysisRow};
use crate::{StoreError, StoredAnalysis};

pub(super) async fn request(
    pool: &PgPool,
    table: TableId,
    turns: u32,
    at: Time,
    max_pending: u32,
) -> Result<bool, StoreError> {
    let inserted = sqlx::query(
        "INSERT INTO analyses (table_id, turns, asked) SELECT $1, $2, $3 \
         WHERE (SELECT count(*) FROM analyses WHERE done < turns) < $4 ON CONFLICT (table_id) DO NOTHING",
    )
    .bind(table.0.cast_signed())
    .bind(i64::from(turns))
    .bind(at.0.cast_signed())
    .bind(i64::from(max_pending))
    .execute(pool)
    .await?;
    if inserted.rows_affected() > 0 {
        return Ok(true);
    }
    let requested = sqlx::query("SELECT 1 FROM analyses WHERE table_id = $1").bind(table.0.cast_signed());
    Ok(requested.fetch_optional(pool).await?.is_some())
}

pub(super) async fn claim(
    pool: &PgPool,
    now: Time,
    until: Time,
    limit: u32,
) -> Result<Vec<StoredAnalysis>, StoreError> {
    let claimed: Vec<AnalysisRow> = sqlx::query_as(
        "UPDATE analyses SET claimed_until = $2 WHERE table_id IN (SELECT table_id FROM analyses \
         WHERE done < turns AND claimed_until <= $1 ORDER BY asked LIMIT $3 FOR UPDATE SKIP LOCKED) \
         RETURNING table_id, turns, done, found",
    )
    .bind(now.0.cast_signed())
    .bind(until.0.cast_signed())
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    claimed.into_iter().map(rows::analysis).collect()
}

pub(super) async fn save(
    pool: &PgPool,
    before: u32,
    analysis: &StoredAnalysis,
    until: Time,
) -> Result<bool, StoreError> {
    let saved = sqlx::query(
        "UPDATE analyses SET done = $3, found = $4, claimed_until = $5 WHERE table_id = $1 AND done = $2",
    )
    .bind(analysis.table.0.cast_signed())
    .bind(i64::from(before))
    .bind(i64::from(analysis.done))
    .bind(&analysis.found)
    .bind(until.0.cast_signed())
    .execute(pool)
    .await?;
    Ok(saved.rows_affected() > 0)
}

pub(super) async fn remove_expired(pool: &PgPool, before: Time) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM analyses WHERE asked < $1").bind(before.0.cast_signed()).execute(pool).await?;
    Ok(())
}
