//! Idempotency keys.

use std::collections::HashMap;

use club::{PersonId, Time};
use sqlx::PgConnection;

use super::reads;
use crate::copy::IdempotencyRecord;
use crate::{IdempotencyKey, StoreError, UsedKey, rows};

/// What the key of a request was used for, if the request has one.
pub(super) async fn find(
    connection: &mut PgConnection,
    key: Option<&IdempotencyKey>,
) -> Result<Option<UsedKey>, StoreError> {
    let Some(IdempotencyKey { person, key, request: _ }) = key else { return Ok(None) };
    reads::used_key(connection, *person, key).await
}

/// What those of these keys were used for that were used before.
pub(super) async fn find_all(
    connection: &mut PgConnection,
    keys: impl Iterator<Item = &IdempotencyKey>,
) -> Result<HashMap<(PersonId, String), UsedKey>, StoreError> {
    let (people, keys): (Vec<i64>, Vec<String>) =
        keys.map(|key| (key.person.0.cast_signed(), key.key.clone())).unzip();
    if keys.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(i64, String, Vec<u8>, i64, i64)> = sqlx::query_as(
        "SELECT person, key, request, made, seq FROM requests \
         WHERE (person, key) IN (SELECT * FROM unnest($1::bigint[], $2::text[]))",
    )
    .bind(people)
    .bind(keys)
    .fetch_all(connection)
    .await?;
    let one = |(person, key, request, made, seq): (i64, _, _, _, _)| {
        Ok(((PersonId(person.cast_unsigned()), key), rows::used_key((request, made, seq))?))
    };
    found.into_iter().map(one).collect()
}

/// Records what the key of a request is used for, in the transaction that does it.
pub(super) async fn record(
    connection: &mut PgConnection,
    key: Option<&IdempotencyKey>,
    made: u64,
    at: Time,
) -> Result<(), StoreError> {
    let Some(key) = key else { return Ok(()) };
    record_all(connection, &[IdempotencyRecord { key: key.clone(), made, seq: 0, at }]).await
}

/// Records what keys are used for. Fails with a unique violation if another transaction has just recorded one
/// of them; the caller retries its transaction and then finds that key.
pub(super) async fn record_all(
    connection: &mut PgConnection,
    records: &[IdempotencyRecord],
) -> Result<(), StoreError> {
    if records.is_empty() {
        return Ok(());
    }
    let numbers = |of: fn(&IdempotencyRecord) -> u64| -> Vec<i64> {
        records.iter().map(|record| of(record).cast_signed()).collect()
    };
    sqlx::query(
        "INSERT INTO requests (person, key, request, made, seq, at) SELECT * FROM \
         unnest($1::bigint[], $2::text[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bigint[])",
    )
    .bind(numbers(|record| record.key.person.0))
    .bind(records.iter().map(|record| record.key.key.as_str()).collect::<Vec<_>>())
    .bind(records.iter().map(|record| record.key.request.to_vec()).collect::<Vec<_>>())
    .bind(numbers(|record| record.made))
    .bind(numbers(|record| record.seq))
    .bind(numbers(|record| record.at.0))
    .execute(connection)
    .await?;
    Ok(())
}
