//! The contract between a game and everything that plays, stores or shows it.
//!
//! A game is a state that implements [`Rules`]. Whoever holds a state asks it who is to act
//! ([`Rules::to_act`]), what they may do ([`Rules::actions`]), and applies it ([`Rules::play`]).
//! Chance is explicit: when it is to act, the state lists the outcomes with their weights, and
//! applying one of them is as deterministic as a player's action. A state therefore never draws
//! anything by itself, and holds no secret that could leak from it.
//!
//! [`check`] plays at random and checks the laws that make all this dependable. Every game runs it
//! for every player count and option.

pub mod check;
mod perft;
mod random;
mod ranks;
pub mod record;
mod rules;
mod seat;

pub use perft::{Steps, WrongWeights, count_steps, perft};
pub use random::{Random, mix};
pub use ranks::ranks;
pub use record::Record;
pub use rules::{Never, Rules, Setup, ToAct, Viewer};
pub use seat::{BySeat, Players, Seat, SeatError, SeatSet};
