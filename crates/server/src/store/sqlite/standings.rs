//! Standings and the history of ratings.

use club::{GameResult, Kind, PersonId, Pool, Standing, TableId, Time, rating};
use sqlx::{SqliteConnection, SqlitePool};

use super::values::count;
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

pub(super) async fn write(
    connection: &mut SqliteConnection,
    id: LogId,
    table: TableId,
    at: Time,
    result: &GameResult,
) -> Result<(), StoreError> {
    let pool = result.pool.to_string();
    let mut before = Vec::with_capacity(result.people.len());
    for entry in &result.people {
        let row: Option<Row> = sqlx::query_as(
            "SELECT rating, changes, games, wins, losses, draws FROM standings \
             WHERE person = $1 AND pool = $2 AND rated = $3",
        )
        .bind(entry.person.0.cast_signed())
        .bind(&pool)
        .bind(result.rated)
        .fetch_optional(&mut *connection)
        .await?;
        before.push(row.map(read).transpose()?.unwrap_or_default());
    }
    let after = rating::after(result, &before);
    for (entry, (before, after)) in result.people.iter().zip(before.iter().zip(after)) {
        sqlx::query(
            "INSERT INTO standings (person, pool, rated, kind, rating, changes, games, wins, losses, draws) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (person, pool, rated) DO UPDATE \
             SET kind = excluded.kind, rating = excluded.rating, changes = excluded.changes, \
             games = excluded.games, wins = excluded.wins, losses = excluded.losses, draws = excluded.draws",
        )
        .bind(entry.person.0.cast_signed())
        .bind(&pool)
        .bind(result.rated)
        .bind(entry.kind.word())
        .bind(after.rating)
        .bind(after.rated)
        .bind(after.games)
        .bind(after.wins)
        .bind(after.losses)
        .bind(after.draws)
        .execute(&mut *connection)
        .await?;
        if after.rated == before.rated {
            continue;
        }
        sqlx::query(
            "INSERT INTO rating_history (event_id, person, pool, table_id, at, rating_before, rating_after) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(id.cast_signed())
        .bind(entry.person.0.cast_signed())
        .bind(&pool)
        .bind(table.0.cast_signed())
        .bind(at.0.cast_signed())
        .bind(before.rating)
        .bind(after.rating)
        .execute(&mut *connection)
        .await?;
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
