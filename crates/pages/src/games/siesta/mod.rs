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

use super::GamePages;

/// Siesta on pages.
pub struct Siesta;

impl GamePages for Siesta {
    fn name(&self) -> &'static str {
        "Siesta"
    }

    // --- The table -------------------------------------------------------------------------------------------

    // --- Lists and forms -------------------------------------------------------------------------------------

    // --- Replay, learning, pictures --------------------------------------------------------------------------
}
