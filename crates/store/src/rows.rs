//! Rows as every database gives them back, and what they say.

use club::{PersonId, Pool, Seed, Stage, Standing, TableId, Time};

use super::copy::Request;
use super::words::Word;
use super::{
    Access, AccessKey, AccountKind, Batch, KeptAnalysis, News, Person, RatingPoint, Repeated, RequestKey,
    StoreError, Summary,
};

/// A count that was written as one.
pub(super) fn count<N: TryFrom<i64>>(number: i64) -> Result<N, StoreError> {
    N::try_from(number).map_err(|_| StoreError::Unreadable(format!("the count {number}")))
}

/// A hash or a secret.
pub(super) fn bytes(blob: &[u8]) -> Result<[u8; 32], StoreError> {
    blob.try_into().map_err(|_| StoreError::Unreadable(format!("{} bytes instead of 32", blob.len())))
}

/// The people of a table, written out in their order.
pub(super) fn written(people: &[PersonId]) -> String {
    people.iter().map(PersonId::to_string).collect::<Vec<_>>().join(" ")
}

/// The people of a table that were written out.
pub(super) fn people(written: &str) -> Result<Vec<PersonId>, StoreError> {
    let people: Result<Vec<PersonId>, _> = written.split_whitespace().map(str::parse).collect();
    people.map_err(|error| StoreError::Unreadable(format!("the people of a table: {error}")))
}

pub(super) type BatchRow = (i64, i64, i64, i64, i64, String);

pub(super) fn batch((id, table, after, number, at, events): BatchRow) -> Result<Batch, StoreError> {
    Ok(Batch {
        id: id.cast_unsigned(),
        table: TableId(table.cast_unsigned()),
        after: after.cast_unsigned(),
        count: count(number)?,
        at: Time(at.cast_unsigned()),
        events,
    })
}

/// A batch, its table, the last event of it, and the people of the table if it has a summary.
pub(super) type NewsRow = (i64, i64, i64, Option<String>);

pub(super) fn news((id, table, seq, written): NewsRow) -> Result<News, StoreError> {
    Ok(News::Table {
        id: id.cast_unsigned(),
        table: TableId(table.cast_unsigned()),
        seq: seq.cast_unsigned(),
        people: people(written.as_deref().unwrap_or_default())?,
    })
}

pub(super) type PersonRow = (i64, String, Option<String>, Option<String>, i64);

pub(super) fn person((id, kind, name, password, since): PersonRow) -> Result<Person, StoreError> {
    Ok(Person {
        id: PersonId(id.cast_unsigned()),
        kind: AccountKind::read(&kind)?,
        name,
        password,
        since: Time(since.cast_unsigned()),
    })
}

/// A person with the skeleton of the name.
pub(super) fn person_with_skeleton(
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

pub(super) fn seed((table, seed): (i64, Vec<u8>)) -> Result<(TableId, Seed), StoreError> {
    Ok((TableId(table.cast_unsigned()), Seed(bytes(&seed)?)))
}

pub(super) fn secret((name, value): (String, Vec<u8>)) -> Result<(String, [u8; 32]), StoreError> {
    Ok((name, bytes(&value)?))
}

pub(super) fn request(row: (i64, String, Vec<u8>, i64, i64, i64)) -> Result<Request, StoreError> {
    let (person, key, request, made, seq, at) = row;
    Ok(Request {
        key: RequestKey { person: PersonId(person.cast_unsigned()), key, request: bytes(&request)? },
        made: made.cast_unsigned(),
        seq: seq.cast_unsigned(),
        at: Time(at.cast_unsigned()),
    })
}

pub(super) type AccessKeyRow = (i64, i64, Vec<u8>, String, String, i64, i64);

pub(super) fn access_key(row: AccessKeyRow) -> Result<AccessKey, StoreError> {
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

pub(super) fn repeated((request, made, seq): (Vec<u8>, i64, i64)) -> Result<Repeated, StoreError> {
    Ok(Repeated { request: bytes(&request)?, made: made.cast_unsigned(), seq: seq.cast_unsigned() })
}

/// The table, how many turns there are, how many were looked at, and what was found.
pub(super) type AnalysisRow = (i64, i64, i64, String);

pub(super) fn analysis((table, turns, done, found): AnalysisRow) -> Result<KeptAnalysis, StoreError> {
    Ok(KeptAnalysis {
        table: TableId(table.cast_unsigned()),
        turns: count(turns)?,
        done: count(done)?,
        found,
    })
}

pub(super) type StandingRow = (f64, i64, i64, i64, i64, i64);

pub(super) fn standing(row: StandingRow) -> Result<Standing, StoreError> {
    let (rating, rated, games, wins, losses, draws) = row;
    Ok(Standing {
        rating,
        rated: count(rated)?,
        games: count(games)?,
        wins: count(wins)?,
        losses: count(losses)?,
        draws: count(draws)?,
    })
}

/// The pool, whether its games are rated, and the standing.
pub(super) type PoolStandingRow = (String, bool, f64, i64, i64, i64, i64, i64);

pub(super) fn pool_standing(row: PoolStandingRow) -> Result<(Pool, bool, Standing), StoreError> {
    let (pool, rated, rating, changes, games, wins, losses, draws) = row;
    let pool = pool.parse().map_err(|error| StoreError::Unreadable(format!("{pool:?}: {error}")))?;
    Ok((pool, rated, standing((rating, changes, games, wins, losses, draws))?))
}

/// The person and the standing.
pub(super) type LeaderRow = (i64, f64, i64, i64, i64, i64, i64);

pub(super) fn leader(row: LeaderRow) -> Result<(PersonId, Standing), StoreError> {
    let (person, rating, changes, games, wins, losses, draws) = row;
    Ok((PersonId(person.cast_unsigned()), standing((rating, changes, games, wins, losses, draws))?))
}

pub(super) fn rating_point((table, at, rating): (i64, i64, f64)) -> RatingPoint {
    RatingPoint { table: TableId(table.cast_unsigned()), at: Time(at.cast_unsigned()), rating }
}

/// A person with the rating before and after a game.
pub(super) fn rating_change((person, before, after): (i64, f64, f64)) -> (PersonId, f64, f64) {
    (PersonId(person.cast_unsigned()), before, after)
}

pub(super) type SummaryRow = (i64, String, String, String, bool, i64, bool, i64, String);

pub(super) fn summary(row: SummaryRow) -> Result<(TableId, Summary), StoreError> {
    let (table, stage, game, terms, public, open, work, changed, people_written) = row;
    let summary = Summary {
        stage: Stage::read(&stage)?,
        game,
        terms,
        public,
        open: count(open)?,
        work,
        changed: Time(changed.cast_unsigned()),
        people: people(&people_written)?,
    };
    Ok((TableId(table.cast_unsigned()), summary))
}
