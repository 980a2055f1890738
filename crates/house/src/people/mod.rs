//! Who somebody is: names, passwords, secrets and guests.

pub mod guest;
mod hasher;
mod hex;
pub mod name;
pub mod password;
pub mod secret;
mod skeleton;
