//! Analyses of finished games.

use club::TableId;

/// An analysis that was requested, with its progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAnalysis {
    /// The table of the game.
    pub table: TableId,
    /// How many turns the game has.
    pub turns: u32,
    /// How many of them are analysed.
    pub done: u32,
    /// The findings for the first `done` turns, as JSON.
    pub found: String,
}
