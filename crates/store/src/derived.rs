//! What follows from events.

use club::{GameResult, TableId, Time};

use crate::{Batch, Summary};

/// Computes what follows from a batch. Called for all batches in the order of the log.
pub type Derive = Box<dyn FnMut(&Batch) -> Result<Derived, String> + Send>;

/// What a batch changes in the derived tables.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Derived {
    /// The new summary of the table, if it changed.
    pub summary: Option<Summary>,
    /// The result, if the batch finished the game.
    pub result: Option<GameResult>,
    /// When a bot has to move or a clock runs out. Only a shared store writes this down.
    pub due: Due,
}

/// When a worker has to look at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Due {
    /// The batch changes nothing about it.
    #[default]
    Unchanged,
    /// Not until the next batch.
    Never,
    /// At this time, unless another batch comes first.
    At(Time),
}

/// A rating after a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingPoint {
    /// The table of the game.
    pub table: TableId,
    /// When the game ended.
    pub at: Time,
    /// The rating after the game.
    pub rating: f64,
}
