//! Standings and the history of ratings.

use club::{GameResult, Kind, PersonId, Pool, Standing, TableId, Time, rating};
use rusqlite::{Connection, OptionalExtension, params};
use sqlx::SqlitePool;

use super::values::count;
use super::writer::run;
use crate::store::words::Word;
use crate::store::{LogId, RatingPoint, StoreError};

type Row = (f64, i64, i64, i64, i64, i64);

fn read((rating, rated, games, wins, losses, draws): Row) -> Result<Standing, StoreError> {
    Ok(Standing {
        rating,
        rated: count(rated)?,
        games: count(games)?,
        wins: count(wins)?,
        losses: count(losses)?,
        draws: count(draws)?,
    })
}

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
        before.push(row.map(read).transpose()?.unwrap_or_default());
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

pub(super) async fn of_person(
    pool: &SqlitePool,
    person: PersonId,
) -> Result<Vec<(Pool, bool, Standing)>, StoreError> {
    type PoolRow = (String, bool, f64, i64, i64, i64, i64, i64);
    let rows: Vec<PoolRow> = sqlx::query_as(
        "SELECT pool, rated, rating, changes, games, wins, losses, draws FROM standings \
         WHERE person = $1 ORDER BY pool, rated",
    )
    .bind(person.0.cast_signed())
    .fetch_all(pool)
    .await?;
    let standing = |(pool, rated, rating, changes, games, wins, losses, draws): PoolRow| {
        let pool = pool.parse().map_err(|error| StoreError::Unreadable(format!("{pool:?}: {error}")))?;
        Ok((pool, rated, read((rating, changes, games, wins, losses, draws))?))
    };
    rows.into_iter().map(standing).collect()
}

pub(super) async fn history(
    pool: &SqlitePool,
    person: PersonId,
    of: Pool,
) -> Result<Vec<RatingPoint>, StoreError> {
    let rows: Vec<(i64, i64, f64)> = sqlx::query_as(
        "SELECT table_id, at, rating_after FROM rating_history WHERE person = $1 AND pool = $2 \
         ORDER BY event_id",
    )
    .bind(person.0.cast_signed())
    .bind(of.to_string())
    .fetch_all(pool)
    .await?;
    let point = |(table, at, rating): (i64, i64, f64)| RatingPoint {
        table: TableId(table.cast_unsigned()),
        at: Time(at.cast_unsigned()),
        rating,
    };
    Ok(rows.into_iter().map(point).collect())
}

pub(super) async fn changes(
    pool: &SqlitePool,
    table: TableId,
) -> Result<Vec<(PersonId, f64, f64)>, StoreError> {
    let rows: Vec<(i64, f64, f64)> = sqlx::query_as(
        "SELECT person, rating_before, rating_after FROM rating_history WHERE table_id = $1 \
         ORDER BY event_id, person",
    )
    .bind(table.0.cast_signed())
    .fetch_all(pool)
    .await?;
    let change = |(person, before, after): (i64, f64, f64)| (PersonId(person.cast_unsigned()), before, after);
    Ok(rows.into_iter().map(change).collect())
}

pub(super) async fn leaders(
    pool: &SqlitePool,
    of: Pool,
    kind: Kind,
    limit: u32,
) -> Result<Vec<(PersonId, Standing)>, StoreError> {
    let rows: Vec<(i64, f64, i64, i64, i64, i64, i64)> = sqlx::query_as(
        "SELECT person, rating, changes, games, wins, losses, draws FROM standings \
         JOIN people ON people.id = standings.person AND people.kind IN ('member', 'bot') \
         WHERE pool = $1 AND standings.kind = $2 AND rated AND changes > 0 \
         ORDER BY rating DESC, person LIMIT $3",
    )
    .bind(of.to_string())
    .bind(kind.word())
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let leader = |(person, rating, changes, games, wins, losses, draws): (i64, _, _, _, _, _, _)| {
        Ok((PersonId(person.cast_unsigned()), read((rating, changes, games, wins, losses, draws))?))
    };
    rows.into_iter().map(leader).collect()
}
