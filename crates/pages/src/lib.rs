//! Typed views in; HTML, SVG and words out. Pure: no I/O, no clock, no async.
#![expect(missing_docs, reason = "the surface of this crate is about to shrink to whole pages")]

pub mod account;
pub mod address;
mod advice;
pub mod assets;
mod dates;
pub mod errors;
pub mod fields;
pub mod games;
pub mod graph;
pub mod home;
pub mod leaderboard;
pub mod learn;
pub mod levels;
mod lists;
pub mod look;
mod margins;
pub mod names;
pub mod new_table;
pub mod profile;
pub mod query;
pub mod replay;
pub mod settings;
pub mod share;
pub mod shell;
pub mod sign;
pub mod table;
pub mod verify;
pub mod viewer;
pub mod words;
