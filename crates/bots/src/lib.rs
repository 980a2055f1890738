//! Players made of code.
//!
//! Every bot is deterministic for a seed, and sees what a player in its seat may see.

mod level;
pub mod no_siesta;
pub mod siesta;

pub use level::{Level, LevelError};
