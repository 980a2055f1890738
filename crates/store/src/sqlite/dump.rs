//! Sending everything to another store.

use rusqlite::{Connection, Row};
use tokio::sync::mpsc;

use crate::copy::{Piece, ROWS_PER_PIECE};
use crate::{StoreError, rows, sql};

/// Sends everything but the derived tables, as of one moment. Blocks while the channel is full.
pub(super) fn dump(connection: &Connection, to: &mpsc::Sender<Piece>) -> Result<(), StoreError> {
    // In WAL mode a transaction sees one snapshot, whatever is committed while it lasts.
    let snapshot = connection.unchecked_transaction()?;
    send(&snapshot, to, sql::dump::BATCHES, |row| Ok(rows::batch(row)), Piece::Batches)?;
    send(&snapshot, to, sql::dump::SEEDS, rows::seed, Piece::Seeds)?;
    send(&snapshot, to, sql::dump::IDEMPOTENCY_KEYS, rows::idempotency_record, Piece::IdempotencyKeys)?;
    send(&snapshot, to, sql::dump::PEOPLE, rows::person_with_skeleton, Piece::People)?;
    send(&snapshot, to, sql::dump::RESERVED_NAMES, rows::reserved_name, Piece::ReservedNames)?;
    send(&snapshot, to, sql::dump::ACCESS_KEYS, rows::access_key, Piece::AccessKeys)?;
    send(&snapshot, to, sql::dump::SECRETS, rows::secret, Piece::Secrets)?;
    to.blocking_send(Piece::End).map_err(|_| StoreError::Incomplete)
}

/// Sends all rows of a query, piece by piece.
fn send<R, T>(
    connection: &Connection,
    to: &mpsc::Sender<Piece>,
    sql: &str,
    read: fn(R) -> Result<T, StoreError>,
    piece: fn(Vec<T>) -> Piece,
) -> Result<(), StoreError>
where
    R: for<'row> TryFrom<&'row Row<'row>, Error = rusqlite::Error>,
{
    let send = |some| to.blocking_send(piece(some)).map_err(|_| StoreError::Incomplete);
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut some = Vec::new();
    while let Some(row) = rows.next()? {
        some.push(read(R::try_from(row)?)?);
        if some.len() == ROWS_PER_PIECE {
            send(std::mem::take(&mut some))?;
        }
    }
    if some.is_empty() { Ok(()) } else { send(some) }
}
