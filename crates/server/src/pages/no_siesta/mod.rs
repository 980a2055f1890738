//! ¡No Siesta! on pages.

pub(super) mod choice;
pub(super) mod farm;
pub(super) mod middle;
pub(super) mod prompt;
pub(super) mod score;
pub(super) mod shapes;
pub(super) mod story;
pub(super) mod table;
pub(super) mod words;
