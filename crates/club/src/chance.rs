//! Fair chance: every outcome follows from a seed that was fixed before the game.
//!
//! When a game begins, 32 bytes are drawn from the operating system: the seed. Its SHA-256 is
//! published at once, the seed itself when the game is over. Every outcome in between is
//! computed from the seed:
//!
//! - `number(what, n, try)` is the first 8 bytes, most significant first, of the SHA-256 of the text
//!   `SEED WHAT N TRY`, where the seed is written as 64 hexadecimal digits in lower case.
//! - To draw below a limit: `number(what, n, 0)`, or `number(what, n, 1)` and so on as long as the
//!   number is not below the largest multiple of the limit; then its remainder.
//! - Seats: the chairs of the table, in their order, are shuffled: for `n` from the last place down to 1,
//!   the chair at place `n` is swapped with the one at `draw("seat", n, n + 1)`.
//! - Dice and tiles: the `n`th chance event of the game, from 1, lists its outcomes with their whole
//!   weights in the order of the rules; `draw("chance", n, sum of weights)` falls into one of them.
//!
//! A takeback never goes behind a chance event, so that the outcomes cannot be influenced, and a
//! record with its seed can be checked by anybody.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::as_text::as_text;

/// A text that is not 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 64 hexadecimal digits in lower case")]
pub struct HexError;

macro_rules! bytes {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub struct $name(pub [u8; 32]);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl FromStr for $name {
            type Err = HexError;

            fn from_str(text: &str) -> Result<Self, HexError> {
                let digit = |byte: u8| match byte {
                    b'0'..=b'9' => Ok(byte - b'0'),
                    b'a'..=b'f' => Ok(byte - b'a' + 10),
                    _ => Err(HexError),
                };
                let mut bytes = [0; 32];
                if text.len() != 2 * bytes.len() {
                    return Err(HexError);
                }
                for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
                    *byte = digit(pair[0])? << 4 | digit(pair[1])?;
                }
                Ok(Self(bytes))
            }
        }

        as_text!($name);
    };
}

bytes! {
    /// The seed from which all chance of a game follows. It is secret until the game is over.
    Seed
}

bytes! {
    /// The SHA-256 of a seed, public from the start.
    SeedHash
}

/// Hides the seed, so that it never gets into a log.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl fmt::Debug for SeedHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SeedHash({self})")
    }
}

impl Seed {
    /// The SHA-256 of the 32 bytes, which is published when the game begins.
    pub fn hash(&self) -> SeedHash {
        SeedHash(Sha256::digest(self.0).into())
    }

    fn number(&self, what: &str, n: u32, attempt: u32) -> u64 {
        let hash = Sha256::digest(format!("{self} {what} {n} {attempt}"));
        hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    fn draw(&self, what: &str, n: u32, limit: u64) -> u64 {
        let limit = limit.max(1);
        // Larger numbers are rejected, because they would make small remainders more likely.
        let most = u64::MAX - (u64::MAX % limit + 1) % limit;
        let number = (0..).map(|attempt| self.number(what, n, attempt)).find(|number| *number <= most);
        number.unwrap_or_default() % limit
    }

    /// The index of the chair of each seat, in a random order.
    pub fn seating(&self, chairs: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..chairs).collect();
        for place in (1..chairs).rev() {
            order.swap(place, self.draw("seat", place as u32, place as u64 + 1) as usize);
        }
        order
    }

    /// The outcome of the `n`th chance event of a game, from 1; `None` if the list is empty.
    pub fn outcome<T: Clone>(&self, n: u32, outcomes: &[(T, u64)]) -> Option<T> {
        let total = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut left = self.draw("chance", n, total);
        for (outcome, weight) in outcomes {
            if left < *weight {
                return Some(outcome.clone());
            }
            left -= weight;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: Seed = Seed([7; 32]);

    /// The numbers are those that `printf '%s' "SEED chance 1 0" | sha256sum` gives.
    #[test]
    fn the_derivation_is_the_documented_one() {
        let hash = Sha256::digest(format!("{} chance 1 0", "07".repeat(32)));
        let first = u64::from_be_bytes(hash[..8].try_into().unwrap());
        assert_eq!(SEED.number("chance", 1, 0), first);
        assert_eq!(SEED.draw("chance", 1, 1000), first % 1000);
        assert_eq!(
            SEED.hash().to_string(),
            "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0"
        );
    }

    #[test]
    fn weights_are_kept() {
        let mut seen = [0; 3];
        for n in 0..9000 {
            seen[SEED.outcome(n, &[(0, 1), (1, 0), (2, 2)]).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((2800..3200).contains(&seen[0]), "{seen:?}");
        assert_eq!(SEED.outcome::<u8>(1, &[]), None);
    }

    #[test]
    fn every_seating_is_as_likely_as_any_other() {
        let mut seen = std::collections::BTreeMap::new();
        for byte in 0..=255 {
            for other in 0..10 {
                let mut seed = [byte; 32];
                seed[0] = other;
                *seen.entry(Seed(seed).seating(3)).or_insert(0) += 1;
            }
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|count| (350..500).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_seed_is_read_as_it_is_written_and_hides_in_debug() {
        assert_eq!(SEED.to_string().parse(), Ok(SEED));
        assert_eq!(format!("{SEED:?}"), "Seed(…)");
        for wrong in ["", "07", &"0g".repeat(32), &"0A".repeat(32)] {
            assert_eq!(wrong.parse::<Seed>(), Err(HexError), "{wrong}");
        }
    }
}
