//! Running a statement that is prepared once for each connection.

use rusqlite::{Connection, Params, Row};

use crate::StoreError;
use crate::unreadable::{Subject, report_row};

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

/// A page of a list, without the rows that cannot be decoded.
pub(super) struct Page<T, C> {
    /// The others, in order.
    pub(super) found: Vec<T>,
    /// How many rows the page has, with those that cannot be decoded.
    pub(super) rows: usize,
    /// Where the next page begins: the last row whose place can be decoded.
    pub(super) last: Option<C>,
}

/// The rows of a query that can be decoded. Each of the others is reported and left out. `place` gives where a row is
/// in the list.
pub(super) fn readable<R, T, C>(
    connection: &Connection,
    sql: &str,
    values: impl Params,
    subject: Subject,
    place: impl Fn(&Row<'_>) -> rusqlite::Result<C>,
    read: impl Fn(R) -> Result<T, StoreError>,
) -> Result<Page<T, C>, StoreError>
where
    R: for<'row> TryFrom<&'row Row<'row>, Error = rusqlite::Error>,
{
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(values)?;
    let mut page = Page { found: Vec::new(), rows: 0, last: None };
    while let Some(row) = rows.next()? {
        page.rows += 1;
        page.last = place(row).ok().or(page.last);
        page.found.extend(decode(row, subject, &read));
    }
    Ok(page)
}

/// A row as a tuple given to `read`; `None`, and reported, if it cannot be decoded.
pub(super) fn decode<R, T>(
    row: &Row<'_>,
    subject: Subject,
    read: impl Fn(R) -> Result<T, StoreError>,
) -> Option<T>
where
    R: for<'row> TryFrom<&'row Row<'row>, Error = rusqlite::Error>,
{
    let decoded = R::try_from(row).map_err(StoreError::from).and_then(read);
    let report = |error: &StoreError| {
        report_row(subject, row.get(subject.column()).ok(), &error.to_string());
    };
    decoded.inspect_err(report).ok()
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
