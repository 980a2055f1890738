//! Reads whose SQL is the same in every database.

use club::{Kind, PersonId, Pool, Seed, Standing, TableId, Time};
use sqlx::{AssertSqlSafe, PgExecutor, PgPool};

use crate::rows::{AccessKeyRow, AnalysisRow, LeaderRow, PersonRow, PoolStandingRow, SummaryRow};
use crate::sql::{self, TablesQuery, Value};
use crate::unreadable::{Subject, report_row};
use crate::words::Word;
use crate::{
    AccessKey, HostedTables, LogId, Person, RatingPoint, StoreError, StoredAnalysis, Summary, TableFilter,
    UsedKey, rows,
};

pub(super) async fn seed(pool: &PgPool, table: TableId) -> Result<Option<Seed>, StoreError> {
    let query = sqlx::query_scalar(sql::SEED).bind(table.0.cast_signed());
    let seed: Option<Vec<u8>> = query.fetch_optional(pool).await?;
    seed.map(|seed| rows::bytes(&seed).map(Seed)).transpose()
}

pub(super) async fn newest_log_id(pool: &PgPool) -> Result<LogId, StoreError> {
    let newest: Option<i64> = sqlx::query_scalar(sql::NEWEST_LOG_ID).fetch_one(pool).await?;
    Ok(newest.unwrap_or_default().cast_unsigned())
}

pub(super) async fn tables(
    pool: &PgPool,
    filter: &TableFilter,
) -> Result<Vec<(TableId, Summary)>, StoreError> {
    let (mut filter, limit) = (filter.clone(), filter.limit as usize);
    let mut tables = Vec::new();
    // For each row that is left out another one is read: a page with fewer is taken for the last.
    loop {
        let missing = limit - tables.len();
        filter.limit = missing as u32;
        let found = tables_page(pool, &filter).await?;
        let last = found.last().map(|row| rows::table_place(row.7, row.0));
        let is_full = found.len() == missing;
        tables
            .extend(found.into_iter().filter_map(|row| readable(Subject::Table, row.0, rows::summary(row))));
        if !is_full || tables.len() == limit || last.is_none() {
            return Ok(tables);
        }
        filter.before = last;
    }
}

async fn tables_page(pool: &PgPool, filter: &TableFilter) -> Result<Vec<SummaryRow>, StoreError> {
    let TablesQuery { sql, values } = TablesQuery::new(filter);
    // The text is made of constants; all that comes from outside is bound.
    let mut query = sqlx::query_as(AssertSqlSafe(sql));
    for value in values {
        query = match value {
            Value::Integer(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
        };
    }
    Ok(query.fetch_all(pool).await?)
}

/// A row of a list that was decoded; `None`, and reported, if it could not be.
pub(super) fn readable<T>(subject: Subject, id: i64, decoded: Result<T, StoreError>) -> Option<T> {
    decoded.inspect_err(|error| report_row(subject, Some(id), &error.to_string())).ok()
}

pub(super) async fn tables_needing_work(pool: &PgPool) -> Result<Vec<TableId>, StoreError> {
    let tables: Vec<i64> = sqlx::query_scalar(sql::TABLES_NEEDING_WORK).fetch_all(pool).await?;
    Ok(tables.into_iter().map(|table| TableId(table.cast_unsigned())).collect())
}

pub(super) async fn hosted_tables(pool: &PgPool, host: PersonId) -> Result<HostedTables, StoreError> {
    let query = sqlx::query_as(sql::HOSTED_TABLES).bind(host.0.cast_signed());
    rows::hosted_tables(query.fetch_one(pool).await?)
}

pub(super) async fn used_key(
    from: impl PgExecutor<'_>,
    person: PersonId,
    key: &str,
) -> Result<Option<UsedKey>, StoreError> {
    let query = sqlx::query_as(sql::USED_KEY).bind(person.0.cast_signed()).bind(key);
    query.fetch_optional(from).await?.map(rows::used_key).transpose()
}

pub(super) async fn analysis(pool: &PgPool, table: TableId) -> Result<Option<StoredAnalysis>, StoreError> {
    let query = sqlx::query_as(sql::ANALYSIS).bind(table.0.cast_signed());
    let found: Option<AnalysisRow> = query.fetch_optional(pool).await?;
    Ok(found.and_then(|row| readable(Subject::Analysis, row.0, rows::analysis(row))))
}

pub(super) async fn standings(
    pool: &PgPool,
    person: PersonId,
) -> Result<Vec<(Pool, bool, Standing)>, StoreError> {
    let query = sqlx::query_as(sql::STANDINGS).bind(person.0.cast_signed());
    let found: Vec<PoolStandingRow> = query.fetch_all(pool).await?;
    found.into_iter().map(rows::pool_standing).collect()
}

pub(super) async fn rating_history(
    pool: &PgPool,
    person: PersonId,
    of: Pool,
    viewer: Option<PersonId>,
) -> Result<Vec<RatingPoint>, StoreError> {
    let viewer = viewer.map(|viewer| viewer.0.cast_signed());
    let query = sqlx::query_as(sql::RATING_HISTORY).bind(viewer);
    let query = query.bind(person.0.cast_signed()).bind(of.to_string());
    Ok(query.fetch_all(pool).await?.into_iter().map(rows::rating_point).collect())
}

pub(super) async fn rating_changes(
    pool: &PgPool,
    table: TableId,
) -> Result<Vec<(PersonId, f64, f64)>, StoreError> {
    let query = sqlx::query_as(sql::RATING_CHANGES).bind(table.0.cast_signed());
    Ok(query.fetch_all(pool).await?.into_iter().map(rows::rating_change).collect())
}

pub(super) async fn leaders(
    pool: &PgPool,
    of: Pool,
    kind: Kind,
    limit: u32,
) -> Result<Vec<(PersonId, Standing)>, StoreError> {
    let query = sqlx::query_as(sql::LEADERS).bind(of.to_string()).bind(kind.word()).bind(i64::from(limit));
    let found: Vec<LeaderRow> = query.fetch_all(pool).await?;
    found.into_iter().map(rows::leader).collect()
}

pub(super) async fn person(pool: &PgPool, person: PersonId) -> Result<Option<Person>, StoreError> {
    let query = sqlx::query_as(sql::PERSON).bind(person.0.cast_signed());
    query.fetch_optional(pool).await?.map(rows::person).transpose()
}

pub(super) async fn people(
    pool: &PgPool,
    after: Option<PersonId>,
    limit: u32,
) -> Result<Vec<Person>, StoreError> {
    let (mut after, limit) = (after.map(|person| person.0.cast_signed()), limit as usize);
    let mut people = Vec::new();
    // As in a list of tables, for each row that is left out another one is read.
    loop {
        let missing = limit - people.len();
        let query = sqlx::query_as(sql::PEOPLE).bind(after).bind(missing as i64);
        let found: Vec<PersonRow> = query.fetch_all(pool).await?;
        let (is_full, last) = (found.len() == missing, found.last().map(|row| row.0));
        people
            .extend(found.into_iter().filter_map(|row| readable(Subject::Person, row.0, rows::person(row))));
        if !is_full || people.len() == limit || last.is_none() {
            return Ok(people);
        }
        after = last;
    }
}

pub(super) async fn person_by_name(pool: &PgPool, skeleton: &str) -> Result<Option<Person>, StoreError> {
    let query = sqlx::query_as(sql::PERSON_BY_NAME).bind(skeleton);
    query.fetch_optional(pool).await?.map(rows::person).transpose()
}

pub(super) async fn access_key(
    pool: &PgPool,
    hash: &[u8; 32],
    now: Time,
) -> Result<Option<AccessKey>, StoreError> {
    let query = sqlx::query_as(sql::ACCESS_KEY).bind(&hash[..]).bind(now.0.cast_signed());
    query.fetch_optional(pool).await?.map(rows::access_key).transpose()
}

pub(super) async fn access_keys(
    pool: &PgPool,
    person: PersonId,
    now: Time,
) -> Result<Vec<AccessKey>, StoreError> {
    let query = sqlx::query_as(sql::ACCESS_KEYS).bind(person.0.cast_signed()).bind(now.0.cast_signed());
    let found: Vec<AccessKeyRow> = query.fetch_all(pool).await?;
    found.into_iter().map(rows::access_key).collect()
}
