//! What the pages of each game show. One trait, one implementation a game, and one list of them.

pub mod no_siesta;
pub mod siesta;

use club::GameName;

/// The parts of pages that differ from game to game.
pub trait GamePages: Sync {
    /// The name of the game, the same in every language.
    fn name(&self) -> &'static str;

    // --- The table -------------------------------------------------------------------------------------------

    // --- Lists and forms -------------------------------------------------------------------------------------

    // --- Replay, learning, pictures --------------------------------------------------------------------------
}

/// The pages of a game. The only list of games in this crate.
pub fn pages_of(game: GameName) -> &'static dyn GamePages {
    match game {
        GameName::Siesta => &siesta::Siesta,
        GameName::NoSiesta => &no_siesta::NoSiesta,
    }
}
