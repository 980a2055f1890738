//! Engines, matches between them, and what they say about games, as users run them.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod analyse;
mod arena;
mod hints;
#[path = "../program/mod.rs"]
mod program;
mod protocol;
mod session;
