//! The limits of a process, each of them a setting of the command line.

/// The limits of a process.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Requests a second that a person or an address may make; `None` for no limit.
    pub requests_per_second: Option<u32>,
    /// The most searches of long bots that run at once. Quick bots have as many permits of their own; hints, sandboxes
    /// and analyses have half as many each.
    pub searches: usize,
    /// How many hints, and how many searches of sandboxes, may wait for a person; an address may have four times as many.
    pub waiting_searches: usize,
    /// Hints, searches of sandboxes and analyses that a person may ask for in a minute, and four times as many by
    /// address; `None` for no limit.
    pub engine_requests_per_minute: Option<u32>,
    /// How many analyses that a person asked for may be unfinished; an address may have four times as many.
    pub unfinished_analyses: usize,
}

/// What the tests of the house use: no rate limit, and one search at once.
impl Default for Settings {
    fn default() -> Self {
        Self {
            requests_per_second: None,
            searches: 1,
            waiting_searches: 4,
            engine_requests_per_minute: None,
            unfinished_analyses: 3,
        }
    }
}
