//! People.

use club::{PersonId, Time};
use sqlx::PgConnection;

use super::{access, idempotency, log_head};
use crate::words::Word;
use crate::{AccountKind, Registered, Registration, StoreError, sql};

pub(super) async fn add_guest(
    connection: &mut PgConnection,
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

/// Of two registrations at once with the same name or person, the second fails on a unique key. Its transaction
/// is retried and then finds out why.
pub(super) async fn register(
    connection: &mut PgConnection,
    registration: &Registration,
) -> Result<Registered, StoreError> {
    let Registration { person, kind, name, skeleton, password, at, key } = registration;
    let id = person.0.cast_signed();
    log_head::record_person_change(connection, *person).await?;
    let before: Option<String> = sqlx::query_scalar("SELECT kind FROM people WHERE id = $1")
        .bind(id)
        .fetch_optional(&mut *connection)
        .await?;
    match before.map(|kind| AccountKind::read(&kind)).transpose()? {
        None | Some(AccountKind::Guest) => {}
        Some(AccountKind::Member | AccountKind::Bot | AccountKind::Deleted) => {
            return Ok(Registered::NotPossible);
        }
    }
    if holder(connection, skeleton).await?.is_some() || is_reserved(connection, skeleton, *at).await? {
        return Ok(Registered::NameTaken);
    }
    if idempotency::find(connection, key.as_ref()).await?.is_some() {
        return Ok(Registered::KeyUsed);
    }
    sqlx::query(
        "INSERT INTO people (id, kind, name, skeleton, password, since) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, name = excluded.name, \
         skeleton = excluded.skeleton, password = excluded.password, since = excluded.since",
    )
    .bind(id)
    .bind(kind.word())
    .bind(name)
    .bind(skeleton)
    .bind(password)
    .bind(at.0.cast_signed())
    .execute(&mut *connection)
    .await?;
    idempotency::record(connection, key.as_ref(), person.0, *at).await?;
    Ok(Registered::Done)
}

/// Who has a name with this skeleton.
async fn holder(connection: &mut PgConnection, skeleton: &str) -> Result<Option<PersonId>, StoreError> {
    let id: Option<i64> = sqlx::query_scalar("SELECT id FROM people WHERE skeleton = $1")
        .bind(skeleton)
        .fetch_optional(connection)
        .await?;
    Ok(id.map(|id| PersonId(id.cast_unsigned())))
}

/// Whether a deleted person had a name with this skeleton, and it is not free yet.
async fn is_reserved(connection: &mut PgConnection, skeleton: &str, now: Time) -> Result<bool, StoreError> {
    let query = sqlx::query_scalar(sql::RESERVED_NAME).bind(skeleton).bind(now.0.cast_signed());
    let found: i64 = query.fetch_one(connection).await?;
    Ok(found > 0)
}

pub(super) async fn free_reserved_names(connection: &mut PgConnection, now: Time) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM reserved_names WHERE until <= $1")
        .bind(now.0.cast_signed())
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn rename(
    connection: &mut PgConnection,
    person: PersonId,
    name: &str,
    skeleton: &str,
    now: Time,
) -> Result<Registered, StoreError> {
    log_head::record_person_change(connection, person).await?;
    let taken = holder(connection, skeleton).await?.is_some_and(|holder| holder != person);
    if taken || is_reserved(connection, skeleton, now).await? {
        return Ok(Registered::NameTaken);
    }
    let renamed =
        sqlx::query("UPDATE people SET name = $2, skeleton = $3 WHERE id = $1 AND kind IN ('member', 'bot')")
            .bind(person.0.cast_signed())
            .bind(name)
            .bind(skeleton)
            .execute(connection)
            .await?;
    Ok(if renamed.rows_affected() > 0 { Registered::Done } else { Registered::NotPossible })
}

pub(super) async fn set_password(
    connection: &mut PgConnection,
    person: PersonId,
    password: &str,
    except: u64,
) -> Result<(), StoreError> {
    // First, because it locks the head of the log.
    access::end_all(connection, person, Some(except)).await?;
    sqlx::query("UPDATE people SET password = $2 WHERE id = $1 AND kind IN ('member', 'bot')")
        .bind(person.0.cast_signed())
        .bind(password)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn delete(
    connection: &mut PgConnection,
    person: PersonId,
    reserved_until: Time,
) -> Result<(), StoreError> {
    // First, because it locks the head of the log.
    access::end_all(connection, person, None).await?;
    sqlx::query(
        "INSERT INTO reserved_names (skeleton, until) \
         SELECT skeleton, $2 FROM people WHERE id = $1 AND skeleton IS NOT NULL \
         ON CONFLICT (skeleton) DO UPDATE SET until = excluded.until",
    )
    .bind(person.0.cast_signed())
    .bind(reserved_until.0.cast_signed())
    .execute(&mut *connection)
    .await?;
    sqlx::query("UPDATE people SET kind = $2, name = NULL, skeleton = NULL, password = NULL WHERE id = $1")
        .bind(person.0.cast_signed())
        .bind(AccountKind::Deleted.word())
        .execute(connection)
        .await?;
    Ok(())
}
