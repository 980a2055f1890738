//! Analyses of finished games.

use club::{TableId, Time};
use sqlx::PgPool;

use super::reads::readable;
use crate::rows::{self, AnalysisRow};
use crate::unreadable::Subject;
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
    let mut claimed = Vec::new();
    // Rows that cannot be decoded are claimed as well, so each round claims others, as long as the claims last.
    loop {
        let missing = limit as usize - claimed.len();
        let found = claim_some(pool, now, until, missing).await?;
        let is_full = found.len() == missing;
        claimed.extend(
            found.into_iter().filter_map(|row| readable(Subject::Analysis, row.0, rows::analysis(row))),
        );
        if !is_full || claimed.len() == limit as usize || until <= now {
            return Ok(claimed);
        }
    }
}

async fn claim_some(
    pool: &PgPool,
    now: Time,
    until: Time,
    limit: usize,
) -> Result<Vec<AnalysisRow>, StoreError> {
    let claimed = sqlx::query_as(
        "UPDATE analyses SET claimed_until = $2 WHERE table_id IN (SELECT table_id FROM analyses \
         WHERE done < turns AND claimed_until <= $1 ORDER BY asked LIMIT $3 FOR UPDATE SKIP LOCKED) \
         RETURNING table_id, turns, done, found",
    )
    .bind(now.0.cast_signed())
    .bind(until.0.cast_signed())
    .bind(limit as i64)
    .fetch_all(pool);
    Ok(claimed.await?)
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
