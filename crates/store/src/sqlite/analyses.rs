//! Analyses that were asked for.

use club::{TableId, Time};
use rusqlite::{Connection, params};

use super::query::run;
use crate::rows::{AnalysisRow, analysis};
use crate::{KeptAnalysis, StoreError};

pub(super) fn ask(
    connection: &Connection,
    table: TableId,
    turns: u32,
    at: Time,
    most: u32,
) -> Result<bool, StoreError> {
    let table = table.0.cast_signed();
    let asked = run(
        connection,
        "INSERT INTO analyses (table_id, turns, asked) SELECT ?1, ?2, ?3 \
         WHERE (SELECT count(*) FROM analyses WHERE done < turns) < ?4 ON CONFLICT (table_id) DO NOTHING",
        params![table, turns, at.0.cast_signed(), most],
    )?;
    let mut find = connection.prepare_cached("SELECT 1 FROM analyses WHERE table_id = ?")?;
    Ok(asked > 0 || find.exists([table])?)
}

pub(super) fn claim(
    connection: &Connection,
    now: Time,
    until: Time,
    limit: u32,
) -> Result<Vec<KeptAnalysis>, StoreError> {
    let mut claim = connection.prepare_cached(
        "UPDATE analyses SET claimed_until = ?2 WHERE table_id IN (SELECT table_id FROM analyses \
         WHERE done < turns AND claimed_until <= ?1 ORDER BY asked LIMIT ?3) \
         RETURNING table_id, turns, done, found",
    )?;
    let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<AnalysisRow> {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    };
    let values = params![now.0.cast_signed(), until.0.cast_signed(), limit];
    let claimed: Vec<AnalysisRow> = claim.query_map(values, row)?.collect::<Result<_, _>>()?;
    claimed.into_iter().map(analysis).collect()
}

pub(super) fn save(
    connection: &Connection,
    before: u32,
    kept: &KeptAnalysis,
    until: Time,
) -> Result<bool, StoreError> {
    let saved = run(
        connection,
        "UPDATE analyses SET done = ?3, found = ?4, claimed_until = ?5 WHERE table_id = ?1 AND done = ?2",
        params![kept.table.0.cast_signed(), before, kept.done, kept.found, until.0.cast_signed()],
    )?;
    Ok(saved > 0)
}

pub(super) fn forget(connection: &Connection, before: Time) -> Result<(), StoreError> {
    run(connection, "DELETE FROM analyses WHERE asked < ?", [before.0.cast_signed()])?;
    Ok(())
}
