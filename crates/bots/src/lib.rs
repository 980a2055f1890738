//! Bots for both games, and analysis of played games.
//!
//! Every bot is deterministic for a seed and a number of nodes, and sees only what a player in its seat
//! may see.

pub mod analysis;
mod level;
pub mod no_siesta;
pub mod siesta;
mod think;

pub use level::{Level, LevelError};
pub use think::{Budget, Judge, Judged, Limits, Player, Thought, choose};
