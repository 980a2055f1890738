//! The limits of a server as flags and environment variables.

use std::time::Duration;

use house::{Settings, TableQuota};

use super::SearchesArg;

#[derive(clap::Args, Debug)]
pub(crate) struct LimitArgs {
    /// Requests per second allowed for each person and each address, with bursts of five times as many; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_RATE_LIMIT", default_value_t = 20)]
    rate_limit: u32,
    /// Public tables that wait for people, for each member and bot account; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_WAITING_TABLES", default_value_t = 5)]
    waiting_tables: u32,
    /// Public tables that wait for people, for each guest; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_GUEST_WAITING_TABLES", default_value_t = 2)]
    guest_waiting_tables: u32,
    /// Tables that are not over, for each member and bot account that created them; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_UNFINISHED_TABLES", default_value_t = 200)]
    unfinished_tables: u32,
    /// Tables that are not over, for each guest who created them; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_GUEST_UNFINISHED_TABLES", default_value_t = 20)]
    guest_unfinished_tables: u32,
    /// Tables that all guests at one address together may create in an hour; 0 for no limit, as with `--rate-limit 0`
    #[arg(long, value_name = "N", env = "SOBREMESA_GUEST_TABLES_PER_HOUR", default_value_t = 60)]
    guest_tables_per_hour: u32,
    /// Messages and mutes of each person at all tables in a minute; 0 for no limit, as with `--rate-limit 0`
    #[arg(long, value_name = "N", env = "SOBREMESA_MESSAGES_PER_MINUTE", default_value_t = 30)]
    messages_per_minute: u32,
    /// Days during which nobody may take the name of a deleted account
    #[arg(long, value_name = "DAYS", env = "SOBREMESA_RESERVE_NAMES", default_value_t = 90)]
    reserve_names: u32,
    #[command(flatten)]
    searches: SearchesArg,
}

/// A limit, which 0 turns off.
fn limit(number: u32) -> Option<u32> {
    Some(number).filter(|number| *number > 0)
}

impl LimitArgs {
    pub(crate) fn settings(&self) -> Settings {
        // Without a limit on requests there is none on tables and messages in a time either.
        let rate = |number| limit(self.rate_limit).and(limit(number));
        Settings {
            requests_per_second: limit(self.rate_limit),
            searches: self.searches.number(),
            member_tables: TableQuota {
                waiting: limit(self.waiting_tables),
                unfinished: limit(self.unfinished_tables),
            },
            guest_tables: TableQuota {
                waiting: limit(self.guest_waiting_tables),
                unfinished: limit(self.guest_unfinished_tables),
            },
            guest_tables_per_hour: rate(self.guest_tables_per_hour),
            messages_per_minute: rate(self.messages_per_minute),
            names_reserved_for: Duration::from_hours(24 * u64::from(self.reserve_names)),
        }
    }
}
