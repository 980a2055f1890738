//! Writing batches, with all that belongs to them: a few statements for a whole group.

use std::collections::HashSet;

use sqlx::PgConnection;

use super::{derived, idempotency, log_head};
use crate::copy::IdempotencyRecord;
use crate::{Append, Appended, LogId, StoreError};

/// Writes batches, each as a whole or not at all, within a transaction of the caller.
pub(super) async fn write(
    connection: &mut PgConnection,
    appends: &[Append],
) -> Result<Vec<Appended>, StoreError> {
    let newest = log_head::advance(connection, appends.len()).await?;
    let first = newest + 1 - appends.len() as u64;
    let mut outcomes = vec![Appended::Conflict; appends.len()];
    let mut waiting: Vec<usize> = (0..appends.len()).collect();
    while !waiting.is_empty() {
        // Of several appends with the same key the first that succeeds counts, and the next one may have to
        // see it. So each round takes every key once.
        let mut keys = HashSet::new();
        let (now, later) = waiting.into_iter().partition::<Vec<usize>, _>(|place| {
            appends[*place].key.as_ref().is_none_or(|key| keys.insert((key.person, &key.key)))
        });
        let keys = now.iter().filter_map(|place| appends[*place].key.as_ref());
        let used = idempotency::find_all(connection, keys).await?;
        let mut fresh = Vec::with_capacity(now.len());
        for place in now {
            let key = appends[place].key.as_ref();
            match key.and_then(|key| used.get(&(key.person, key.key.clone()))) {
                Some(used) => outcomes[place] = Appended::Repeated(used.clone()),
                None => fresh.push((first + place as u64, &appends[place])),
            }
        }
        let written = write_events(connection, &fresh).await?;
        fresh.retain(|(id, _)| written.contains(id));
        write_seeds(connection, &fresh).await?;
        let batches = fresh.iter().map(|(id, append)| (*id, append.table, append.at, &append.derived));
        derived::apply(connection, batches).await?;
        record_keys(connection, &fresh).await?;
        for (id, _) in fresh {
            outcomes[(id - first) as usize] = Appended::Done(id);
        }
        waiting = later;
    }
    Ok(outcomes)
}

/// Writes the events; returns the log ids of the batches that met no conflict.
async fn write_events(
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

async fn write_seeds(connection: &mut PgConnection, batches: &[(LogId, &Append)]) -> Result<(), StoreError> {
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

/// Records what the keys of these appends are used for.
async fn record_keys(connection: &mut PgConnection, batches: &[(LogId, &Append)]) -> Result<(), StoreError> {
    let record = |(_, append): &(LogId, &Append)| {
        let Append { table, after, count, at, key, .. } = append;
        let key = key.clone()?;
        Some(IdempotencyRecord { key, made: table.0, seq: after + u64::from(*count), at: *at })
    };
    let records: Vec<IdempotencyRecord> = batches.iter().filter_map(record).collect();
    idempotency::record_all(connection, &records).await
}
