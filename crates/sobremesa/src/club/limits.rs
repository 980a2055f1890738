//! The limits of a server as flags and environment variables.

use std::time::Duration;

use club::TalkLimits;
use house::{Settings, TableQuota};

use super::SearchesArg;

/// How many times the requests of a person an address may make, unless it is said.
const ADDRESS_FACTOR: u32 = 5;

#[derive(clap::Args, Debug)]
pub(crate) struct LimitArgs {
    /// Requests per second allowed for each person, with bursts of five times as many; 0 for no rate limits at all
    #[arg(long, value_name = "N", env = "SOBREMESA_RATE_LIMIT", default_value_t = 20)]
    rate_limit: u32,
    /// Requests per second allowed for all members of an address together, and for all others there; 0 for no limit
    /// [default: 5 times --rate-limit]
    #[arg(long, value_name = "N", env = "SOBREMESA_ADDRESS_RATE_LIMIT")]
    address_rate_limit: Option<u32>,
    /// Wrong passwords allowed in ten minutes for each account and address; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_PASSWORD_FAILURES", default_value_t = 10)]
    password_failures: u32,
    /// Passwords that may wait to be checked; an address may fill a quarter of the queue
    #[arg(long, value_name = "N", env = "SOBREMESA_PASSWORD_QUEUE", default_value_t = 64)]
    password_queue: usize,
    /// Connections allowed in all [default: the limit of open files less 64]
    #[arg(long, value_name = "N", env = "SOBREMESA_CONNECTIONS")]
    connections: Option<usize>,
    /// Connections allowed for each address, not counted with --trust-proxy; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_ADDRESS_CONNECTIONS", default_value_t = 500)]
    address_connections: usize,
    /// Streams and sockets allowed for each person; ten times as many for each address; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_STREAMS", default_value_t = 30)]
    streams: usize,
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
    #[arg(long, value_name = "N", env = "SOBREMESA_GUEST_UNFINISHED_TABLES", default_value_t = 50)]
    guest_unfinished_tables: u32,
    /// Tables that all guests at one address together may create in an hour; 0 for no limit, as with `--rate-limit 0`
    #[arg(long, value_name = "N", env = "SOBREMESA_GUEST_TABLES_PER_HOUR", default_value_t = 240)]
    guest_tables_per_hour: u32,
    /// Messages and mutes of each person at all tables in a minute; 0 for no limit, as with `--rate-limit 0`
    #[arg(long, value_name = "N", env = "SOBREMESA_MESSAGES_PER_MINUTE", default_value_t = 30)]
    messages_per_minute: u32,
    /// Messages of each person at one table in ten seconds; 0 for no limit
    #[arg(
        long,
        value_name = "N",
        env = "SOBREMESA_TABLE_MESSAGES",
        default_value_t = 5,
        value_parser = clap::value_parser!(u32).range(..=100)
    )]
    table_messages: u32,
    /// People whom each person may mute at one table; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_MUTES", default_value_t = 20)]
    mutes: u32,
    /// Tokens of each account; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_TOKENS", default_value_t = 20)]
    tokens: u32,
    /// Days during which nobody may take the name of a deleted account
    #[arg(long, value_name = "DAYS", env = "SOBREMESA_RESERVE_NAMES", default_value_t = 90)]
    reserve_names: u32,
    #[command(flatten)]
    searches: SearchesArg,
    /// Hints, sandbox searches and analyses allowed per minute for each person, and four times as many for each address;
    /// 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_ENGINE_LIMIT", default_value_t = 30)]
    engine_limit: u32,
    /// Hints, and sandbox searches, that may wait for each person, and four times as many for each address
    #[arg(long, value_name = "N", env = "SOBREMESA_WAITING_SEARCHES", default_value_t = 4)]
    waiting_searches: u16,
    /// Unfinished analyses allowed for each person, and four times as many for each address
    #[arg(long, value_name = "N", env = "SOBREMESA_UNFINISHED_ANALYSES", default_value_t = 3)]
    unfinished_analyses: u16,
    /// Unfinished analyses allowed in the whole club
    #[arg(long, value_name = "N", env = "SOBREMESA_CLUB_ANALYSES", default_value_t = 200)]
    club_analyses: u32,
}

/// A limit, which 0 turns off.
fn limit(number: u32) -> Option<u32> {
    Some(number).filter(|number| *number > 0)
}

impl LimitArgs {
    pub(crate) fn settings(&self) -> Settings {
        // Without a limit on requests there is none on tables and messages in a time either.
        let rate = |number| limit(self.rate_limit).and(limit(number));
        let address_rate = self.address_rate_limit.unwrap_or(self.rate_limit.saturating_mul(ADDRESS_FACTOR));
        Settings {
            requests_per_second: limit(self.rate_limit),
            address_requests_per_second: limit(address_rate),
            password_failures: limit(self.password_failures),
            queued_passwords: self.password_queue,
            connections: self.connections,
            address_connections: Some(self.address_connections).filter(|most| *most > 0),
            person_streams: Some(self.streams).filter(|most| *most > 0),
            searches: self.searches.number(),
            waiting_searches: usize::from(self.waiting_searches),
            engine_requests_per_minute: limit(self.engine_limit),
            unfinished_analyses: usize::from(self.unfinished_analyses),
            pending_analyses: self.club_analyses,
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
            talk: TalkLimits { messages: limit(self.table_messages), muted: limit(self.mutes) },
            tokens: limit(self.tokens),
            names_reserved_for: Duration::from_hours(24 * u64::from(self.reserve_names)),
        }
    }
}
