//! ¡No Siesta! on pages.

pub mod area;
pub mod choice;
pub mod farm;
pub mod lessons;
pub mod middle;
pub mod picture;
pub mod prompt;
pub mod score;
pub mod shapes;
pub mod story;
pub mod words;
