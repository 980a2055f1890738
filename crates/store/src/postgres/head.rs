//! The head of the log.

use club::PersonId;
use sqlx::PgConnection;

use crate::{LogId, StoreError};

/// Takes so many places in the log, and gives the last of them. Until the transaction ends nobody else
/// gets any, so whoever reads a place reads all before it as well.
pub(super) async fn advance(connection: &mut PgConnection, places: usize) -> Result<LogId, StoreError> {
    let newest: i64 = sqlx::query_scalar("UPDATE log_head SET newest = newest + $1 RETURNING newest")
        .bind(places as i64)
        .fetch_one(connection)
        .await?;
    Ok(newest.cast_unsigned())
}

/// Lets all servers know that the name, the sessions or the tokens of a person change. Goes before the
/// change, so that all who write take their places first and nobody waits in a circle.
pub(super) async fn note_person(connection: &mut PgConnection, person: PersonId) -> Result<(), StoreError> {
    let place = advance(connection, 1).await?;
    sqlx::query("UPDATE people SET changed = $2 WHERE id = $1")
        .bind(person.0.cast_signed())
        .bind(place.cast_signed())
        .execute(connection)
        .await?;
    Ok(())
}
