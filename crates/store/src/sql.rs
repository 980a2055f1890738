//! Queries that both databases understand, so that both stores answer from the same SQL.
//!
//! Parameters are written `$1`, `$2`, … PostgreSQL binds them by number. To SQLite `$1` is a name, and names
//! get their positions in the order in which they first appear. Both agree as long as the numbers first
//! appear in ascending order, which a test below checks.

use std::fmt::Write;

use crate::TableFilter;

pub(crate) const SEED: &str = "SELECT seed FROM seeds WHERE table_id = $1";

pub(crate) const NEWEST_LOG_ID: &str = "SELECT max(id) FROM events";

pub(crate) const LOG: &str =
    "SELECT id, table_id, after, count, at, events FROM events WHERE id > $1 ORDER BY id LIMIT $2";

pub(crate) const TABLES_NEEDING_WORK: &str =
    "SELECT table_id FROM tables WHERE work AND stage = 'playing' ORDER BY table_id";

pub(crate) const HOSTED_TABLES: &str = "SELECT count(*) FILTER (WHERE stage = 'waiting' AND public), count(*) \
     FROM tables WHERE host = $1 AND stage IN ('waiting', 'playing')";

pub(crate) const USED_KEY: &str = "SELECT request, made, seq FROM requests WHERE person = $1 AND key = $2";

pub(crate) const ANALYSIS: &str = "SELECT table_id, turns, done, found FROM analyses WHERE table_id = $1";

pub(crate) const STANDINGS: &str = "SELECT pool, rated, rating, changes, games, wins, losses, draws, left_early \
     FROM standings WHERE person = $1 ORDER BY pool, rated";

/// The viewer comes first. Without one the parameter is null, which is nobody's identity.
pub(crate) const RATING_HISTORY: &str = "SELECT CASE WHEN tables.public OR EXISTS (SELECT 1 FROM seats \
     WHERE seats.person = $1 AND seats.table_id = tables.table_id) THEN tables.table_id END, \
     rating_history.at, rating_after FROM rating_history \
     LEFT JOIN tables ON tables.table_id = rating_history.table_id \
     WHERE rating_history.person = $2 AND pool = $3 ORDER BY event_id";

pub(crate) const RATING_CHANGES: &str = "SELECT person, rating_before, rating_after FROM rating_history \
     WHERE table_id = $1 ORDER BY event_id, person";

/// How many quick games changed the ratings of two people after a time.
pub(crate) const QUICK_GAMES: &str = "SELECT count(*) FROM rating_history AS one \
     JOIN rating_history AS other ON other.event_id = one.event_id \
     WHERE one.person = $1 AND other.person = $2 AND one.quick AND one.at > $3";

pub(crate) const LEADERS: &str = "SELECT person, rating, changes, games, wins, losses, draws, left_early \
     FROM standings JOIN people ON people.id = standings.person AND people.kind IN ('member', 'bot') \
     WHERE pool = $1 AND standings.kind = $2 AND rated AND changes > 0 \
     ORDER BY rating DESC, person LIMIT $3";

pub(crate) const PERSON: &str = "SELECT id, kind, name, password, since FROM people WHERE id = $1";

/// In the order of the signed numbers that the database stores, not of the unsigned identities.
pub(crate) const PEOPLE: &str = "SELECT id, kind, name, password, since FROM people \
     WHERE CAST($1 AS BIGINT) IS NULL OR id > $1 ORDER BY id LIMIT $2";

pub(crate) const PERSON_BY_NAME: &str =
    "SELECT id, kind, name, password, since FROM people WHERE skeleton = $1";

pub(crate) const RESERVED_NAME: &str =
    "SELECT count(*) FROM reserved_names WHERE skeleton = $1 AND until > $2";

pub(crate) const ACCESS_KEY: &str = "SELECT id, person, hash, access, label, since, until FROM access_keys \
     WHERE hash = $1 AND until > $2";

pub(crate) const ACCESS_KEYS: &str = "SELECT id, person, hash, access, label, since, until FROM access_keys \
     WHERE person = $1 AND until > $2 ORDER BY since DESC, id DESC";

/// What a copy of the club takes from one database to another: everything but the derived tables.
pub(crate) mod dump {
    pub(crate) const BATCHES: &str = "SELECT id, table_id, after, count, at, events FROM events ORDER BY id";
    pub(crate) const SEEDS: &str = "SELECT table_id, seed FROM seeds";
    pub(crate) const IDEMPOTENCY_KEYS: &str = "SELECT person, key, request, made, seq, at FROM requests";
    pub(crate) const PEOPLE: &str = "SELECT id, kind, name, password, since, skeleton FROM people";
    pub(crate) const RESERVED_NAMES: &str = "SELECT skeleton, until FROM reserved_names";
    pub(crate) const ACCESS_KEYS: &str =
        "SELECT id, person, hash, access, label, since, until FROM access_keys";
    pub(crate) const SECRETS: &str = "SELECT name, value FROM secrets";
}

/// A value of a query that is put together at run time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Value<'a> {
    Integer(i64),
    Text(&'a str),
}

/// The query for a list of tables. Its text depends only on which parts of the filter are set, so a
/// database prepares it once for all values.
#[derive(PartialEq, Debug)]
pub(crate) struct TablesQuery<'a> {
    pub(crate) sql: String,
    pub(crate) values: Vec<Value<'a>>,
}

impl<'a> TablesQuery<'a> {
    pub(crate) fn new(filter: &'a TableFilter) -> Self {
        let TableFilter { stage, game, terms, person, public, open, before, limit } = filter;
        let sql = "SELECT table_id, stage, game, terms, public, open, work, changed, people, host \
                   FROM tables WHERE true";
        let mut query = Self { sql: sql.to_owned(), values: Vec::new() };
        if let Some(stage) = stage {
            query.push(" AND stage = ").bind(Value::Text(stage.word()));
        }
        if let Some(game) = game {
            query.push(" AND game = ").bind(Value::Text(game));
        }
        if let Some(terms) = terms {
            query.push(" AND terms = ").bind(Value::Text(terms));
        }
        if let Some(person) = person {
            query.push(" AND table_id IN (SELECT table_id FROM seats WHERE person = ");
            query.bind(Value::Integer(person.0.cast_signed())).push(")");
        }
        if *public {
            query.push(" AND public");
        }
        if *open {
            query.push(" AND open > 0");
        }
        if let Some((changed, table)) = before {
            query.push(" AND (changed, table_id) < (").bind(Value::Integer(changed.0.cast_signed()));
            query.push(", ").bind(Value::Integer(table.0.cast_signed())).push(")");
        }
        query.push(" ORDER BY changed DESC, table_id DESC LIMIT ").bind(Value::Integer((*limit).into()));
        query
    }

    fn push(&mut self, sql: &str) -> &mut Self {
        self.sql.push_str(sql);
        self
    }

    fn bind(&mut self, value: Value<'a>) -> &mut Self {
        self.values.push(value);
        // Writing to a string cannot fail.
        let _ = write!(self.sql, "${}", self.values.len());
        self
    }
}

#[cfg(test)]
mod tests {
    use club::{PersonId, Stage, TableId, Time};

    use super::*;

    /// The numbers of the parameters, each where it first appears.
    fn parameters(sql: &str) -> Vec<usize> {
        let mut numbers = Vec::new();
        for after in sql.split('$').skip(1) {
            let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
            let number = digits.parse().unwrap();
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
    }

    #[test]
    fn parameters_first_appear_in_ascending_order() {
        let filter = TableFilter {
            stage: Some(Stage::Waiting),
            game: Some("siesta".to_owned()),
            terms: Some("terms".to_owned()),
            person: Some(PersonId(1)),
            public: true,
            open: true,
            before: Some((Time(1), TableId(2))),
            limit: 10,
        };
        let tables = TablesQuery::new(&filter);
        assert_eq!(tables.values.len(), 7);
        for sql in [
            SEED,
            NEWEST_LOG_ID,
            LOG,
            TABLES_NEEDING_WORK,
            HOSTED_TABLES,
            USED_KEY,
            ANALYSIS,
            STANDINGS,
            RATING_HISTORY,
            RATING_CHANGES,
            QUICK_GAMES,
            LEADERS,
            PERSON,
            PEOPLE,
            PERSON_BY_NAME,
            RESERVED_NAME,
            ACCESS_KEY,
            ACCESS_KEYS,
            &tables.sql,
        ] {
            assert!(parameters(sql).into_iter().eq(1..=parameters(sql).len()), "{sql}");
        }
    }

    #[test]
    fn the_text_of_a_list_depends_only_on_which_parts_are_set() {
        let filter = |terms: &str, limit| TableFilter {
            terms: Some(terms.to_owned()),
            limit,
            ..TableFilter::default()
        };
        let (one, other) = (filter("one", 1), filter("'; DROP TABLE tables; --", 2));
        assert_eq!(TablesQuery::new(&one).sql, TablesQuery::new(&other).sql);
    }
}
