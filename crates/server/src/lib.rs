//! The club over HTTP: store, live streams, bots and the API.

pub mod api;
pub mod app;
pub mod derive;
mod feed;
pub mod limits;
pub mod live;
pub mod names;
pub mod people;
pub mod serve;
pub mod store;
pub mod tables;
pub mod work;
