//! Keys by which a request can be repeated without acting twice.

use club::PersonId;

/// The idempotency key of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdempotencyKey {
    /// Who sent the request. Two people may use the same key.
    pub person: PersonId,
    /// The key as the person chose it.
    pub key: String,
    /// The SHA-256 of the request, to refuse the key with another request.
    pub request: [u8; 32],
}

/// What an idempotency key was used for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsedKey {
    /// The SHA-256 of the request.
    pub request: [u8; 32],
    /// The identity of the table, the token or the person that the request led to.
    pub made: u64,
    /// The number of the last event of the batch; 0 if the request was not about a table.
    pub seq: u64,
}
