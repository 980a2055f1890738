//! The club over HTTP: store, live streams, bots and the API.

pub mod limits;
pub mod people;
pub mod store;
