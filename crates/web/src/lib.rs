//! The club over HTTP: the API, the pages, event streams and WebSockets.

pub mod api;
mod app;
mod client;
mod code;
mod connections;
pub mod cookies;
mod entry;
mod extract;
mod fault;
mod feed;
mod gate;
mod host;
mod ops;
pub mod origin;
mod readiness;
mod request_times;
mod router;
pub mod serve;
mod site;
mod stream;
mod stream_limit;
pub mod worker;
