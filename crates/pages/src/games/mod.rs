//! What pages show of each game.

pub mod no_siesta;
pub mod siesta;
