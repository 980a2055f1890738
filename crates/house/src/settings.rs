//! The limits of a process, each of them a setting of the command line.

use std::time::Duration;

use crate::table_quotas::TableQuota;

/// The limits of a process.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Requests a second that a person or an address may make; `None` for no limit.
    pub requests_per_second: Option<u32>,
    /// The most searches of bots, hints and analyses that run at once.
    pub searches: usize,
    /// The most tables of a member or a bot account.
    pub member_tables: TableQuota,
    /// The most tables of a guest.
    pub guest_tables: TableQuota,
    /// New tables of all guests at one address; `None` for no limit.
    pub guest_tables_per_hour: Option<u32>,
    /// Messages and mutes of a person at all tables; `None` for no limit.
    pub messages_per_minute: Option<u32>,
    /// How long nobody may take the name of somebody who deleted the account.
    pub names_reserved_for: Duration,
}

/// What the tests of the house use: no limits, and one search at once.
impl Default for Settings {
    fn default() -> Self {
        Self {
            requests_per_second: None,
            searches: 1,
            member_tables: TableQuota::default(),
            guest_tables: TableQuota::default(),
            guest_tables_per_hour: None,
            messages_per_minute: None,
            names_reserved_for: Duration::from_hours(90 * 24),
        }
    }
}
