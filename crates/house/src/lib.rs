//! What people can do at the club, as use cases, and the work behind them. Knows nothing of HTTP or HTML.

mod access_cache;
pub mod analyses;
mod analysis_json;
pub mod bus;
pub mod derive;
pub mod follow;
mod house;
pub mod limits;
pub mod live;
pub mod names;
pub mod people;
pub mod presence;
pub mod process;
mod quota;
pub mod tables;
pub mod work;

pub use access_cache::Keys;
pub use house::House;
pub use process::{Process, Role};
pub use quota::{Asker, Limited, Limits};
