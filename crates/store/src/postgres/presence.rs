//! Who is present at which table through which server.

use club::{PersonId, TableId, Time};
use sqlx::PgPool;

use crate::{Present, StoreError};

/// Tables and people as two arrays.
fn columns(pairs: &[(TableId, PersonId)]) -> (Vec<i64>, Vec<i64>) {
    pairs.iter().map(|(table, who)| (table.0.cast_signed(), who.0.cast_signed())).unzip()
}

pub(super) async fn add(
    pool: &PgPool,
    present: &[Present],
    server: u64,
    until: Time,
) -> Result<(), StoreError> {
    if present.is_empty() {
        return Ok(());
    }
    let pairs: Vec<_> = present.iter().map(|present| (present.table, present.person)).collect();
    let (tables, people) = columns(&pairs);
    let thinks: Vec<bool> = present.iter().map(|present| present.thinks).collect();
    sqlx::query(
        "INSERT INTO presence (table_id, who, thinks, server, until) \
         SELECT here.table_id, here.who, here.thinks, $4, $5 \
         FROM unnest($1::bigint[], $2::bigint[], $3::boolean[]) AS here (table_id, who, thinks) \
         ON CONFLICT (table_id, who, server) DO UPDATE SET until = excluded.until, thinks = excluded.thinks",
    )
    .bind(tables)
    .bind(people)
    .bind(thinks)
    .bind(server.cast_signed())
    .bind(until.0.cast_signed())
    .execute(pool)
    .await?;
    Ok(())
}

pub(super) async fn remove(
    pool: &PgPool,
    gone: &[(TableId, PersonId)],
    server: u64,
) -> Result<(), StoreError> {
    if gone.is_empty() {
        return Ok(());
    }
    let (tables, people) = columns(gone);
    sqlx::query(
        "DELETE FROM presence WHERE server = $3 \
         AND (table_id, who) IN (SELECT * FROM unnest($1::bigint[], $2::bigint[]))",
    )
    .bind(tables)
    .bind(people)
    .bind(server.cast_signed())
    .execute(pool)
    .await?;
    Ok(())
}

pub(super) async fn read(
    pool: &PgPool,
    tables: &[TableId],
    server: u64,
    now: Time,
) -> Result<Vec<(TableId, PersonId)>, StoreError> {
    let tables: Vec<i64> = tables.iter().map(|table| table.0.cast_signed()).collect();
    let present: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT DISTINCT table_id, who FROM presence WHERE table_id = ANY($1) AND server <> $2 AND until > $3",
    )
    .bind(tables)
    .bind(server.cast_signed())
    .bind(now.0.cast_signed())
    .fetch_all(pool)
    .await?;
    let pair = |(table, who): (i64, i64)| (TableId(table.cast_unsigned()), PersonId(who.cast_unsigned()));
    Ok(present.into_iter().map(pair).collect())
}

pub(super) async fn has_device(
    pool: &PgPool,
    table: TableId,
    person: PersonId,
    now: Time,
) -> Result<bool, StoreError> {
    let found: (bool,) = sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM presence WHERE table_id = $1 AND who = $2 AND thinks AND until > $3)",
    )
    .bind(table.0.cast_signed())
    .bind(person.0.cast_signed())
    .bind(now.0.cast_signed())
    .fetch_one(pool)
    .await?;
    Ok(found.0)
}

pub(super) async fn renew(pool: &PgPool, server: u64, until: Time) -> Result<u64, StoreError> {
    let renewed = sqlx::query("UPDATE presence SET until = $2 WHERE server = $1")
        .bind(server.cast_signed())
        .bind(until.0.cast_signed())
        .execute(pool)
        .await?;
    Ok(renewed.rows_affected())
}

pub(super) async fn remove_server(pool: &PgPool, server: u64) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM presence WHERE server = $1").bind(server.cast_signed()).execute(pool).await?;
    Ok(())
}

pub(super) async fn remove_expired(pool: &PgPool, before: Time) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM presence WHERE until < $1").bind(before.0.cast_signed()).execute(pool).await?;
    Ok(())
}
