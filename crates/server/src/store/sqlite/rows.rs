//! Statements with many rows.
//!
//! Every statement is handed to the thread of its connection, which costs more than most rows do. So
//! there is one for every usual number of rows, and larger numbers are cut into few pieces.

use std::sync::Arc;

use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};

/// Up to here there is a statement for every number of rows.
pub(super) const EXACT: usize = 64;
const LARGEST: usize = 256;

/// How many statements there are of each kind.
pub(super) const STATEMENTS: usize = EXACT + 1;

/// A statement for 1, 2, 3 … 64 rows, and one for 256.
pub(super) struct Rows(Vec<(usize, Arc<str>)>);

impl Rows {
    /// From what stands before the rows, a row, and what stands after them.
    pub(super) fn new(before: &str, row: &str, after: &str) -> Self {
        let sql = |size| (size, format!("{before}{}{after}", vec![row; size].join(",")).into());
        Self((1..=EXACT).chain([LARGEST]).map(sql).collect())
    }

    /// Cuts into pieces that have a statement each.
    pub(super) fn pieces<'a, T>(
        &'a self,
        mut items: &'a mut [T],
    ) -> impl Iterator<Item = (SqlStr, &'a mut [T])> {
        std::iter::from_fn(move || {
            let (size, sql) = self.0.iter().rev().find(|(size, _)| *size <= items.len())?;
            let (piece, rest) = std::mem::take(&mut items).split_at_mut(*size);
            items = rest;
            Some((AssertSqlSafe(Arc::clone(sql)).into_sql_str(), piece))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_rows_is_cut_into_few_pieces() {
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
        assert_eq!(sizes(63), [63]);
        assert_eq!(sizes(130), [64, 64, 2]);
        assert_eq!(sizes(600), [256, 256, 64, 24]);
    }
}
