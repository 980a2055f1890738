//! Bots for both games, and analysis of played games.
//!
//! Every bot is deterministic for a seed and a number of nodes, and sees only what a player in its seat
//! may see.

pub mod analysis;
mod level;
pub mod no_siesta;
pub mod siesta;
mod think;
mod weights;

pub use level::{Level, LevelError};
#[cfg(not(target_family = "wasm"))]
pub use think::system_clock;
pub use think::{Budget, Clock, Judge, Judged, Limits, Player, Thought, choose};
pub use weights::{WeightFile, WeightsError};
