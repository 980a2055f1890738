//! The commands of the club: opening it, and looking after its data.

pub(crate) mod backup;
pub(crate) mod export;
pub(crate) mod load;
mod log;
pub(crate) mod move_data;
pub(crate) mod rebuild;
pub(crate) mod serve;
pub(crate) mod verify;
pub(crate) mod work;

use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use ::club::TableId;
use anyhow::{Context, anyhow, ensure};
use clap::Parser;
use clap::builder::BoolishValueParser;
use house::bus::{Bus, Heard, Hub, NatsUrl};
use store::{PostgresStore, PostgresUrl, SqliteStore, Store};
use tokio::net::TcpListener;

/// The file of the club in its folder.
const FILE: &str = "sobremesa.sqlite";

#[derive(clap::Args, Debug)]
pub(crate) struct DataArg {
    /// The folder of the club's data
    #[arg(long, value_name = "DIR", env = "SOBREMESA_DATA", default_value = "sobremesa-data")]
    data: PathBuf,
    /// A PostgreSQL database instead of the folder: postgres://USER:PASSWORD@HOST:PORT/NAME
    #[arg(long, value_name = "URL", env = "SOBREMESA_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl DataArg {
    /// Where the club is.
    fn place(&self) -> anyhow::Result<Place> {
        Ok(match &self.database {
            Some(url) => Place::Postgres(Box::new(url.parse().context("--database")?)),
            None => Place::Sqlite(self.data.join(FILE)),
        })
    }

    /// Opens the club that is there.
    async fn open(&self) -> anyhow::Result<Arc<dyn Store>> {
        self.place()?.open().await
    }

    /// Opens the club, or founds it.
    async fn open_or_found(&self) -> anyhow::Result<Arc<dyn Store>> {
        let place = self.place()?;
        if let Place::Sqlite(_) = place {
            std::fs::create_dir_all(&self.data)
                .with_context(|| format!("the folder {} cannot be made", self.data.display()))?;
        }
        place.open_or_found().await
    }
}

/// Where a club is.
#[derive(Clone, Debug)]
enum Place {
    Sqlite(PathBuf),
    Postgres(Box<PostgresUrl>),
}

impl Place {
    /// A place as `move-data` names it: `sqlite:PATH` or the address of a database.
    fn named(text: &str) -> anyhow::Result<Self> {
        let Some(path) = text.strip_prefix("sqlite:") else {
            return Ok(Self::Postgres(Box::new(text.parse()?)));
        };
        let path = PathBuf::from(path);
        Ok(Self::Sqlite(if path.is_dir() { path.join(FILE) } else { path }))
    }

    /// Opens the club that is there.
    async fn open(&self) -> anyhow::Result<Arc<dyn Store>> {
        if let Self::Sqlite(file) = self {
            ensure!(file.exists(), "there is no club here: {} is missing", file.display());
        }
        self.open_or_found().await
    }

    /// Opens the club, or founds it.
    async fn open_or_found(&self) -> anyhow::Result<Arc<dyn Store>> {
        Ok(match self {
            Self::Sqlite(file) => {
                let opened = SqliteStore::open(file).await;
                Arc::new(opened.with_context(|| format!("{} cannot be opened", file.display()))?)
            }
            Self::Postgres(url) => Arc::new(PostgresStore::open(url).await?),
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => write!(f, "{}", file.display()),
            Self::Postgres(url) => write!(f, "{url}"),
        }
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct BusArg {
    /// A NATS server by which the servers of a database tell each other what is new: nats://HOST:PORT. Without
    /// one they look into the database twice a second
    #[arg(long, value_name = "URL", env = "SOBREMESA_BUS", hide_env_values = true)]
    bus: Option<String>,
}

impl BusArg {
    /// Joins the other servers of this store.
    async fn join(&self, store: &dyn Store) -> anyhow::Result<(Bus, Heard)> {
        let Some(text) = &self.bus else { return Ok(Arc::new(Hub::default()).join()) };
        let url: NatsUrl = text.parse().context("--bus")?;
        let joined = house::bus::nats(&url, store).await;
        joined.map_err(|error| anyhow!("the bus {url} cannot be used: {error}"))
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct LogArgs {
    /// What to log: error, warn, info, debug, or by part such as `info,server=debug`
    #[arg(long, value_name = "FILTER", env = "SOBREMESA_LOG", default_value = "info")]
    log: String,
    /// Log lines of JSON
    #[arg(long, env = "SOBREMESA_LOG_JSON", value_parser = BoolishValueParser::new())]
    log_json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct SearchesArg {
    /// How many bots think, and passwords are hashed, at once; as many as there are cores if not said
    #[arg(long, value_name = "N", env = "SOBREMESA_SEARCHES")]
    searches: Option<usize>,
}

impl SearchesArg {
    fn number(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.searches.unwrap_or_else(cores).max(1)
    }
}

/// Serves the club at one address, with everything it knows in one folder. Stop it with Ctrl+C: moves that
/// were accepted are kept, and bots and clocks go on at the next start. With --database any number of servers
/// are one club: see docs/operations.md.
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
    #[command(flatten)]
    bus: BusArg,
    /// Leave bots and clocks to `sobremesa work`
    #[arg(long, env = "SOBREMESA_NO_WORK", value_parser = BoolishValueParser::new())]
    no_work: bool,
    #[command(flatten)]
    searches: SearchesArg,
    /// Cookies are for HTTPS only: behind a proxy that encrypts
    #[arg(long, env = "SOBREMESA_HTTPS", value_parser = BoolishValueParser::new())]
    https: bool,
    /// Believe the last address in X-Forwarded-For: behind a proxy that sets it, and only there
    #[arg(long, env = "SOBREMESA_TRUST_PROXY", value_parser = BoolishValueParser::new())]
    trust_proxy: bool,
    #[command(flatten)]
    log: LogArgs,
}

/// Looks after bots, clocks and analyses of a club whose servers share a database. Any number may run, on any machine.
/// Stop it with Ctrl+C: what it has begun is finished, or done by another.
#[derive(clap::Args, Debug)]
pub(crate) struct WorkArgs {
    /// The PostgreSQL database of the club: postgres://USER:PASSWORD@HOST:PORT/NAME
    #[arg(long, value_name = "URL", env = "SOBREMESA_DATABASE", hide_env_values = true)]
    database: String,
    #[command(flatten)]
    bus: BusArg,
    /// Where to answer at /healthz, /readyz and /metrics; nowhere unless told
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    searches: SearchesArg,
    #[command(flatten)]
    log: LogArgs,
}

/// Carries a club to another database. Stop its servers first: what happens meanwhile would stay behind, and
/// the move is not called good then.
#[derive(clap::Args, Debug)]
pub(crate) struct MoveDataArgs {
    /// Where the club is: sqlite:DIR, sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/NAME
    #[arg(long, value_name = "PLACE")]
    from: String,
    /// Where it goes, which has to be empty: the same forms
    #[arg(long, value_name = "PLACE")]
    to: String,
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

/// Listens at an address that `--listen` gave.
async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let bound = TcpListener::bind(address).await;
    bound.with_context(|| format!("{address} cannot be listened at; --listen ADDRESS chooses another"))
}

/// Runs one task of a command to its end.
fn wait_for<T>(task: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(task)
}
