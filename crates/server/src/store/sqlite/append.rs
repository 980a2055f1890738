//! Writing batches, with all that belongs to them.
//!
//! The unique key of table and `after` is all that is checked. Whoever appends has read `after` as the
//! end of the newest durable batch, and only the batch that begins there can follow it. So either
//! nothing was appended since, or the row with this key is there: the table cannot have gone on in
//! another way. An `after` that never was the end of a batch is a mistake of the caller, and is not
//! looked for, except at a table that has no events at all.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use std::time::Instant;

use club::{PersonId, TableId};
use sqlx::{SqliteConnection, SqliteExecutor};
use tokio::sync::oneshot;

use super::derived;
use super::rows::{EXACT, Rows};
use super::values::bytes;
use crate::store::{Append, Appended, Derived, Repeated, RequestKey, StoreError};

static INSERT_TABLES: LazyLock<Rows> = LazyLock::new(|| {
    Rows::new("INSERT INTO table_numbers (table_id) VALUES ", "(?)", " ON CONFLICT DO NOTHING")
});

/// A table without a number is ignored as a collision is: there is nothing that could be followed.
static INSERT: LazyLock<Rows> = LazyLock::new(|| {
    Rows::new(
        "INSERT OR IGNORE INTO events (table_number, table_id, after, count, at, events) VALUES ",
        "((SELECT number FROM table_numbers WHERE table_id = ?),?,?,?,?,?)",
        "",
    )
});

static INSERT_REQUESTS: LazyLock<Rows> = LazyLock::new(|| {
    Rows::new("INSERT INTO requests (person, key, request, table_id, seq, at) VALUES ", "(?,?,?,?,?,?)", "")
});

/// SQLite joins from left to right here: each key is looked up. With `IN` it may read all there are.
static FIND_REQUESTS: LazyLock<Rows> = LazyLock::new(|| {
    Rows::new(
        "WITH asked (person, key) AS (VALUES ",
        "(?,?)",
        ") SELECT requests.person, requests.key, request, table_id, seq FROM asked CROSS JOIN requests \
         ON requests.person = asked.person AND requests.key = asked.key",
    )
});

/// An append whose caller waits.
pub(super) struct Waiting {
    pub(super) append: Append,
    pub(super) since: Instant,
    pub(super) done: oneshot::Sender<Result<Appended, StoreError>>,
    /// What to answer once it is durable: a conflict, as long as nothing was written.
    pub(super) appended: Appended,
}

impl Waiting {
    fn key(&self) -> Option<(PersonId, &str)> {
        self.append.key.as_ref().map(|RequestKey { person, key, request: _ }| (*person, key.as_str()))
    }

    fn is_written(&self) -> bool {
        matches!(self.appended, Appended::Done(_))
    }
}

/// Whether these are so few and so plain that one statement writes them all, which is a transaction of
/// its own.
pub(super) fn is_one_statement(waiting: &[Waiting]) -> bool {
    let plain = |Append { after, seed, derived, key, .. }: &Append| {
        *after > 0 && seed.is_none() && key.is_none() && *derived == Derived::default()
    };
    waiting.len() <= EXACT && waiting.iter().all(|one| plain(&one.append))
}

/// Writes what waits, each append as a whole or not at all.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    mut waiting: Vec<&mut Waiting>,
) -> Result<(), StoreError> {
    while !waiting.is_empty() {
        // A key that waits twice: the second one has to see what became of the first.
        let mut keys = HashSet::new();
        let (mut now, later) = waiting.into_iter().partition(|one| match one.key() {
            Some((person, key)) => keys.insert((person, key.to_owned())),
            None => true,
        });
        write_once(connection, &mut now).await?;
        waiting = later;
    }
    Ok(())
}

async fn write_once(
    connection: &mut SqliteConnection,
    waiting: &mut Vec<&mut Waiting>,
) -> Result<(), StoreError> {
    find_requests(connection, waiting).await?;
    waiting.retain(|one| !matches!(one.appended, Appended::Repeated(_)));
    insert_tables(connection, waiting).await?;
    insert(connection, waiting).await?;
    waiting.retain(|one| one.is_written());
    for one in waiting.iter() {
        let Append { table, at, seed, derived, .. } = &one.append;
        if let Some(seed) = seed {
            sqlx::query("INSERT INTO seeds (table_id, seed) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(table.0.cast_signed())
                .bind(&seed.0[..])
                .execute(&mut *connection)
                .await?;
        }
        if let Appended::Done(id) = one.appended {
            derived::apply(connection, id, *table, *at, derived).await?;
        }
    }
    insert_requests(connection, waiting).await
}

/// Gives new tables a number.
async fn insert_tables(
    connection: &mut SqliteConnection,
    waiting: &[&mut Waiting],
) -> Result<(), StoreError> {
    let new = waiting.iter().filter(|one| one.append.after == 0);
    let mut tables: Vec<TableId> = new.map(|one| one.append.table).collect();
    for (sql, piece) in INSERT_TABLES.pieces(&mut tables) {
        let mut query = sqlx::query(sql);
        for table in piece {
            query = query.bind(table.0.cast_signed());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Writes the batches of those that do not collide, in their order.
pub(super) async fn insert(
    connection: &mut SqliteConnection,
    waiting: &mut [&mut Waiting],
) -> Result<(), StoreError> {
    for (sql, piece) in INSERT.pieces(waiting) {
        let mut query = sqlx::query(sql);
        for one in piece.iter_mut() {
            let append = &mut one.append;
            query = query
                .bind(append.table.0.cast_signed())
                .bind(append.table.0.cast_signed())
                .bind(append.after.cast_signed())
                .bind(i64::from(append.count))
                .bind(append.at.0.cast_signed())
                .bind(std::mem::take(&mut append.events));
        }
        let result = query.execute(&mut *connection).await?;
        // In one statement SQLite numbers the rows without gaps, so that nothing has to be read
        // back unless there was a conflict.
        let before = result.last_insert_rowid() - result.rows_affected().cast_signed();
        if result.rows_affected() == piece.len() as u64 {
            for (id, one) in (before.cast_unsigned() + 1..).zip(piece) {
                one.appended = Appended::Done(id);
            }
        } else if result.rows_affected() > 0 {
            tell_apart(connection, before, piece).await?;
        }
    }
    Ok(())
}

/// Finds out which batches were written: both the rows and those who wait are in the same order.
async fn tell_apart(
    connection: &mut SqliteConnection,
    before: i64,
    piece: &mut [&mut Waiting],
) -> Result<(), StoreError> {
    let rows: Vec<(i64, i64, i64)> =
        sqlx::query_as("SELECT id, table_id, after FROM events WHERE id > $1 ORDER BY id")
            .bind(before)
            .fetch_all(connection)
            .await?;
    let mut rows = rows.into_iter().peekable();
    for one in piece {
        let key = (one.append.table.0.cast_signed(), one.append.after.cast_signed());
        if let Some((id, ..)) = rows.next_if(|(_, table, after)| (*table, *after) == key) {
            one.appended = Appended::Done(id.cast_unsigned());
        }
    }
    Ok(())
}

async fn find_requests(
    connection: &mut SqliteConnection,
    waiting: &mut [&mut Waiting],
) -> Result<(), StoreError> {
    let mut asked: Vec<&mut &mut Waiting> =
        waiting.iter_mut().filter(|one| one.append.key.is_some()).collect();
    for (sql, piece) in FIND_REQUESTS.pieces(&mut asked) {
        let mut query = sqlx::query_as(sql);
        for (person, key) in piece.iter().filter_map(|one| one.key()) {
            query = query.bind(person.0.cast_signed()).bind(key);
        }
        let rows: Vec<(i64, String, Vec<u8>, i64, i64)> = query.fetch_all(&mut *connection).await?;
        if rows.is_empty() {
            continue;
        }
        let mut found = HashMap::new();
        for (person, key, request, table, seq) in rows {
            found.insert((PersonId(person.cast_unsigned()), key), repeated((request, table, seq))?);
        }
        for one in piece {
            let key = one.key().map(|(person, key)| (person, key.to_owned()));
            if let Some(repeated) = key.and_then(|key| found.remove(&key)) {
                one.appended = Appended::Repeated(repeated);
            }
        }
    }
    Ok(())
}

async fn insert_requests(
    connection: &mut SqliteConnection,
    waiting: &mut [&mut Waiting],
) -> Result<(), StoreError> {
    let mut asked: Vec<&mut &mut Waiting> =
        waiting.iter_mut().filter(|one| one.append.key.is_some()).collect();
    for (sql, piece) in INSERT_REQUESTS.pieces(&mut asked) {
        let mut query = sqlx::query(sql);
        for (append, key) in piece.iter().filter_map(|one| Some((&one.append, one.append.key.as_ref()?))) {
            query = query
                .bind(key.person.0.cast_signed())
                .bind(&key.key)
                .bind(&key.request[..])
                .bind(append.table.0.cast_signed())
                .bind((append.after + u64::from(append.count)).cast_signed())
                .bind(append.at.0.cast_signed());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

fn repeated((request, table, seq): (Vec<u8>, i64, i64)) -> Result<Repeated, StoreError> {
    Ok(Repeated {
        request: bytes(&request)?,
        table: TableId(table.cast_unsigned()),
        seq: seq.cast_unsigned(),
    })
}

/// What was done with this key before.
pub(super) async fn find(
    executor: impl SqliteExecutor<'_>,
    person: PersonId,
    key: &str,
) -> Result<Option<Repeated>, StoreError> {
    let row = sqlx::query_as("SELECT request, table_id, seq FROM requests WHERE person = $1 AND key = $2")
        .bind(person.0.cast_signed())
        .bind(key)
        .fetch_optional(executor)
        .await?;
    row.map(repeated).transpose()
}
