//! What follows from events.

use club::rating::QUICK_GAMES_WINDOW;
use club::{Exchange, GameResult, PersonId, TableId, Time};

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

/// The pairs of people whose earlier quick games decide whether this game changes ratings; none if it does in any
/// case, or never.
pub(crate) fn pairs_to_check(result: &GameResult) -> Vec<(PersonId, PersonId)> {
    if !result.rated || !result.pool.has_ratings() || result.exchange != Exchange::UnlessRepeated {
        return Vec::new();
    }
    let people = &result.people;
    let pairs = (1..people.len()).flat_map(|place| (0..place).map(move |other| (place, other)));
    let same_kind = pairs.filter(|(one, other)| people[*one].kind == people[*other].kind);
    same_kind.map(|(one, other)| (people[one].person, people[other].person)).collect()
}

/// The time after which quick games count against one that ended at `at`.
pub(crate) fn quick_games_since(at: Time) -> Time {
    Time(at.0.saturating_sub(u64::try_from(QUICK_GAMES_WINDOW.as_millis()).unwrap_or(u64::MAX)))
}

/// The same result without an exchange of ratings, which the operator is told of: these two may have arranged it.
pub(crate) fn without_exchange(
    result: &GameResult,
    table: TableId,
    (one, other): (PersonId, PersonId),
) -> GameResult {
    tracing::warn!(%table, %one, %other, "a repeated quick game of the same people changes no rating");
    metrics::counter!("sobremesa_repeated_quick_games_total").increment(1);
    GameResult { exchange: Exchange::Never, ..result.clone() }
}

/// A rating after a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingPoint {
    /// The table of the game, if the viewer may know it.
    pub table: Option<TableId>,
    /// When the game ended.
    pub at: Time,
    /// The rating after the game.
    pub rating: f64,
}
