//! The API of the club, as those who use it find it: the program itself, asked over HTTP.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

#[path = "../club/mod.rs"]
mod club;
mod operations;
