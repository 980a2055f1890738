//! Tells the operator of tables that cannot be read, once for each table.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use club::TableId;

/// How many tables are remembered as reported. Beyond that the file is damaged as a whole, and more lines tell nothing new.
const MAX_REPORTED: usize = 10_000;

/// The tables that were reported by this process; `None` is a row that does not even name its table.
static REPORTED: LazyLock<Mutex<HashSet<Option<TableId>>>> = LazyLock::new(Mutex::default);

/// Logs that a table cannot be read, and counts it, the first time that this process finds it so.
pub fn report_unreadable(table: TableId, why: &str) {
    if is_new(Some(table)) {
        metrics::counter!("sobremesa_unreadable_tables").increment(1);
        tracing::error!(%table, why, "a table cannot be read and is left out; all others go on");
    }
}

/// The same for a row of which at least the identity of its table may be known.
pub(crate) fn report_row(table: Option<i64>, why: &str) {
    match table {
        Some(table) => report_unreadable(TableId(table.cast_unsigned()), why),
        None if is_new(None) => {
            tracing::error!(why, "a row that names no table cannot be read and is left out");
        }
        None => {}
    }
}

fn is_new(table: Option<TableId>) -> bool {
    let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
    reported.len() < MAX_REPORTED && reported.insert(table)
}
