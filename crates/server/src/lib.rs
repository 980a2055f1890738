//! The club over HTTP: store, live streams, bots, analyses, the API and the pages.

pub mod analyses;
pub mod api;
pub mod app;
pub mod bus;
pub mod derive;
pub mod farm_picture;
mod feed;
pub mod follow;
pub mod limits;
pub mod live;
pub mod names;
mod pages;
pub mod people;
pub mod picture;
pub mod presence;
pub mod serve;
pub mod store;
pub mod tables;
pub mod work;
pub mod worker;
