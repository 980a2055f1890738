//! Identities of tables and people. They are random, so nobody can guess them.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::as_text::as_text;

/// Crockford's base 32: no two digits look or sound alike.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 13;

/// A text that is not an identity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("an identity has {LENGTH} of the letters and digits 0-9, a-z without i, l, o and u")]
pub struct IdError;

fn write(number: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut text = [0; LENGTH];
    for (place, digit) in text.iter_mut().rev().enumerate() {
        *digit = DIGITS[(number >> (5 * place)) as usize % 32];
    }
    f.pad(std::str::from_utf8(&text).unwrap_or_default())
}

fn read(text: &str) -> Result<u64, IdError> {
    if text.len() != LENGTH {
        return Err(IdError);
    }
    text.bytes().try_fold(0_u64, |number, byte| {
        let digit = DIGITS.iter().position(|digit| *digit == byte).ok_or(IdError)?;
        Ok(number.checked_mul(32).ok_or(IdError)? + digit as u64)
    })
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write(self.0, f)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                read(text).map(Self)
            }
        }

        as_text!($name);
    };
}

id! {
    /// The identity of a table. Everybody who knows it may watch the table, so it is a random 64-bit number.
    TableId
}

id! {
    /// The identity of a guest, a member or a bot account.
    PersonId
}

impl PersonId {
    /// Stands for the author of a message who has deleted their account.
    pub const NOBODY: Self = Self(0);
}

impl TableId {
    /// The table of the rematch. It follows from the first table, so players who ask at the same time get the same one.
    pub fn rematch(self) -> Self {
        let hash = Sha256::digest(format!("rematch {self}"));
        Self(hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_read_as_it_is_written() {
        for number in [0, 1, 31, 32, u64::MAX, 0x0123_4567_89ab_cdef] {
            let id = TableId(number);
            assert_eq!(id.to_string().len(), LENGTH);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(serde_json::from_str::<TableId>(&format!("\"{id}\"")).unwrap(), id);
        }
        for wrong in ["", "0", "00000000000000", "000000000000u", "zzzzzzzzzzzzz", "é00000000000"] {
            assert_eq!(wrong.parse::<PersonId>(), Err(IdError), "{wrong}");
        }
    }

    #[test]
    fn a_rematch_has_a_table_of_its_own() {
        let table = TableId(7);
        assert_eq!(table.rematch(), table.rematch());
        assert_ne!(table.rematch(), table);
        assert_ne!(table.rematch(), TableId(8).rematch());
    }
}
