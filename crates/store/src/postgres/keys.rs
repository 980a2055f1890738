//! Sessions, tokens, keys of requests, and the secrets that servers share.

use club::{PersonId, Time};
use sqlx::PgConnection;

use super::{head, reads};
use crate::words::Word;
use crate::{Access, AccessKey, Repeated, RequestKey, StoreError, rows};

/// What was done with this key before.
pub(super) async fn find_request(
    connection: &mut PgConnection,
    key: Option<&RequestKey>,
) -> Result<Option<Repeated>, StoreError> {
    let Some(RequestKey { person, key, request: _ }) = key else { return Ok(None) };
    reads::idempotency_key(connection, *person, key).await
}

/// Notes what was made with a key.
pub(super) async fn note_request(
    connection: &mut PgConnection,
    key: Option<&RequestKey>,
    made: u64,
    at: Time,
) -> Result<(), StoreError> {
    let Some(RequestKey { person, key, request }) = key else { return Ok(()) };
    sqlx::query("INSERT INTO requests (person, key, request, made, seq, at) VALUES ($1, $2, $3, $4, 0, $5)")
        .bind(person.0.cast_signed())
        .bind(key)
        .bind(&request[..])
        .bind(made.cast_signed())
        .bind(at.0.cast_signed())
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn add(
    connection: &mut PgConnection,
    key: &AccessKey,
    request: Option<&RequestKey>,
) -> Result<Option<Repeated>, StoreError> {
    if let Some(repeated) = find_request(connection, request).await? {
        return Ok(Some(repeated));
    }
    note_request(connection, request, key.id, key.since).await?;
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
    Ok(None)
}

pub(super) async fn end(
    connection: &mut PgConnection,
    person: PersonId,
    id: u64,
) -> Result<bool, StoreError> {
    head::note_person(connection, person).await?;
    let ended = sqlx::query("DELETE FROM access_keys WHERE person = $1 AND id = $2")
        .bind(person.0.cast_signed())
        .bind(id.cast_signed())
        .execute(connection)
        .await?;
    Ok(ended.rows_affected() > 0)
}

pub(super) async fn end_sessions(
    connection: &mut PgConnection,
    person: PersonId,
    except: Option<u64>,
) -> Result<(), StoreError> {
    head::note_person(connection, person).await?;
    sqlx::query(
        "DELETE FROM access_keys WHERE person = $1 AND access = $2 AND ($3::bigint IS NULL OR id <> $3)",
    )
    .bind(person.0.cast_signed())
    .bind(Access::Session.word())
    .bind(except.map(u64::cast_signed))
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn shared_secret(
    connection: &mut PgConnection,
    name: &str,
    fresh: [u8; 32],
) -> Result<[u8; 32], StoreError> {
    sqlx::query("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(name)
        .bind(&fresh[..])
        .execute(&mut *connection)
        .await?;
    let value: Vec<u8> = sqlx::query_scalar("SELECT value FROM secrets WHERE name = $1")
        .bind(name)
        .fetch_one(connection)
        .await?;
    rows::bytes(&value)
}
