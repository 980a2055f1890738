//! Many servers, one club: processes of every role on one PostgreSQL and one NATS.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

#[path = "../club/mod.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod club;
mod cluster;
#[path = "../club/evening.rs"]
mod evening;
#[path = "../club/flood.rs"]
mod flood;
#[path = "../club/player.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod player;
#[path = "../club/trouble.rs"]
mod trouble;
use test_services as services;

mod chaos;
mod data;
mod together;
