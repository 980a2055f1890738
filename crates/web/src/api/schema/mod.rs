//! The JSON of the views of `club` and `house`, for the description of the API. Those crates know nothing of schemas, so
//! these types mirror their views for `utoipa`. They are never instantiated. The tests check that real views have exactly
//! the fields that are described here.

mod event;
mod ids;
mod table;
#[cfg(test)]
mod tests;
mod words;

pub use event::{Chair, Clock, Departure, Ending, Event, Kind, Options, Room, Sitter, VariantForm};
pub use ids::{PersonId, Seed, SeedHash, TableId, Time};
pub(crate) use table::TableMessage;
pub use table::{
    Attendance, EventView, GameView, Kept, KeptEvent, MessageView, Notice, Now, PersonView, SeatView,
    TableView, Taken,
};
pub use words::{GameName, Pool, StageName, What};
