//! The JSON of the club's own types, as the description of the API tells it. `club` knows nothing of schemas: these
//! types mirror its views for `utoipa` alone, and a test compares both field by field.

mod event;
mod ids;
mod table;
mod words;

pub use event::{Chair, Clock, Departure, Ending, Event, Kind, Options, Room, Sitter, VariantForm};
pub use ids::{PersonId, Seed, SeedHash, TableId, Time};
pub(crate) use table::TableMessage;
pub use table::{
    Attendance, EventView, GameView, MessageView, Notice, Now, PersonView, SeatView, TableView, Taken,
};
pub use words::{GameName, Pool, StageName, What};
