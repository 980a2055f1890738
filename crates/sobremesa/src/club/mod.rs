//! The commands of the club: opening it, and looking after its data.

pub(crate) mod backup;
pub(crate) mod export;
pub(crate) mod load;
pub(crate) mod rebuild;
pub(crate) mod serve;
pub(crate) mod verify;

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;

use ::club::TableId;
use anyhow::{Context, ensure};
use clap::Parser;
use clap::builder::BoolishValueParser;
use server::store::SqliteStore;

/// The file of the club in its folder.
const FILE: &str = "sobremesa.sqlite";

#[derive(clap::Args, Debug)]
pub(crate) struct DataArg {
    /// The folder of the club's data
    #[arg(long, value_name = "DIR", env = "SOBREMESA_DATA", default_value = "sobremesa-data")]
    data: PathBuf,
}

impl DataArg {
    /// Opens the club that is there.
    async fn open(&self) -> anyhow::Result<SqliteStore> {
        let file = self.data.join(FILE);
        ensure!(file.exists(), "there is no club in {}: {} is missing", self.data.display(), file.display());
        SqliteStore::open(&file).await.with_context(|| format!("{} cannot be opened", file.display()))
    }

    /// Opens the club, or founds it.
    async fn open_or_found(&self) -> anyhow::Result<SqliteStore> {
        std::fs::create_dir_all(&self.data)
            .with_context(|| format!("the folder {} cannot be made", self.data.display()))?;
        let file = self.data.join(FILE);
        SqliteStore::open(&file).await.with_context(|| format!("{} cannot be opened", file.display()))
    }
}

/// Serves the club at one address, with everything it knows in one folder. Stop it with Ctrl+C: moves that
/// were accepted are kept, and bots and clocks go on at the next start.
#[derive(clap::Args, Debug)]
pub(crate) struct ServeArgs {
    /// Where to listen; 0.0.0.0:7070 is open to the network
    #[arg(long, value_name = "ADDRESS", env = "SOBREMESA_LISTEN", default_value = "127.0.0.1:7070")]
    listen: SocketAddr,
    #[command(flatten)]
    data: DataArg,
    /// Requests that a person or an address may make a second, five times as many at once; 0 for no limit
    #[arg(long, value_name = "N", env = "SOBREMESA_RATE_LIMIT", default_value_t = 20)]
    rate_limit: u32,
    /// How many bots think, and passwords are hashed, at once; as many as there are cores if not said
    #[arg(long, value_name = "N", env = "SOBREMESA_SEARCHES")]
    searches: Option<usize>,
    /// Cookies are for HTTPS only: behind a proxy that encrypts
    #[arg(long, env = "SOBREMESA_HTTPS", value_parser = BoolishValueParser::new())]
    https: bool,
    /// Believe the last address in X-Forwarded-For: behind a proxy that sets it, and only there
    #[arg(long, env = "SOBREMESA_TRUST_PROXY", value_parser = BoolishValueParser::new())]
    trust_proxy: bool,
    /// What to log: error, warn, info, debug, or by part such as `info,server=debug`
    #[arg(long, value_name = "FILTER", env = "SOBREMESA_LOG", default_value = "info")]
    log: String,
    /// Log lines of JSON
    #[arg(long, env = "SOBREMESA_LOG_JSON", value_parser = BoolishValueParser::new())]
    log_json: bool,
}

#[derive(Parser)]
struct ServeOnly {
    #[command(flatten)]
    args: ServeArgs,
}

impl ServeArgs {
    /// What is said by the environment alone.
    pub(crate) fn from_environment() -> Self {
        ServeOnly::parse_from(["sobremesa"]).args
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct BackupArgs {
    /// Where the copy goes: a file that does not exist yet
    to: PathBuf,
    #[command(flatten)]
    data: DataArg,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ExportArgs {
    /// Only this table
    #[arg(long, value_name = "ID", conflicts_with = "person")]
    table: Option<TableId>,
    /// Only this person: the account and all tables where they sit
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    #[command(flatten)]
    data: DataArg,
}

/// Runs one task of a command to its end.
fn wait_for<T>(task: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(task)
}
