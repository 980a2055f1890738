//! The head of the log.

use club::PersonId;
use sqlx::PgConnection;

use crate::{LogId, StoreError};

/// Takes the next `count` log ids and returns the last of them. The row stays locked until the transaction ends,
/// so log ids are committed in their order: whoever reads an id can read all ids before it.
pub(super) async fn advance(connection: &mut PgConnection, count: usize) -> Result<LogId, StoreError> {
    let newest: i64 = sqlx::query_scalar("UPDATE log_head SET newest = newest + $1 RETURNING newest")
        .bind(count as i64)
        .fetch_one(connection)
        .await?;
    Ok(newest.cast_unsigned())
}

/// Records in the log that the name, the sessions or the tokens of a person change, for the caches of other
/// servers. Has to come before the change itself: every transaction locks the head of the log first, so none
/// can deadlock with another.
pub(super) async fn record_person_change(
    connection: &mut PgConnection,
    person: PersonId,
) -> Result<(), StoreError> {
    let id = advance(connection, 1).await?;
    sqlx::query("UPDATE people SET changed = $2 WHERE id = $1")
        .bind(person.0.cast_signed())
        .bind(id.cast_signed())
        .execute(connection)
        .await?;
    Ok(())
}
