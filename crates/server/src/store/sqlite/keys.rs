//! Sessions, tokens, and the secrets that servers share.

use club::{PersonId, Time};
use sqlx::{SqliteConnection, SqlitePool};

use super::values::bytes;
use crate::store::words::Word;
use crate::store::{Access, AccessKey, StoreError};

type Row = (i64, i64, Vec<u8>, String, String, i64, i64);

fn read((id, person, hash, access, label, since, until): Row) -> Result<AccessKey, StoreError> {
    Ok(AccessKey {
        id: id.cast_unsigned(),
        person: PersonId(person.cast_unsigned()),
        hash: bytes(&hash)?,
        access: Access::read(&access)?,
        label,
        since: Time(since.cast_unsigned()),
        until: Time(until.cast_unsigned()),
    })
}

pub(super) async fn add(connection: &mut SqliteConnection, key: AccessKey) -> Result<(), StoreError> {
    let AccessKey { id, person, hash, access, label, since, until } = key;
    // Nobody else ever clears away what has run out.
    sqlx::query("DELETE FROM access_keys WHERE person = $1 AND until <= $2")
        .bind(person.0.cast_signed())
        .bind(since.0.cast_signed())
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO access_keys (id, person, hash, access, label, since, until) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id.cast_signed())
    .bind(person.0.cast_signed())
    .bind(&hash[..])
    .bind(access.word())
    .bind(label)
    .bind(since.0.cast_signed())
    .bind(until.0.cast_signed())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn by_hash(
    pool: &SqlitePool,
    hash: &[u8; 32],
    now: Time,
) -> Result<Option<AccessKey>, StoreError> {
    let row = sqlx::query_as(
        "SELECT id, person, hash, access, label, since, until FROM access_keys \
         WHERE hash = $1 AND until > $2",
    )
    .bind(&hash[..])
    .bind(now.0.cast_signed())
    .fetch_optional(pool)
    .await?;
    row.map(read).transpose()
}

pub(super) async fn of_person(
    pool: &SqlitePool,
    person: PersonId,
    now: Time,
) -> Result<Vec<AccessKey>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, person, hash, access, label, since, until FROM access_keys \
         WHERE person = $1 AND until > $2 ORDER BY since DESC, id DESC",
    )
    .bind(person.0.cast_signed())
    .bind(now.0.cast_signed())
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(read).collect()
}

pub(super) async fn end(
    connection: &mut SqliteConnection,
    person: PersonId,
    id: u64,
) -> Result<bool, StoreError> {
    let ended = sqlx::query("DELETE FROM access_keys WHERE person = $1 AND id = $2")
        .bind(person.0.cast_signed())
        .bind(id.cast_signed())
        .execute(connection)
        .await?;
    Ok(ended.rows_affected() > 0)
}

pub(super) async fn end_sessions(
    connection: &mut SqliteConnection,
    person: PersonId,
    except: Option<u64>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM access_keys WHERE person = $1 AND access = $2 AND ($3 IS NULL OR id <> $3)")
        .bind(person.0.cast_signed())
        .bind(Access::Session.word())
        .bind(except.map(u64::cast_signed))
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn forget_requests(
    connection: &mut SqliteConnection,
    before: Time,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM requests WHERE at < $1")
        .bind(before.0.cast_signed())
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn shared_secret(
    connection: &mut SqliteConnection,
    name: String,
    fresh: [u8; 32],
) -> Result<[u8; 32], StoreError> {
    sqlx::query("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(&name)
        .bind(&fresh[..])
        .execute(&mut *connection)
        .await?;
    let value: Vec<u8> = sqlx::query_scalar("SELECT value FROM secrets WHERE name = $1")
        .bind(name)
        .fetch_one(connection)
        .await?;
    bytes(&value)
}
