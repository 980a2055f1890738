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

use super::GamePages;

/// ¡No Siesta! on pages.
pub struct NoSiesta;

impl GamePages for NoSiesta {
    fn name(&self) -> &'static str {
        "¡No Siesta!"
    }

    // --- The table -------------------------------------------------------------------------------------------

    // --- Lists and forms -------------------------------------------------------------------------------------

    // --- Replay, learning, pictures --------------------------------------------------------------------------
}
