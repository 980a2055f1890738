//! Siesta on pages.

pub(super) mod board;
pub(super) mod draft;
pub(super) mod laying;
pub(super) mod story;
pub(super) mod words;
