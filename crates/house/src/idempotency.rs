//! Idempotency keys: a request that is sent again with the same key is done once.

use std::str::FromStr;

use club::PersonId;
use store::IdempotencyKey;

/// The longest key, in bytes.
const MAX_KEY_LENGTH: usize = 100;

/// The key that a client chose for a request, if it chose one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClientKey(Option<String>);

/// A text that is no idempotency key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an idempotency key has 1 to {MAX_KEY_LENGTH} characters of ASCII")]
pub struct ClientKeyError;

impl FromStr for ClientKey {
    type Err = ClientKeyError;

    fn from_str(text: &str) -> Result<Self, ClientKeyError> {
        if (1..=MAX_KEY_LENGTH).contains(&text.len()) && text.is_ascii() {
            Ok(Self(Some(text.to_owned())))
        } else {
            Err(ClientKeyError)
        }
    }
}

impl ClientKey {
    /// The key as the store keeps it: with who asks, and the hash of what they ask for.
    pub fn for_request(self, person: PersonId, request: [u8; 32]) -> Option<IdempotencyKey> {
        self.0.map(|key| IdempotencyKey { person, key, request })
    }
}
