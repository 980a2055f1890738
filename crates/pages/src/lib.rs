//! Typed views in; HTML, SVG and words out. Pure: no I/O, no clock, no async.
#![expect(missing_docs, reason = "the surface of this crate is about to shrink to whole pages")]

pub mod address;
mod advice;
pub mod assets;
pub mod dates;
pub mod games;
pub mod graph;
pub mod learn;
pub mod levels;
mod margins;
pub mod names;
pub mod query;
pub mod replay;
pub mod share;
pub mod words;
