//! The derived tables: how they follow the events, and how they are made again.

use club::{TableId, Time};
use sqlx::SqliteConnection;

use super::{log, standings, tables};
use crate::store::{Batch, Derive, Derived, LogId, StoreError};

const PAGE: u32 = 1000;

/// Writes what follows from a batch. Has to be called in the order of the log.
pub(super) async fn apply(
    connection: &mut SqliteConnection,
    id: LogId,
    table: TableId,
    at: Time,
    derived: &Derived,
) -> Result<(), StoreError> {
    let Derived { summary, result } = derived;
    if let Some(summary) = summary {
        tables::write(connection, table, summary).await?;
    }
    if let Some(result) = result {
        standings::write(connection, id, table, at, result).await?;
    }
    Ok(())
}

/// Makes all derived tables again, within a transaction of the caller; tells how many batches there are.
pub(super) async fn rebuild(
    connection: &mut SqliteConnection,
    mut derive: Derive,
) -> Result<u64, StoreError> {
    for table in
        ["DELETE FROM tables", "DELETE FROM seats", "DELETE FROM standings", "DELETE FROM rating_history"]
    {
        sqlx::query(table).execute(&mut *connection).await?;
    }
    let (mut number, mut newest) = (0, 0);
    loop {
        let page = log::all(&mut *connection, newest, PAGE).await?;
        let Some(last) = page.last() else { return Ok(number) };
        newest = last.id;
        number += page.len() as u64;
        let (again, page) = derive_all(derive, page).await?;
        derive = again;
        for (batch, derived) in page {
            apply(connection, batch.id, batch.table, batch.at, &derived).await?;
        }
    }
}

/// Works out what follows, away from the threads that serve.
async fn derive_all(
    mut derive: Derive,
    page: Vec<Batch>,
) -> Result<(Derive, Vec<(Batch, Derived)>), StoreError> {
    let work = move || {
        let derived = page.into_iter().map(|batch| {
            let derived = derive(&batch)
                .map_err(|error| StoreError::Unreadable(format!("batch {}: {error}", batch.id)))?;
            Ok((batch, derived))
        });
        let derived = derived.collect::<Result<_, StoreError>>()?;
        Ok((derive, derived))
    };
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| StoreError::Unreadable(format!("what follows from the events: {error}")))?
}
