//! Who somebody is: names, passwords, secrets, guests, and which requests may use a cookie.

pub mod cookies;
pub mod guest;
mod hasher;
mod hex;
pub mod name;
pub mod origin;
pub mod password;
pub mod secret;
mod skeleton;
