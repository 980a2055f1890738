//! Running a statement that is prepared once for each connection.

use rusqlite::{Connection, Params, Row};

use crate::StoreError;

/// Runs a statement; returns how many rows it changed.
pub(super) fn run(connection: &Connection, sql: &str, values: impl Params) -> rusqlite::Result<usize> {
    connection.prepare_cached(sql)?.execute(values)
}

/// All rows of a query, each given as a tuple to `read`.
pub(super) fn all<R, T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    mut read: impl FnMut(R) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError>
where
    R: for<'row> TryFrom<&'row Row<'row>, Error = rusqlite::Error>,
{
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(values)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(R::try_from(row)?)?);
    }
    Ok(found)
}

/// The first row of a query, if there is one.
pub(super) fn first<R, T>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    read: impl FnOnce(R) -> Result<T, StoreError>,
) -> Result<Option<T>, StoreError>
where
    R: for<'row> TryFrom<&'row Row<'row>, Error = rusqlite::Error>,
{
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(values)?;
    rows.next()?.map(|row| read(R::try_from(row)?)).transpose()
}
