//! Who somebody is: names, passwords, secrets, guests, and which requests may use a cookie.

mod hasher;
pub mod name;
pub mod password;
mod skeleton;
