//! What happens at tables, one claim a test.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod chance;
mod chat;
mod clocks;
mod creating;
mod devices;
mod leaving;
mod moves;
mod ratings;
mod rematch;
mod scene;
mod takebacks;
