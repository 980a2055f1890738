//! The club over HTTP: store, live streams, bots and the API.

mod derive;
pub mod live;
pub mod store;
pub mod tables;
pub mod work;
