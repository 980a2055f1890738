//! The limits of a process, each of them a setting of the command line.

use std::time::Duration;

use club::TalkLimits;

use crate::table_quotas::TableQuota;

/// The limits of a process.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Requests a second that a person may make; `None` for no rate limit of any kind.
    pub requests_per_second: Option<u32>,
    /// Requests a second that all members of one address may make together, and as many again for everybody else
    /// there; `None` for no limit by address.
    pub address_requests_per_second: Option<u32>,
    /// Wrong passwords that one address may give for one account in ten minutes; `None` for no limit.
    pub password_failures: Option<u32>,
    /// The most requests that wait for a password hash, besides those that are being hashed.
    pub queued_passwords: usize,
    /// The most open connections; `None` for as many as the limit of open files allows.
    pub connections: Option<usize>,
    /// The most open connections of one address; `None` for no limit.
    pub address_connections: Option<usize>,
    /// The most open streams and sockets of one person; `None` for no limit.
    pub person_streams: Option<usize>,
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
    /// How many analyses may be unfinished in the whole club.
    pub pending_analyses: u32,
    /// The most tables of a member or a bot account.
    pub member_tables: TableQuota,
    /// The most tables of a guest.
    pub guest_tables: TableQuota,
    /// New tables of all guests at one address; `None` for no limit.
    pub guest_tables_per_hour: Option<u32>,
    /// Messages and mutes of a person at all tables; `None` for no limit.
    pub messages_per_minute: Option<u32>,
    /// Messages and mutes of a person at one table.
    pub talk: TalkLimits,
    /// The most tokens of an account; `None` for no limit.
    pub tokens: Option<u32>,
    /// How long nobody may take the name of somebody who deleted the account.
    pub names_reserved_for: Duration,
}

/// What the tests of the house use: no limits, and one search at once.
impl Default for Settings {
    fn default() -> Self {
        Self {
            requests_per_second: None,
            address_requests_per_second: None,
            password_failures: None,
            queued_passwords: 64,
            connections: None,
            address_connections: None,
            person_streams: None,
            searches: 1,
            waiting_searches: 4,
            engine_requests_per_minute: None,
            unfinished_analyses: 3,
            pending_analyses: 200,
            member_tables: TableQuota::default(),
            guest_tables: TableQuota::default(),
            guest_tables_per_hour: None,
            messages_per_minute: None,
            talk: TalkLimits::default(),
            tokens: None,
            names_reserved_for: Duration::from_hours(90 * 24),
        }
    }
}
