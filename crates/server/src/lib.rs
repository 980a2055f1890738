//! The club over HTTP: store, live streams, bots and the API.

pub mod store;
