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
}

impl LimitArgs {
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            requests_per_second: Some(self.rate_limit).filter(|rate| *rate > 0),
            searches: self.searches.number(),
        }
    }
}
