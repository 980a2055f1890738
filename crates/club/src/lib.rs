//! Online play as pure functions.
//!
//! A [`Table`] is the state that its [`Event`]s add up to. [`decide()`] returns the events that follow from a
//! [`Command`], or refuses it with a typed [`Refusal`]; [`Table::fold`] applies an event. Nothing here
//! knows of storage, networks or the time of day: the caller passes the time and the seed of chance
//! in a [`Context`].
//!
//! [`view`] is the choke point for what a viewer may see of a table.

mod analysis;
mod as_text;
mod attendance;
pub mod chance;
mod chat;
mod decide;
pub mod engine;
mod event;
mod fold;
mod ids;
mod kept;
mod options;
mod outcome;
pub mod rating;
pub mod record;
mod refusal;
mod results;
mod stage;
mod state;
mod table;
mod time;
mod variant;
pub mod view;

pub use analysis::Analysis;
pub use attendance::Attendance;
pub use chance::{Seed, SeedHash};
pub use chat::{TalkLimits, WINDOW as CHAT_WINDOW};
pub use decide::{Command, Context, Mover, create, decide, rematch};
pub use event::{Departure, Ending, Event, Room};
pub use ids::{IdError, PersonId, TableId};
pub use kept::{Kept, KeptError, KeptEvent, KeptProblem};
pub use options::{Chair, Clock, ClockError, Options, Sitter};
pub use outcome::result;
pub use rating::{Pool, PoolError, Standing};
pub use refusal::Refusal;
pub use results::{Exchange, GameResult, Kind, ResultEntry};
pub use stage::{Stage, StageError};
pub use state::{State, Step, StepError};
pub use table::{FoldError, Game, Message, Outcome, Place, Player, Progress, Table, Takeback};
pub use time::Time;
pub use variant::{GameName, GameNameError, Variant, VariantError, VariantForm};
