//! Sessions and tokens.

use club::PersonId;
use sqlx::PgConnection;

use super::{idempotency, log_head};
use crate::words::Word;
use crate::{AccessKey, IdempotencyKey, StoreError, UsedKey};

pub(super) async fn add(
    connection: &mut PgConnection,
    access_key: &AccessKey,
    key: Option<&IdempotencyKey>,
) -> Result<Option<UsedKey>, StoreError> {
    if let Some(used) = idempotency::find(connection, key).await? {
        return Ok(Some(used));
    }
    idempotency::record(connection, key, access_key.id, access_key.since).await?;
    let AccessKey { id, person, hash, access, label, since, until } = access_key;
    // Expired keys are removed here only: the table grows with new keys and with nothing else.
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

pub(super) async fn start_session(
    connection: &mut PgConnection,
    session: &AccessKey,
    password: &str,
) -> Result<bool, StoreError> {
    // Locked against changes: whoever changes the password either comes first, and is seen here, or waits and then
    // ends this session with the others.
    let account = sqlx::query("SELECT 1 FROM people WHERE id = $1 AND password = $2 FOR SHARE")
        .bind(session.person.0.cast_signed())
        .bind(password)
        .fetch_optional(&mut *connection)
        .await?;
    if account.is_none() {
        return Ok(false);
    }
    add(connection, session, None).await?;
    Ok(true)
}

pub(super) async fn end(
    connection: &mut PgConnection,
    person: PersonId,
    id: u64,
) -> Result<bool, StoreError> {
    log_head::record_person_change(connection, person).await?;
    let ended = sqlx::query("DELETE FROM access_keys WHERE person = $1 AND id = $2")
        .bind(person.0.cast_signed())
        .bind(id.cast_signed())
        .execute(connection)
        .await?;
    Ok(ended.rows_affected() > 0)
}

/// Ends all sessions and tokens of a person, except one if given.
pub(super) async fn end_all(
    connection: &mut PgConnection,
    person: PersonId,
    except: Option<u64>,
) -> Result<(), StoreError> {
    log_head::record_person_change(connection, person).await?;
    sqlx::query("DELETE FROM access_keys WHERE person = $1 AND ($2::bigint IS NULL OR id <> $2)")
        .bind(person.0.cast_signed())
        .bind(except.map(u64::cast_signed))
        .execute(connection)
        .await?;
    Ok(())
}
