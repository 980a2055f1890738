//! Siesta on pages.

pub(super) mod board;
pub(super) mod choices;
pub(super) mod draft;
pub(super) mod edit;
pub(super) mod laying;
pub(super) mod line;
pub(super) mod parts;
pub(super) mod story;
pub(super) mod table;
pub(super) mod words;
