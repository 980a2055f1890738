//! Tests of the stores from the outside: what every store must do, and what is special to each.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[macro_use]
mod conformance;
mod postgres;
use test_services as services;
mod sqlite;
