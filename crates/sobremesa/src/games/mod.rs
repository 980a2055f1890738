//! The commands that differ by game.

pub(crate) mod no_siesta;
pub(crate) mod siesta;
