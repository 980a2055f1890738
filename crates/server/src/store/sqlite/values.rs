//! Numbers and bytes as SQLite gives them back.

use crate::store::StoreError;

/// A count that was written as one.
pub(super) fn count<N: TryFrom<i64>>(number: i64) -> Result<N, StoreError> {
    N::try_from(number).map_err(|_| StoreError::Unreadable(format!("the count {number}")))
}

/// A hash or a secret.
pub(super) fn bytes(blob: &[u8]) -> Result<[u8; 32], StoreError> {
    blob.try_into().map_err(|_| StoreError::Unreadable(format!("{} bytes instead of 32", blob.len())))
}
