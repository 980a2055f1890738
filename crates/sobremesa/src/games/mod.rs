//! What the commands do, game by game.

pub(crate) mod no_siesta;
pub(crate) mod siesta;
