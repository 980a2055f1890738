//! People.

use club::{PersonId, Time};
use sqlx::{SqliteConnection, SqliteExecutor};

use crate::store::words::Word;
use crate::store::{AccountKind, Person, Registered, Registration, StoreError};

type Row = (i64, String, Option<String>, Option<String>, i64);

fn read((id, kind, name, password, since): Row) -> Result<Person, StoreError> {
    Ok(Person {
        id: PersonId(id.cast_unsigned()),
        kind: AccountKind::read(&kind)?,
        name,
        password,
        since: Time(since.cast_unsigned()),
    })
}

pub(super) async fn by_id(
    executor: impl SqliteExecutor<'_>,
    person: PersonId,
) -> Result<Option<Person>, StoreError> {
    let row = sqlx::query_as("SELECT id, kind, name, password, since FROM people WHERE id = $1")
        .bind(person.0.cast_signed())
        .fetch_optional(executor)
        .await?;
    row.map(read).transpose()
}

/// In the order of the numbers as SQLite keeps them.
pub(super) async fn all(
    executor: impl SqliteExecutor<'_>,
    after: Option<PersonId>,
    limit: u32,
) -> Result<Vec<Person>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, kind, name, password, since FROM people WHERE $1 IS NULL OR id > $1 ORDER BY id LIMIT $2",
    )
    .bind(after.map(|person| person.0.cast_signed()))
    .bind(limit)
    .fetch_all(executor)
    .await?;
    rows.into_iter().map(read).collect()
}

pub(super) async fn by_name(
    executor: impl SqliteExecutor<'_>,
    skeleton: &str,
) -> Result<Option<Person>, StoreError> {
    let row = sqlx::query_as("SELECT id, kind, name, password, since FROM people WHERE skeleton = $1")
        .bind(skeleton)
        .fetch_optional(executor)
        .await?;
    row.map(read).transpose()
}

pub(super) async fn add_guest(
    connection: &mut SqliteConnection,
    person: PersonId,
    at: Time,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO people (id, kind, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(person.0.cast_signed())
        .bind(AccountKind::Guest.word())
        .bind(at.0.cast_signed())
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn register(
    connection: &mut SqliteConnection,
    registration: Registration,
) -> Result<Registered, StoreError> {
    let Registration { person, kind, name, skeleton, password, at } = registration;
    let possible = match by_id(&mut *connection, person).await?.map(|known| known.kind) {
        None | Some(AccountKind::Guest) => true,
        Some(AccountKind::Member | AccountKind::Bot | AccountKind::Deleted) => false,
    };
    if !possible {
        return Ok(Registered::NotPossible);
    }
    if by_name(&mut *connection, &skeleton).await?.is_some() {
        return Ok(Registered::NameTaken);
    }
    sqlx::query(
        "INSERT INTO people (id, kind, name, skeleton, password, since) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, \
         skeleton = excluded.skeleton, password = excluded.password, since = excluded.since",
    )
    .bind(person.0.cast_signed())
    .bind(kind.word())
    .bind(name)
    .bind(skeleton)
    .bind(password)
    .bind(at.0.cast_signed())
    .execute(connection)
    .await?;
    Ok(Registered::Done)
}

pub(super) async fn rename(
    connection: &mut SqliteConnection,
    person: PersonId,
    name: String,
    skeleton: String,
) -> Result<Registered, StoreError> {
    if by_name(&mut *connection, &skeleton).await?.is_some_and(|holder| holder.id != person) {
        return Ok(Registered::NameTaken);
    }
    let done =
        sqlx::query("UPDATE people SET name = $2, skeleton = $3 WHERE id = $1 AND kind IN ('member', 'bot')")
            .bind(person.0.cast_signed())
            .bind(name)
            .bind(skeleton)
            .execute(connection)
            .await?;
    Ok(if done.rows_affected() > 0 { Registered::Done } else { Registered::NotPossible })
}

pub(super) async fn set_password(
    connection: &mut SqliteConnection,
    person: PersonId,
    password: String,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE people SET password = $2 WHERE id = $1 AND kind IN ('member', 'bot')")
        .bind(person.0.cast_signed())
        .bind(password)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn delete(connection: &mut SqliteConnection, person: PersonId) -> Result<(), StoreError> {
    sqlx::query("UPDATE people SET kind = $2, name = NULL, skeleton = NULL, password = NULL WHERE id = $1")
        .bind(person.0.cast_signed())
        .bind(AccountKind::Deleted.word())
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM access_keys WHERE person = $1")
        .bind(person.0.cast_signed())
        .execute(connection)
        .await?;
    Ok(())
}
