//! The club over HTTP: the API and the pages, streams and sockets.

pub mod api;
pub mod app;
mod client;
pub mod cookies;
mod feed;
mod ops;
mod origin;
pub mod serve;
mod site;
pub mod worker;
