//! The API of the club, as those who use it find it: the program itself, asked over HTTP.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod access;
mod bad_input;
#[path = "../club/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod club;
mod devices;
#[path = "../club/flood.rs"]
mod flood;
mod hosts;
mod idempotency;
mod kept;
#[path = "../lesson_turns/mod.rs"]
mod lesson_turns;
mod lessons;
mod limits;
mod operations;
mod pages;
mod people;
mod presence;
mod quotas;
mod replays;
mod searches;
mod secrets;
mod several_moves;
mod sign_in_failures;
mod slow_readers;
