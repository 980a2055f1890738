//! Writing and rebuilding the derived tables.

use std::collections::HashMap;

use club::rating::MAX_QUICK_GAMES;
use club::{Exchange, GameResult, Kind, PersonId, Standing, TableId, Time, rating};
use sqlx::PgConnection;

use super::{log, log_head};
use crate::derived::{pairs_to_check, quick_games_since, without_exchange};
use crate::words::Word;
use crate::{Derive, Derived, Due, LogId, StoreError, Summary, rows, sql};

/// How many batches a rebuild reads at once.
const BATCHES_PER_PAGE: u32 = 1000;

/// Writes what follows from batches, which have to come in the order of the log, as ratings depend on the results
/// before.
pub(super) async fn apply(
    connection: &mut PgConnection,
    batches: impl Iterator<Item = (LogId, TableId, Time, &Derived)>,
) -> Result<(), StoreError> {
    // Of several batches of a table the last one counts.
    let (mut summaries, mut dues, mut results) = (HashMap::new(), HashMap::new(), Vec::new());
    for (id, table, at, Derived { summary, result, due }) in batches {
        if let Some(summary) = summary {
            summaries.insert(table, summary);
        }
        if let Some(result) = result {
            results.push((id, table, at, result));
        }
        if *due != Due::Unchanged {
            dues.insert(table, *due);
        }
    }
    write_summaries(connection, summaries).await?;
    write_dues(connection, dues).await?;
    write_results(connection, &results).await
}

async fn write_summaries(
    connection: &mut PgConnection,
    summaries: HashMap<TableId, &Summary>,
) -> Result<(), StoreError> {
    if summaries.is_empty() {
        return Ok(());
    }
    // Rows are locked in one order, so that two servers cannot deadlock.
    let mut summaries: Vec<(i64, &Summary)> =
        summaries.into_iter().map(|(table, summary)| (table.0.cast_signed(), summary)).collect();
    summaries.sort_by_key(|(table, _)| *table);
    let tables: Vec<i64> = summaries.iter().map(|(table, _)| *table).collect();
    let texts = |of: fn(&Summary) -> String| -> Vec<String> {
        summaries.iter().map(|(_, summary)| of(summary)).collect()
    };
    let flags = |of: fn(&Summary) -> bool| -> Vec<bool> {
        summaries.iter().map(|(_, summary)| of(summary)).collect()
    };
    let numbers =
        |of: fn(&Summary) -> i64| -> Vec<i64> { summaries.iter().map(|(_, summary)| of(summary)).collect() };
    let hosts: Vec<Option<i64>> =
        summaries.iter().map(|(_, summary)| summary.host.map(|host| host.0.cast_signed())).collect();
    sqlx::query(
        "INSERT INTO tables (table_id, stage, game, terms, public, open, work, changed, people, host) \
         SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::boolean[], \
         $6::bigint[], $7::boolean[], $8::bigint[], $9::text[], $10::bigint[]) \
         ON CONFLICT (table_id) DO UPDATE SET \
         stage = excluded.stage, game = excluded.game, terms = excluded.terms, public = excluded.public, \
         open = excluded.open, work = excluded.work, changed = excluded.changed, people = excluded.people, \
         host = excluded.host",
    )
    .bind(&tables)
    .bind(texts(|summary| summary.stage.word().to_owned()))
    .bind(texts(|summary| summary.game.clone()))
    .bind(texts(|summary| summary.terms.clone()))
    .bind(flags(|summary| summary.public))
    .bind(numbers(|summary| summary.open.into()))
    .bind(flags(|summary| summary.work))
    .bind(numbers(|summary| summary.changed.0.cast_signed()))
    .bind(texts(|summary| rows::encode_people(&summary.people)))
    .bind(hosts)
    .execute(&mut *connection)
    .await?;
    let seat = |(table, summary): &(i64, &Summary)| {
        let table = *table;
        let people: Vec<i64> = summary.people.iter().map(|person| person.0.cast_signed()).collect();
        people.into_iter().map(move |person| (person, table))
    };
    let (people, seats): (Vec<i64>, Vec<i64>) = summaries.iter().flat_map(seat).unzip();
    sqlx::query(
        "DELETE FROM seats WHERE table_id = ANY($1) \
         AND (person, table_id) NOT IN (SELECT * FROM unnest($2::bigint[], $3::bigint[]))",
    )
    .bind(&tables)
    .bind(&people)
    .bind(&seats)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "INSERT INTO seats (person, table_id) SELECT * FROM unnest($1::bigint[], $2::bigint[]) \
         ON CONFLICT DO NOTHING",
    )
    .bind(&people)
    .bind(&seats)
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes when tables are due. A claim ends when that changes and not before: a chat message at a table where a bot
/// is thinking must not make another worker start the same search.
async fn write_dues(connection: &mut PgConnection, dues: HashMap<TableId, Due>) -> Result<(), StoreError> {
    let (mut never, mut later) = (Vec::new(), Vec::new());
    for (table, due) in dues {
        match due {
            Due::Unchanged => {}
            Due::Never => never.push(table.0.cast_signed()),
            Due::At(time) => later.push((table.0.cast_signed(), time.0.cast_signed())),
        }
    }
    if !never.is_empty() {
        sqlx::query("DELETE FROM work WHERE table_id = ANY($1)")
            .bind(never)
            .execute(&mut *connection)
            .await?;
    }
    if !later.is_empty() {
        let (tables, times): (Vec<i64>, Vec<i64>) = later.into_iter().unzip();
        sqlx::query(
            "INSERT INTO work (table_id, due) SELECT * FROM unnest($1::bigint[], $2::bigint[]) \
             ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, claimed_until = \
             CASE WHEN work.due = excluded.due THEN work.claimed_until ELSE 0 END",
        )
        .bind(tables)
        .bind(times)
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// The person, the pool, and whether the games are rated.
type StandingKey = (PersonId, String, bool);

async fn write_results(
    connection: &mut PgConnection,
    results: &[(LogId, TableId, Time, &GameResult)],
) -> Result<(), StoreError> {
    if results.is_empty() {
        return Ok(());
    }
    let key =
        |result: &GameResult, person| -> StandingKey { (person, result.pool.to_string(), result.rated) };
    let entries = results.iter().flat_map(|(_, _, _, result)| {
        result.people.iter().map(|entry| (key(result, entry.person), entry.kind))
    });
    let kinds: HashMap<StandingKey, Kind> = entries.collect();
    let mut standings = read_standings(connection, kinds.keys()).await?;
    let mut history = History::default();
    for (id, table, at, result) in results {
        // Quick games are counted by the history, which has to have those of this group before.
        if !pairs_to_check(result).is_empty() {
            std::mem::take(&mut history).write(connection).await?;
        }
        let unchanged = repeated(connection, *table, *at, result).await?;
        let result = unchanged.as_ref().unwrap_or(result);
        let quick = result.exchange == Exchange::UnlessRepeated;
        let keys: Vec<StandingKey> = result.people.iter().map(|entry| key(result, entry.person)).collect();
        let before: Vec<Standing> =
            keys.iter().map(|key| standings.get(key).copied().unwrap_or_default()).collect();
        for ((key, before), after) in keys.into_iter().zip(&before).zip(rating::after(result, &before)) {
            if after.rated != before.rated {
                history.push((*id, *table, *at), &key, before.rating, after.rating, quick);
            }
            standings.insert(key, after);
        }
    }
    write_standings(connection, &standings, &kinds).await?;
    history.write(connection).await
}

/// The result without an exchange of ratings, if two of its people have had as many quick games as they may.
async fn repeated(
    connection: &mut PgConnection,
    table: TableId,
    at: Time,
    result: &GameResult,
) -> Result<Option<GameResult>, StoreError> {
    for (one, other) in pairs_to_check(result) {
        let games: i64 = sqlx::query_scalar(sql::QUICK_GAMES)
            .bind(one.0.cast_signed())
            .bind(other.0.cast_signed())
            .bind(quick_games_since(at).0.cast_signed())
            .fetch_one(&mut *connection)
            .await?;
        if games >= i64::from(MAX_QUICK_GAMES) {
            return Ok(Some(without_exchange(result, table, (one, other))));
        }
    }
    Ok(None)
}

async fn read_standings(
    connection: &mut PgConnection,
    keys: impl Iterator<Item = &StandingKey>,
) -> Result<HashMap<StandingKey, Standing>, StoreError> {
    let (mut people, mut pools, mut rated) = (Vec::new(), Vec::new(), Vec::new());
    for (person, pool, is_rated) in keys {
        people.push(person.0.cast_signed());
        pools.push(pool.as_str());
        rated.push(*is_rated);
    }
    type Row = (i64, String, bool, f64, i64, i64, i64, i64, i64, i64);
    let found: Vec<Row> = sqlx::query_as(
        "SELECT person, pool, rated, rating, changes, games, wins, losses, draws, left_early FROM standings \
         WHERE (person, pool, rated) IN (SELECT * FROM unnest($1::bigint[], $2::text[], $3::boolean[]))",
    )
    .bind(people)
    .bind(pools)
    .bind(rated)
    .fetch_all(connection)
    .await?;
    let one = |(person, pool, rated, rating, changes, games, wins, losses, draws, left_early): Row| {
        let standing = rows::standing((rating, changes, games, wins, losses, draws, left_early))?;
        Ok(((PersonId(person.cast_unsigned()), pool, rated), standing))
    };
    found.into_iter().map(one).collect()
}

async fn write_standings(
    connection: &mut PgConnection,
    standings: &HashMap<StandingKey, Standing>,
    kinds: &HashMap<StandingKey, Kind>,
) -> Result<(), StoreError> {
    let all: Vec<(&StandingKey, &Standing, Kind)> =
        standings.iter().filter_map(|(key, standing)| Some((key, standing, *kinds.get(key)?))).collect();
    let counts = |of: fn(&Standing) -> u32| -> Vec<i64> {
        all.iter().map(|(_, standing, _)| of(standing).into()).collect()
    };
    sqlx::query(
        "INSERT INTO standings (person, pool, rated, kind, rating, changes, games, wins, losses, draws, \
         left_early) \
         SELECT * FROM unnest($1::bigint[], $2::text[], $3::boolean[], $4::text[], $5::double precision[], \
         $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[]) \
         ON CONFLICT (person, pool, rated) DO UPDATE \
         SET kind = excluded.kind, rating = excluded.rating, changes = excluded.changes, \
         games = excluded.games, wins = excluded.wins, losses = excluded.losses, draws = excluded.draws, \
         left_early = excluded.left_early",
    )
    .bind(all.iter().map(|((person, _, _), _, _)| person.0.cast_signed()).collect::<Vec<_>>())
    .bind(all.iter().map(|((_, pool, _), _, _)| pool.as_str()).collect::<Vec<_>>())
    .bind(all.iter().map(|((_, _, rated), _, _)| *rated).collect::<Vec<_>>())
    .bind(all.iter().map(|(_, _, kind)| kind.word()).collect::<Vec<_>>())
    .bind(all.iter().map(|(_, standing, _)| standing.rating).collect::<Vec<_>>())
    .bind(counts(|standing| standing.rated))
    .bind(counts(|standing| standing.games))
    .bind(counts(|standing| standing.wins))
    .bind(counts(|standing| standing.losses))
    .bind(counts(|standing| standing.draws))
    .bind(counts(|standing| standing.left_early))
    .execute(connection)
    .await?;
    Ok(())
}

/// Changes of ratings, one array for each column.
#[derive(Default)]
struct History {
    ids: Vec<i64>,
    people: Vec<i64>,
    pools: Vec<String>,
    tables: Vec<i64>,
    times: Vec<i64>,
    before: Vec<f64>,
    after: Vec<f64>,
    quick: Vec<bool>,
}

impl History {
    fn push(
        &mut self,
        (id, table, at): (LogId, TableId, Time),
        key: &StandingKey,
        before: f64,
        after: f64,
        quick: bool,
    ) {
        let (person, pool, _) = key;
        self.ids.push(id.cast_signed());
        self.people.push(person.0.cast_signed());
        self.pools.push(pool.clone());
        self.tables.push(table.0.cast_signed());
        self.times.push(at.0.cast_signed());
        self.before.push(before);
        self.after.push(after);
        self.quick.push(quick);
    }

    async fn write(self, connection: &mut PgConnection) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO rating_history (event_id, person, pool, table_id, at, rating_before, rating_after, \
             quick) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], \
             $6::double precision[], $7::double precision[], $8::boolean[]) ON CONFLICT DO NOTHING",
        )
        .bind(self.ids)
        .bind(self.people)
        .bind(self.pools)
        .bind(self.tables)
        .bind(self.times)
        .bind(self.before)
        .bind(self.after)
        .bind(self.quick)
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// Rebuilds all derived tables, within a transaction of the caller; returns the number of batches.
pub(super) async fn rebuild(connection: &mut PgConnection, derive: &mut Derive) -> Result<u64, StoreError> {
    // Locks the head of the log, so that nobody appends until the transaction ends.
    log_head::advance(connection, 1).await?;
    for table in ["tables", "seats", "work", "standings", "rating_history"] {
        let sql = sqlx::AssertSqlSafe(format!("DELETE FROM {table}"));
        sqlx::query(sql).execute(&mut *connection).await?;
    }
    let (mut number, mut after) = (0, 0);
    loop {
        let page = log::page(&mut *connection, after, BATCHES_PER_PAGE).await?;
        let Some(last) = page.last() else { return Ok(number) };
        after = last.id;
        number += page.len() as u64;
        let mut followed = Vec::with_capacity(page.len());
        for batch in &page {
            let derived = derive(batch)
                .map_err(|error| StoreError::Unreadable(format!("batch {}: {error}", batch.id)))?;
            followed.push((batch.id, batch.table, batch.at, derived));
        }
        apply(connection, followed.iter().map(|(id, table, at, derived)| (*id, *table, *at, derived)))
            .await?;
        // Deriving a page is CPU work without a wait in between.
        tokio::task::yield_now().await;
    }
}
