//! Who somebody is: names, passwords, secrets, guests, and which requests may use a cookie.

pub mod name;
mod skeleton;
