//! The limits of a process, each of them a setting of the command line.

/// The limits of a process.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Requests a second that a person or an address may make; `None` for no limit.
    pub requests_per_second: Option<u32>,
    /// The most searches of bots, hints and analyses that run at once.
    pub searches: usize,
}

/// What the tests of the house use: no rate limit, and one search at once.
impl Default for Settings {
    fn default() -> Self {
        Self { requests_per_second: None, searches: 1 }
    }
}
