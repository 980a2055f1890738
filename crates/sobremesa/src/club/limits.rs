//! The limits of a server as flags and environment variables.

use house::Settings;

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
}

impl LimitArgs {
    pub(crate) fn settings(&self) -> Settings {
        let address_rate = self.address_rate_limit.unwrap_or(self.rate_limit.saturating_mul(ADDRESS_FACTOR));
        Settings {
            requests_per_second: Some(self.rate_limit).filter(|rate| *rate > 0),
            address_requests_per_second: Some(address_rate).filter(|rate| *rate > 0),
            password_failures: Some(self.password_failures).filter(|failures| *failures > 0),
            queued_passwords: self.password_queue,
            connections: self.connections,
            address_connections: Some(self.address_connections).filter(|most| *most > 0),
            person_streams: Some(self.streams).filter(|most| *most > 0),
            searches: self.searches.number(),
            waiting_searches: usize::from(self.waiting_searches),
            engine_requests_per_minute: Some(self.engine_limit).filter(|rate| *rate > 0),
            unfinished_analyses: usize::from(self.unfinished_analyses),
        }
    }
}
