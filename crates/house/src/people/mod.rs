//! Identity: names, passwords, secrets and the cookies of guests.

pub mod guest;
mod hasher;
mod hex;
pub mod name;
pub mod password;
pub mod secret;
mod skeleton;
