//! Standings and ratings.

use club::{GameResult, TableId, Time, rating};
use rusqlite::{Connection, OptionalExtension, params};

use super::query::run;
use crate::words::Word;
use crate::{LogId, StoreError, rows};

pub(super) fn write(
    connection: &Connection,
    id: LogId,
    table: TableId,
    at: Time,
    result: &GameResult,
) -> Result<(), StoreError> {
    let pool = result.pool.to_string();
    let mut before = Vec::with_capacity(result.people.len());
    let mut find = connection.prepare_cached(
        "SELECT rating, changes, games, wins, losses, draws FROM standings \
         WHERE person = ? AND pool = ? AND rated = ?",
    )?;
    for entry in &result.people {
        let key = params![entry.person.0.cast_signed(), pool, result.rated];
        let row = find.query_row(key, |row| row.try_into()).optional()?;
        before.push(row.map(rows::standing).transpose()?.unwrap_or_default());
    }
    let after = rating::after(result, &before);
    for (entry, (before, after)) in result.people.iter().zip(before.iter().zip(after)) {
        let person = entry.person.0.cast_signed();
        run(
            connection,
            "INSERT INTO standings (person, pool, rated, kind, rating, changes, games, wins, losses, draws) \
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, pool, rated) DO UPDATE \
             SET kind = excluded.kind, rating = excluded.rating, changes = excluded.changes, \
             games = excluded.games, wins = excluded.wins, losses = excluded.losses, draws = excluded.draws",
            params![
                person,
                pool,
                result.rated,
                entry.kind.word(),
                after.rating,
                after.rated,
                after.games,
                after.wins,
                after.losses,
                after.draws
            ],
        )?;
        if after.rated == before.rated {
            continue;
        }
        run(
            connection,
            "INSERT INTO rating_history (event_id, person, pool, table_id, at, rating_before, rating_after) \
             VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            params![
                id.cast_signed(),
                person,
                pool,
                table.0.cast_signed(),
                at.0.cast_signed(),
                before.rating,
                after.rating
            ],
        )?;
    }
    Ok(())
}
