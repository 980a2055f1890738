//! Statements with many rows.
//!
//! Every statement is handed to the thread of its connection, which costs more than most rows do. The
//! numbers of rows are powers of two, so that few statements write any number and each is prepared once.

use std::sync::Arc;

use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

const SIZES: usize = 9;

/// A statement for 1, 2, 4 … 256 rows.
pub(super) struct Rows(Vec<Arc<str>>);

impl Rows {
    /// From what stands before the rows, a row, and what stands after them.
    pub(super) fn new(before: &str, row: &str, after: &str) -> Self {
        let sql = |size| format!("{before}{}{after}", vec![row; 1_usize << size].join(",")).into();
        Self((0..SIZES).map(sql).collect())
    }

    /// Cuts into pieces that have a statement each.
    pub(super) fn pieces<'a, T>(
        &'a self,
        mut items: &'a mut [T],
    ) -> impl Iterator<Item = (SqlStr, &'a mut [T])> {
        std::iter::from_fn(move || {
            let size = items.len().checked_ilog2()?.min(SIZES as u32 - 1) as usize;
            let (piece, rest) = std::mem::take(&mut items).split_at_mut(1 << size);
            items = rest;
            Some((AssertSqlSafe(Arc::clone(&self.0[size])).into_sql_str(), piece))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_rows_is_cut_into_powers_of_two() {
        let rows = Rows::new("VALUES ", "(?,?)", "");
        let sizes = |number| -> Vec<usize> {
            rows.pieces(&mut vec![(); number])
                .map(|(sql, piece)| {
                    assert_eq!(sql.as_str().matches("(?,?)").count(), piece.len());
                    piece.len()
                })
                .collect()
        };
        assert_eq!(sizes(0), [0; 0]);
        assert_eq!(sizes(1), [1]);
        assert_eq!(sizes(7), [4, 2, 1]);
        assert_eq!(sizes(600), [256, 256, 64, 16, 8]);
    }
}
