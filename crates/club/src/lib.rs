//! Online play as pure functions.

pub mod chance;
mod ids;
pub mod rating;
mod results;
mod time;

pub use chance::{Seed, SeedHash};
pub use ids::{IdError, PersonId, TableId};
pub use rating::{Pool, PoolError, Standing};
pub use results::{GameResult, Kind, ResultEntry};
pub use time::Time;
