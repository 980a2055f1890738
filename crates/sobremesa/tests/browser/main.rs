//! The pages in a real browser.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

mod around;
mod chromium;
#[path = "../club/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod club;
mod device;
mod farms;
mod games;
#[path = "../lesson_turns/mod.rs"]
mod lesson_turns;
mod looks;
mod pictures;
mod slow;
mod table;
