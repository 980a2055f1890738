//! Siesta on pages.

pub mod board;
pub mod choices;
pub mod draft;
pub mod edit;
pub mod laying;
pub mod lessons;
pub mod line;
pub mod parts;
pub mod picture;
pub mod story;
pub mod words;
