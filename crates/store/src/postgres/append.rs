//! Writing batches, with all that belongs to them: a few statements for a whole group.

use std::collections::{HashMap, HashSet};

use club::PersonId;
use sqlx::PgConnection;

use super::{derived, head};
use crate::{Append, Appended, LogId, Repeated, RequestKey, StoreError, rows};

/// Writes batches, each as a whole or not at all, within a transaction of the caller.
pub(super) async fn write(
    connection: &mut PgConnection,
    appends: &[Append],
) -> Result<Vec<Appended>, StoreError> {
    let newest = head::advance(connection, appends.len()).await?;
    let first = newest + 1 - appends.len() as u64;
    let mut outcomes = vec![Appended::Conflict; appends.len()];
    let mut waiting: Vec<usize> = (0..appends.len()).collect();
    while !waiting.is_empty() {
        // Of several with the same key the first that succeeds counts, so they come one after the other.
        let mut keys = HashSet::new();
        let (now, later) = waiting.into_iter().partition::<Vec<usize>, _>(|place| {
            appends[*place].key.as_ref().is_none_or(|key| keys.insert((key.person, &key.key)))
        });
        let used = used(connection, now.iter().filter_map(|place| appends[*place].key.as_ref())).await?;
        let mut fresh = Vec::with_capacity(now.len());
        for place in now {
            let key = appends[place].key.as_ref();
            match key.and_then(|key| used.get(&(key.person, key.key.clone()))) {
                Some(repeated) => outcomes[place] = Appended::Repeated(repeated.clone()),
                None => fresh.push((first + place as u64, &appends[place])),
            }
        }
        let written = events(connection, &fresh).await?;
        fresh.retain(|(id, _)| written.contains(id));
        seeds(connection, &fresh).await?;
        let batches = fresh.iter().map(|(id, append)| (*id, append.table, append.at, &append.derived));
        derived::apply(connection, batches).await?;
        note_keys(connection, &fresh).await?;
        for (id, _) in fresh {
            outcomes[(id - first) as usize] = Appended::Done(id);
        }
        waiting = later;
    }
    Ok(outcomes)
}

/// Those of these keys that were used before.
async fn used(
    connection: &mut PgConnection,
    keys: impl Iterator<Item = &RequestKey>,
) -> Result<HashMap<(PersonId, String), Repeated>, StoreError> {
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
        Ok(((PersonId(person.cast_unsigned()), key), rows::repeated((request, made, seq))?))
    };
    found.into_iter().map(one).collect()
}

/// Writes the events; gives the places of those that collided with nothing.
async fn events(
    connection: &mut PgConnection,
    batches: &[(LogId, &Append)],
) -> Result<HashSet<LogId>, StoreError> {
    let column = |of: fn(&Append) -> u64| -> Vec<i64> {
        batches.iter().map(|(_, append)| of(append).cast_signed()).collect()
    };
    let written: Vec<i64> = sqlx::query_scalar(
        "INSERT INTO events (id, table_id, after, count, at, events) \
         SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[]) \
         ON CONFLICT (table_id, after) DO NOTHING RETURNING id",
    )
    .bind(batches.iter().map(|(id, _)| id.cast_signed()).collect::<Vec<_>>())
    .bind(column(|append| append.table.0))
    .bind(column(|append| append.after))
    .bind(column(|append| append.count.into()))
    .bind(column(|append| append.at.0))
    .bind(batches.iter().map(|(_, append)| append.events.as_str()).collect::<Vec<_>>())
    .fetch_all(connection)
    .await?;
    Ok(written.into_iter().map(i64::cast_unsigned).collect())
}

async fn seeds(connection: &mut PgConnection, batches: &[(LogId, &Append)]) -> Result<(), StoreError> {
    let seeded = batches.iter().filter_map(|(_, append)| Some((append.table, append.seed.as_ref()?)));
    let (tables, seeds): (Vec<i64>, Vec<Vec<u8>>) =
        seeded.map(|(table, seed)| (table.0.cast_signed(), seed.0.to_vec())).unzip();
    if seeds.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO seeds (table_id, seed) SELECT * FROM unnest($1::bigint[], $2::bytea[]) \
         ON CONFLICT DO NOTHING",
    )
    .bind(tables)
    .bind(seeds)
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes what was done with which key. Where somebody else notes the same key just now, this fails, and the
/// transaction is tried again.
async fn note_keys(connection: &mut PgConnection, batches: &[(LogId, &Append)]) -> Result<(), StoreError> {
    let keyed: Vec<(&Append, &RequestKey)> =
        batches.iter().filter_map(|(_, append)| Some((*append, append.key.as_ref()?))).collect();
    if keyed.is_empty() {
        return Ok(());
    }
    let column = |of: fn(&(&Append, &RequestKey)) -> u64| -> Vec<i64> {
        keyed.iter().map(|one| of(one).cast_signed()).collect()
    };
    sqlx::query(
        "INSERT INTO requests (person, key, request, made, seq, at) SELECT * FROM \
         unnest($1::bigint[], $2::text[], $3::bytea[], $4::bigint[], $5::bigint[], $6::bigint[])",
    )
    .bind(column(|(_, key)| key.person.0))
    .bind(keyed.iter().map(|(_, key)| key.key.as_str()).collect::<Vec<_>>())
    .bind(keyed.iter().map(|(_, key)| key.request.to_vec()).collect::<Vec<_>>())
    .bind(column(|(append, _)| append.table.0))
    .bind(column(|(append, _)| append.after + u64::from(append.count)))
    .bind(column(|(append, _)| append.at.0))
    .execute(connection)
    .await?;
    Ok(())
}
