//! The limits of a server as flags and environment variables.

use house::Settings;

use super::SearchesArg;

#[derive(clap::Args, Debug)]
pub(crate) struct LimitArgs {
    /// Requests per second allowed for each person and each address, with bursts of five times as many; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_RATE_LIMIT", default_value_t = 20)]
    rate_limit: u32,
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
        Settings {
            requests_per_second: Some(self.rate_limit).filter(|rate| *rate > 0),
            searches: self.searches.number(),
            waiting_searches: usize::from(self.waiting_searches),
            engine_requests_per_minute: Some(self.engine_limit).filter(|rate| *rate > 0),
            unfinished_analyses: usize::from(self.unfinished_analyses),
        }
    }
}
