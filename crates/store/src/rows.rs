//! Decoding rows. Both drivers return a row as a tuple of the same types.

use club::{PersonId, Pool, Seed, Stage, Standing, TableId, Time};

use crate::copy::IdempotencyRecord;
use crate::unreadable::{Subject, report_row};
use crate::words::Word;
use crate::{
    Access, AccessKey, AccountKind, Batch, HostedTables, IdempotencyKey, News, Person, RatingPoint,
    StoreError, StoredAnalysis, Summary, UsedKey,
};

/// Decodes a number that has to be in the range of `N`.
pub(crate) fn count<N: TryFrom<i64>>(number: i64) -> Result<N, StoreError> {
    N::try_from(number).map_err(|_| StoreError::Unreadable(format!("the count {number}")))
}

/// Decodes a hash, a seed or a secret.
pub(crate) fn bytes(blob: &[u8]) -> Result<[u8; 32], StoreError> {
    blob.try_into().map_err(|_| StoreError::Unreadable(format!("{} bytes instead of 32", blob.len())))
}

/// Encodes the people of a table in their order.
pub(crate) fn encode_people(people: &[PersonId]) -> String {
    people.iter().map(PersonId::to_string).collect::<Vec<_>>().join(" ")
}

/// Decodes the people of a table.
pub(crate) fn decode_people(encoded: &str) -> Result<Vec<PersonId>, StoreError> {
    let people: Result<Vec<PersonId>, _> = encoded.split_whitespace().map(str::parse).collect();
    people.map_err(|error| StoreError::Unreadable(format!("the people of a table: {error}")))
}

pub(crate) type BatchRow = (i64, i64, i64, i64, i64, String);

/// Never fails: a number of events that cannot be is 0, which no batch has, so that reading its table fails.
pub(crate) fn batch((id, table, after, number, at, events): BatchRow) -> Batch {
    Batch {
        id: id.cast_unsigned(),
        table: TableId(table.cast_unsigned()),
        after: after.cast_unsigned(),
        count: count(number).unwrap_or_default(),
        at: Time(at.cast_unsigned()),
        events,
    }
}

/// The log id, the table, the number of the last event, and the people of the table if it has a summary.
pub(crate) type NewsRow = (i64, i64, i64, Option<String>);

pub(crate) fn news((id, table, seq, people): NewsRow) -> News {
    // Servers have to know of the batch even if nobody can be told.
    let people = decode_people(people.as_deref().unwrap_or_default()).unwrap_or_else(|error| {
        report_row(Subject::Table, Some(table), &error.to_string());
        Vec::new()
    });
    News::Table {
        id: id.cast_unsigned(),
        table: TableId(table.cast_unsigned()),
        seq: seq.cast_unsigned(),
        people,
    }
}

pub(crate) type PersonRow = (i64, String, Option<String>, Option<String>, i64);

pub(crate) fn person((id, kind, name, password, since): PersonRow) -> Result<Person, StoreError> {
    Ok(Person {
        id: PersonId(id.cast_unsigned()),
        kind: AccountKind::read(&kind)?,
        name,
        password,
        since: Time(since.cast_unsigned()),
    })
}

/// Decodes a person with the skeleton of the name.
pub(crate) fn person_with_skeleton(
    (id, kind, name, password, since, skeleton): (
        i64,
        String,
        Option<String>,
        Option<String>,
        i64,
        Option<String>,
    ),
) -> Result<(Person, Option<String>), StoreError> {
    Ok((person((id, kind, name, password, since))?, skeleton))
}

pub(crate) fn seed((table, seed): (i64, Vec<u8>)) -> Result<(TableId, Seed), StoreError> {
    Ok((TableId(table.cast_unsigned()), Seed(bytes(&seed)?)))
}

pub(crate) fn secret((name, value): (String, Vec<u8>)) -> Result<(String, [u8; 32]), StoreError> {
    Ok((name, bytes(&value)?))
}

pub(crate) fn idempotency_record(
    row: (i64, String, Vec<u8>, i64, i64, i64),
) -> Result<IdempotencyRecord, StoreError> {
    let (person, key, request, made, seq, at) = row;
    Ok(IdempotencyRecord {
        key: IdempotencyKey { person: PersonId(person.cast_unsigned()), key, request: bytes(&request)? },
        made: made.cast_unsigned(),
        seq: seq.cast_unsigned(),
        at: Time(at.cast_unsigned()),
    })
}

pub(crate) type AccessKeyRow = (i64, i64, Vec<u8>, String, String, i64, i64);

pub(crate) fn access_key(row: AccessKeyRow) -> Result<AccessKey, StoreError> {
    let (id, person, hash, access, label, since, until) = row;
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

pub(crate) fn used_key((request, made, seq): (Vec<u8>, i64, i64)) -> Result<UsedKey, StoreError> {
    Ok(UsedKey { request: bytes(&request)?, made: made.cast_unsigned(), seq: seq.cast_unsigned() })
}

/// The table, the number of turns, how many are analysed, and the findings.
pub(crate) type AnalysisRow = (i64, i64, i64, String);

pub(crate) fn analysis((table, turns, done, found): AnalysisRow) -> Result<StoredAnalysis, StoreError> {
    Ok(StoredAnalysis {
        table: TableId(table.cast_unsigned()),
        turns: count(turns)?,
        done: count(done)?,
        found,
    })
}

pub(crate) type StandingRow = (f64, i64, i64, i64, i64, i64, i64);

pub(crate) fn standing(row: StandingRow) -> Result<Standing, StoreError> {
    let (rating, rated, games, wins, losses, draws, left_early) = row;
    Ok(Standing {
        rating,
        rated: count(rated)?,
        games: count(games)?,
        wins: count(wins)?,
        losses: count(losses)?,
        draws: count(draws)?,
        left_early: count(left_early)?,
    })
}

/// The pool, whether its games are rated, and the standing.
pub(crate) type PoolStandingRow = (String, bool, f64, i64, i64, i64, i64, i64, i64);

pub(crate) fn pool_standing(row: PoolStandingRow) -> Result<(Pool, bool, Standing), StoreError> {
    let (pool, rated, rating, changes, games, wins, losses, draws, left_early) = row;
    let pool = pool.parse().map_err(|error| StoreError::Unreadable(format!("{pool:?}: {error}")))?;
    Ok((pool, rated, standing((rating, changes, games, wins, losses, draws, left_early))?))
}

/// The person and the standing.
pub(crate) type LeaderRow = (i64, f64, i64, i64, i64, i64, i64, i64);

pub(crate) fn leader(row: LeaderRow) -> Result<(PersonId, Standing), StoreError> {
    let (person, rating, changes, games, wins, losses, draws, left_early) = row;
    let standing = standing((rating, changes, games, wins, losses, draws, left_early))?;
    Ok((PersonId(person.cast_unsigned()), standing))
}

pub(crate) fn rating_point((table, at, rating): (Option<i64>, i64, f64)) -> RatingPoint {
    let table = table.map(|table| TableId(table.cast_unsigned()));
    RatingPoint { table, at: Time(at.cast_unsigned()), rating }
}

pub(crate) fn hosted_tables((waiting, unfinished): (i64, i64)) -> Result<HostedTables, StoreError> {
    Ok(HostedTables { waiting: count(waiting)?, unfinished: count(unfinished)? })
}

/// Decodes a reserved name and until when it is.
pub(crate) fn reserved_name((skeleton, until): (String, i64)) -> Result<(String, Time), StoreError> {
    Ok((skeleton, Time(until.cast_unsigned())))
}

/// Decodes a person with the rating before and after a game.
pub(crate) fn rating_change((person, before, after): (i64, f64, f64)) -> (PersonId, f64, f64) {
    (PersonId(person.cast_unsigned()), before, after)
}

/// The place of a row in a list of tables.
pub(crate) fn table_place(changed: i64, table: i64) -> (Time, TableId) {
    (Time(changed.cast_unsigned()), TableId(table.cast_unsigned()))
}

pub(crate) type SummaryRow = (i64, String, String, String, bool, i64, bool, i64, String, Option<i64>);

pub(crate) fn summary(row: SummaryRow) -> Result<(TableId, Summary), StoreError> {
    let (table, stage, game, terms, public, open, work, changed, people, host) = row;
    let summary = Summary {
        stage: Stage::read(&stage)?,
        game,
        terms,
        public,
        open: count(open)?,
        work,
        changed: Time(changed.cast_unsigned()),
        people: decode_people(&people)?,
        host: host.map(|host| PersonId(host.cast_unsigned())),
    };
    Ok((TableId(table.cast_unsigned()), summary))
}
