//! Analyses of finished games.

use club::{TableId, Time};
use rusqlite::{Connection, params};

use super::query::{readable, run};
use crate::unreadable::Subject;
use crate::{StoreError, StoredAnalysis, rows};

pub(super) fn request(
    connection: &Connection,
    table: TableId,
    turns: u32,
    at: Time,
    max_pending: u32,
) -> Result<bool, StoreError> {
    let table = table.0.cast_signed();
    let inserted = run(
        connection,
        "INSERT INTO analyses (table_id, turns, asked) SELECT ?1, ?2, ?3 \
         WHERE (SELECT count(*) FROM analyses WHERE done < turns) < ?4 ON CONFLICT (table_id) DO NOTHING",
        params![table, turns, at.0.cast_signed(), max_pending],
    )?;
    let mut find = connection.prepare_cached("SELECT 1 FROM analyses WHERE table_id = ?")?;
    Ok(inserted > 0 || find.exists([table])?)
}

pub(super) fn claim(
    connection: &Connection,
    now: Time,
    until: Time,
    limit: u32,
) -> Result<Vec<StoredAnalysis>, StoreError> {
    let sql = "UPDATE analyses SET claimed_until = ?2 WHERE table_id IN (SELECT table_id FROM analyses \
         WHERE done < turns AND claimed_until <= ?1 ORDER BY asked LIMIT ?3) \
         RETURNING table_id, turns, done, found";
    let mut claimed = Vec::new();
    // Rows that cannot be decoded are claimed as well, so each round claims others, as long as the claims last.
    loop {
        let missing = limit as usize - claimed.len();
        let values = params![now.0.cast_signed(), until.0.cast_signed(), missing as u32];
        let page = readable(connection, sql, values, Subject::Analysis, |_| Ok(()), rows::analysis)?;
        claimed.extend(page.found);
        if page.rows < missing || claimed.len() == limit as usize || until <= now {
            return Ok(claimed);
        }
    }
}

pub(super) fn save(
    connection: &Connection,
    before: u32,
    analysis: &StoredAnalysis,
    until: Time,
) -> Result<bool, StoreError> {
    let saved = run(
        connection,
        "UPDATE analyses SET done = ?3, found = ?4, claimed_until = ?5 WHERE table_id = ?1 AND done = ?2",
        params![analysis.table.0.cast_signed(), before, analysis.done, analysis.found, until.0.cast_signed()],
    )?;
    Ok(saved > 0)
}

pub(super) fn remove_expired(connection: &Connection, before: Time) -> Result<(), StoreError> {
    run(connection, "DELETE FROM analyses WHERE asked < ?", [before.0.cast_signed()])?;
    Ok(())
}
