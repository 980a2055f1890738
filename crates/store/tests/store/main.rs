//! Tests of the stores: the properties that both share, and those of each.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[macro_use]
mod conformance;
mod postgres;
use test_services as services;
mod sqlite;
mod sqlite_files;
