//! Tests of the rules of Siesta from the outside.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod against_naive;
mod laws;
mod naive;
mod notation;
mod perft;
mod rulings;

/// How many random games to play of each variant: few in every test run, many with
/// `SOBREMESA_NIGHTLY` set.
fn games(usual: u64, nightly: u64) -> u64 {
    if std::env::var_os("SOBREMESA_NIGHTLY").is_some() { nightly } else { usual }
}
