//! The commands for Siesta.

mod advice;
mod board;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod show;
pub(crate) mod turns;
mod words;

use anyhow::anyhow;
use siesta::Position;

/// Parses the value of `--position`.
fn read_position(text: &str) -> anyhow::Result<Position> {
    text.parse().map_err(|error| anyhow!("--position: {error}"))
}
