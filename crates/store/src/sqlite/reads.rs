//! Reads whose SQL is the same in every database.

use club::{Kind, PersonId, Pool, Seed, Standing, TableId, Time};
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, Row, ToSql, params, params_from_iter};

use super::query::{all, first, readable};
use crate::sql::{self, TablesQuery, Value};
use crate::unreadable::Subject;
use crate::words::Word;
use crate::{
    AccessKey, HostedTables, LogId, Person, RatingPoint, StoreError, StoredAnalysis, Summary, TableFilter,
    UsedKey, rows,
};

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Integer(number) => number.to_sql(),
            Self::Text(text) => text.to_sql(),
        }
    }
}

pub(super) fn seed(connection: &Connection, table: TableId) -> Result<Option<Seed>, StoreError> {
    first(connection, sql::SEED, [table.0.cast_signed()], |(seed,): (Vec<u8>,)| rows::bytes(&seed).map(Seed))
}

pub(super) fn newest_log_id(connection: &Connection) -> Result<LogId, StoreError> {
    let newest = first(connection, sql::NEWEST_LOG_ID, [], |(newest,): (Option<i64>,)| Ok(newest))?;
    Ok(newest.flatten().unwrap_or_default().cast_unsigned())
}

pub(super) fn tables(
    connection: &Connection,
    filter: &TableFilter,
) -> Result<Vec<(TableId, Summary)>, StoreError> {
    let (mut filter, limit) = (filter.clone(), filter.limit as usize);
    let mut tables = Vec::new();
    // For each row that is left out another one is read: a page with fewer is taken for the last.
    loop {
        let missing = limit - tables.len();
        filter.limit = missing as u32;
        let TablesQuery { sql, values } = TablesQuery::new(&filter);
        let place = |row: &Row<'_>| Ok((row.get("changed")?, row.get("table_id")?));
        let page =
            readable(connection, &sql, params_from_iter(values), Subject::Table, place, rows::summary)?;
        tables.extend(page.found);
        match page.last {
            Some((changed, table)) if page.rows == missing && tables.len() < limit => {
                filter.before = Some(rows::table_place(changed, table));
            }
            Some(_) | None => return Ok(tables),
        }
    }
}

pub(super) fn tables_needing_work(connection: &Connection) -> Result<Vec<TableId>, StoreError> {
    let read = |(table,): (i64,)| Ok(TableId(table.cast_unsigned()));
    Ok(readable(connection, sql::TABLES_NEEDING_WORK, [], Subject::Table, |_| Ok(()), read)?.found)
}

pub(super) fn hosted_tables(connection: &Connection, host: PersonId) -> Result<HostedTables, StoreError> {
    let counted = first(connection, sql::HOSTED_TABLES, [host.0.cast_signed()], rows::hosted_tables)?;
    Ok(counted.unwrap_or_default())
}

pub(super) fn used_key(
    connection: &Connection,
    person: PersonId,
    key: &str,
) -> Result<Option<UsedKey>, StoreError> {
    first(connection, sql::USED_KEY, params![person.0.cast_signed(), key], rows::used_key)
}

pub(super) fn analysis(
    connection: &Connection,
    table: TableId,
) -> Result<Option<StoredAnalysis>, StoreError> {
    let values = [table.0.cast_signed()];
    let mut found =
        readable(connection, sql::ANALYSIS, values, Subject::Analysis, |_| Ok(()), rows::analysis)?;
    Ok(found.found.pop())
}

pub(super) fn standings(
    connection: &Connection,
    person: PersonId,
) -> Result<Vec<(Pool, bool, Standing)>, StoreError> {
    all(connection, sql::STANDINGS, [person.0.cast_signed()], rows::pool_standing)
}

pub(super) fn rating_history(
    connection: &Connection,
    person: PersonId,
    pool: Pool,
    viewer: Option<PersonId>,
) -> Result<Vec<RatingPoint>, StoreError> {
    let viewer = viewer.map(|viewer| viewer.0.cast_signed());
    let values = params![viewer, person.0.cast_signed(), pool.to_string()];
    all(connection, sql::RATING_HISTORY, values, |row| Ok(rows::rating_point(row)))
}

pub(super) fn rating_changes(
    connection: &Connection,
    table: TableId,
) -> Result<Vec<(PersonId, f64, f64)>, StoreError> {
    all(connection, sql::RATING_CHANGES, [table.0.cast_signed()], |row| Ok(rows::rating_change(row)))
}

pub(super) fn leaders(
    connection: &Connection,
    pool: Pool,
    kind: Kind,
    limit: u32,
) -> Result<Vec<(PersonId, Standing)>, StoreError> {
    all(connection, sql::LEADERS, params![pool.to_string(), kind.word(), limit], rows::leader)
}

pub(super) fn person(connection: &Connection, person: PersonId) -> Result<Option<Person>, StoreError> {
    first(connection, sql::PERSON, [person.0.cast_signed()], rows::person)
}

pub(super) fn people(
    connection: &Connection,
    after: Option<PersonId>,
    limit: u32,
) -> Result<Vec<Person>, StoreError> {
    let (mut after, limit) = (after.map(|person| person.0.cast_signed()), limit as usize);
    let mut people = Vec::new();
    // As in a list of tables, for each row that is left out another one is read.
    loop {
        let missing = limit - people.len();
        let place = |row: &Row<'_>| row.get("id");
        let values = params![after, missing as u32];
        let page = readable(connection, sql::PEOPLE, values, Subject::Person, place, rows::person)?;
        people.extend(page.found);
        if page.rows < missing || people.len() == limit || page.last.is_none() {
            return Ok(people);
        }
        after = page.last;
    }
}

pub(super) fn person_by_name(connection: &Connection, skeleton: &str) -> Result<Option<Person>, StoreError> {
    first(connection, sql::PERSON_BY_NAME, [skeleton], rows::person)
}

pub(super) fn access_key(
    connection: &Connection,
    hash: &[u8; 32],
    now: Time,
) -> Result<Option<AccessKey>, StoreError> {
    first(connection, sql::ACCESS_KEY, params![hash, now.0.cast_signed()], rows::access_key)
}

pub(super) fn access_keys(
    connection: &Connection,
    person: PersonId,
    now: Time,
) -> Result<Vec<AccessKey>, StoreError> {
    let values = params![person.0.cast_signed(), now.0.cast_signed()];
    all(connection, sql::ACCESS_KEYS, values, rows::access_key)
}
