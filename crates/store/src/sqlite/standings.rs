//! Standings and ratings.

use club::rating::MAX_QUICK_GAMES;
use club::{Exchange, GameResult, TableId, Time, rating};
use rusqlite::{Connection, OptionalExtension, params};

use super::query::run;
use crate::words::Word;
use crate::{LogId, StoreError, derived, rows, sql};

pub(super) fn write(
    connection: &Connection,
    id: LogId,
    table: TableId,
    at: Time,
    result: &GameResult,
) -> Result<(), StoreError> {
    let unchanged = repeated(connection, table, at, result)?;
    let result = unchanged.as_ref().unwrap_or(result);
    let pool = result.pool.to_string();
    let mut before = Vec::with_capacity(result.people.len());
    let mut find = connection.prepare_cached(
        "SELECT rating, changes, games, wins, losses, draws, left_early FROM standings \
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
            "INSERT INTO standings (person, pool, rated, kind, rating, changes, games, wins, losses, draws, \
             left_early) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, pool, rated) DO UPDATE \
             SET kind = excluded.kind, rating = excluded.rating, changes = excluded.changes, \
             games = excluded.games, wins = excluded.wins, losses = excluded.losses, draws = excluded.draws, \
             left_early = excluded.left_early",
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
                after.draws,
                after.left_early
            ],
        )?;
        if after.rated == before.rated {
            continue;
        }
        run(
            connection,
            "INSERT INTO rating_history (event_id, person, pool, table_id, at, rating_before, rating_after, \
             quick) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            params![
                id.cast_signed(),
                person,
                pool,
                table.0.cast_signed(),
                at.0.cast_signed(),
                before.rating,
                after.rating,
                result.exchange == Exchange::UnlessRepeated
            ],
        )?;
    }
    Ok(())
}

/// The result without an exchange of ratings, if two of its people have had as many quick games as they may.
fn repeated(
    connection: &Connection,
    table: TableId,
    at: Time,
    result: &GameResult,
) -> Result<Option<GameResult>, StoreError> {
    let since = derived::quick_games_since(at).0.cast_signed();
    for (one, other) in derived::pairs_to_check(result) {
        let mut count = connection.prepare_cached(sql::QUICK_GAMES)?;
        let games: u32 =
            count.query_row(params![one.0.cast_signed(), other.0.cast_signed(), since], |row| row.get(0))?;
        if games >= MAX_QUICK_GAMES {
            return Ok(Some(derived::without_exchange(result, table, (one, other))));
        }
    }
    Ok(None)
}
