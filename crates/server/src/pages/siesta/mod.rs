//! Siesta on pages.

pub(super) mod advice;
pub(super) mod board;
pub(super) mod draft;
pub(super) mod edit;
pub(super) mod graph;
pub(super) mod laying;
pub(super) mod line;
pub(super) mod parts;
pub(super) mod story;
pub(super) mod words;
