//! Receiving everything from another store.

use club::{Seed, TableId, Time};
use sqlx::PgConnection;
use tokio::sync::mpsc;

use super::{derived, idempotency};
use crate::copy::Piece;
use crate::words::Word;
use crate::{AccessKey, Batch, Derive, Person, StoreError};

/// Writes everything, within a transaction of the caller.
pub(super) async fn restore(
    connection: &mut PgConnection,
    mut from: mpsc::Receiver<Piece>,
    mut derive: Derive,
) -> Result<(), StoreError> {
    let (batches, others): (i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM events), \
         (SELECT count(*) FROM people) + (SELECT count(*) FROM secrets)",
    )
    .fetch_one(&mut *connection)
    .await?;
    if batches > 0 || others > 0 {
        return Err(StoreError::NotEmpty(batches.cast_unsigned(), others.cast_unsigned()));
    }
    loop {
        match from.recv().await.ok_or(StoreError::Incomplete)? {
            Piece::Batches(rows) => write_batches(connection, &rows).await?,
            Piece::Seeds(rows) => write_seeds(connection, &rows).await?,
            Piece::IdempotencyKeys(rows) => idempotency::record_all(connection, &rows).await?,
            Piece::People(rows) => write_people(connection, &rows).await?,
            Piece::ReservedNames(rows) => write_reserved_names(connection, rows).await?,
            Piece::AccessKeys(rows) => write_access_keys(connection, &rows).await?,
            Piece::Secrets(rows) => write_secrets(connection, rows).await?,
            Piece::End => break,
        }
    }
    sqlx::query("UPDATE log_head SET newest = (SELECT coalesce(max(id), 0) FROM events)")
        .execute(&mut *connection)
        .await?;
    derived::rebuild(connection, &mut derive).await.map(drop)
}

fn numbers<T>(rows: &[T], of: impl Fn(&T) -> u64) -> Vec<i64> {
    rows.iter().map(|row| of(row).cast_signed()).collect()
}

async fn write_batches(connection: &mut PgConnection, rows: &[Batch]) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO events (id, table_id, after, count, at, events) SELECT * FROM \
         unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])",
    )
    .bind(numbers(rows, |batch| batch.id))
    .bind(numbers(rows, |batch| batch.table.0))
    .bind(numbers(rows, |batch| batch.after))
    .bind(numbers(rows, |batch| batch.count.into()))
    .bind(numbers(rows, |batch| batch.at.0))
    .bind(rows.iter().map(|batch| batch.events.as_str()).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_seeds(connection: &mut PgConnection, rows: &[(TableId, Seed)]) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO seeds (table_id, seed) SELECT * FROM unnest($1::bigint[], $2::bytea[])")
        .bind(numbers(rows, |(table, _)| table.0))
        .bind(rows.iter().map(|(_, seed)| seed.0.to_vec()).collect::<Vec<_>>())
        .execute(connection)
        .await?;
    Ok(())
}

async fn write_people(
    connection: &mut PgConnection,
    rows: &[(Person, Option<String>)],
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO people (id, kind, name, password, since, skeleton) SELECT * FROM \
         unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[])",
    )
    .bind(numbers(rows, |(person, _)| person.id.0))
    .bind(rows.iter().map(|(person, _)| person.kind.word()).collect::<Vec<_>>())
    .bind(rows.iter().map(|(person, _)| person.name.clone()).collect::<Vec<_>>())
    .bind(rows.iter().map(|(person, _)| person.password.clone()).collect::<Vec<_>>())
    .bind(numbers(rows, |(person, _)| person.since.0))
    .bind(rows.iter().map(|(_, skeleton)| skeleton.clone()).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_reserved_names(
    connection: &mut PgConnection,
    rows: Vec<(String, Time)>,
) -> Result<(), StoreError> {
    let (skeletons, times): (Vec<String>, Vec<i64>) =
        rows.into_iter().map(|(skeleton, until)| (skeleton, until.0.cast_signed())).unzip();
    sqlx::query(
        "INSERT INTO reserved_names (skeleton, until) SELECT * FROM unnest($1::text[], $2::bigint[])",
    )
    .bind(skeletons)
    .bind(times)
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_access_keys(connection: &mut PgConnection, rows: &[AccessKey]) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO access_keys (id, person, hash, access, label, since, until) SELECT * FROM \
         unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::text[], $5::text[], $6::bigint[], $7::bigint[])",
    )
    .bind(numbers(rows, |key| key.id))
    .bind(numbers(rows, |key| key.person.0))
    .bind(rows.iter().map(|key| key.hash.to_vec()).collect::<Vec<_>>())
    .bind(rows.iter().map(|key| key.access.word()).collect::<Vec<_>>())
    .bind(rows.iter().map(|key| key.label.as_str()).collect::<Vec<_>>())
    .bind(numbers(rows, |key| key.since.0))
    .bind(numbers(rows, |key| key.until.0))
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_secrets(
    connection: &mut PgConnection,
    rows: Vec<(String, [u8; 32])>,
) -> Result<(), StoreError> {
    let (names, values): (Vec<String>, Vec<Vec<u8>>) =
        rows.into_iter().map(|(name, value)| (name, value.to_vec())).unzip();
    sqlx::query("INSERT INTO secrets (name, value) SELECT * FROM unnest($1::text[], $2::bytea[])")
        .bind(names)
        .bind(values)
        .execute(connection)
        .await?;
    Ok(())
}
