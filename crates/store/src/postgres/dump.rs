//! Sending everything to another store.

use futures_util::TryStreamExt;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection};
use tokio::sync::mpsc;

use crate::copy::{Piece, ROWS_PER_PIECE};
use crate::{StoreError, rows, sql};

/// Sends everything but the derived tables. The caller has begun a transaction that sees one snapshot.
pub(super) async fn dump(connection: &mut PgConnection, to: &mpsc::Sender<Piece>) -> Result<(), StoreError> {
    send(connection, to, sql::dump::BATCHES, |row| Ok(rows::batch(row)), Piece::Batches).await?;
    send(connection, to, sql::dump::SEEDS, rows::seed, Piece::Seeds).await?;
    send(connection, to, sql::dump::IDEMPOTENCY_KEYS, rows::idempotency_record, Piece::IdempotencyKeys)
        .await?;
    send(connection, to, sql::dump::PEOPLE, rows::person_with_skeleton, Piece::People).await?;
    send(connection, to, sql::dump::RESERVED_NAMES, rows::reserved_name, Piece::ReservedNames).await?;
    send(connection, to, sql::dump::ACCESS_KEYS, rows::access_key, Piece::AccessKeys).await?;
    send(connection, to, sql::dump::SECRETS, rows::secret, Piece::Secrets).await?;
    to.send(Piece::End).await.map_err(|_| StoreError::Incomplete)
}

/// Sends all rows of a query, piece by piece.
async fn send<R, T>(
    connection: &mut PgConnection,
    to: &mpsc::Sender<Piece>,
    sql: &'static str,
    read: fn(R) -> Result<T, StoreError>,
    piece: fn(Vec<T>) -> Piece,
) -> Result<(), StoreError>
where
    R: for<'row> FromRow<'row, PgRow> + Send + Unpin,
{
    let mut found = sqlx::query_as(sql).fetch(connection).try_chunks(ROWS_PER_PIECE);
    while let Some(some) = found.try_next().await.map_err(|error| error.1)? {
        let some = some.into_iter().map(read).collect::<Result<_, _>>()?;
        to.send(piece(some)).await.map_err(|_| StoreError::Incomplete)?;
    }
    Ok(())
}
