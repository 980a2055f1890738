//! The commands that run the server and manage its data.

pub(crate) mod backup;
mod client;
pub(crate) mod export;
mod limits;
pub(crate) mod load;
mod log;
pub(crate) mod move_data;
pub(crate) mod rebuild;
pub(crate) mod serve;
pub(crate) mod soak;
pub(crate) mod verify;
pub(crate) mod work;

use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::limits::LimitArgs;
use ::club::TableId;
use anyhow::{Context, anyhow, ensure};
use clap::Parser;
use clap::builder::BoolishValueParser;
use house::bus::{Bus, Heard, Hub, NatsUrl};
use store::{
    DamagedLog, DatabaseLock, PostgresStore, PostgresUrl, SqliteStore, Store, StoreError,
    create_private_folder,
};
use tokio::net::TcpListener;
use web::origin::Origin;

/// The name of the SQLite file in the data folder.
const SQLITE_FILE: &str = "sobremesa.sqlite";

#[derive(clap::Args, Debug)]
pub(crate) struct DataArg {
    /// Data folder
    #[arg(long, value_name = "DIR", env = "SOBREMESA_DATA", default_value = "sobremesa-data")]
    data: PathBuf,
    /// PostgreSQL database to use instead of the data folder: postgres://USER:PASSWORD@HOST:PORT/NAME
    #[arg(long, value_name = "URL", env = "SOBREMESA_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl DataArg {
    /// The place that the options name.
    fn place(&self) -> anyhow::Result<Place> {
        Ok(match &self.database {
            Some(url) => Place::Postgres(Box::new(url.parse().context("--database")?)),
            None => Place::Sqlite(self.data.join(SQLITE_FILE)),
        })
    }

    /// Opens the store, which must exist, beside a server that may be running.
    async fn open(&self) -> anyhow::Result<Arc<dyn Store>> {
        self.place()?.open().await
    }

    /// Opens the store for a server, or creates it.
    async fn open_to_serve(&self, damaged: DamagedLog) -> anyhow::Result<Arc<dyn Store>> {
        let place = self.place()?;
        if let Place::Sqlite(_) = place {
            create_private_folder(&self.data)
                .with_context(|| format!("cannot create the folder {}", self.data.display()))?;
        }
        place.open_with(|file| SqliteStore::open_to_serve(file, damaged)).await
    }
}

/// Where the data is.
#[derive(Clone, Debug)]
enum Place {
    Sqlite(PathBuf),
    Postgres(Box<PostgresUrl>),
}

impl Place {
    /// Parses a place as `move-data` takes it: `sqlite:PATH` or the URL of a database.
    fn parse(text: &str) -> anyhow::Result<Self> {
        let Some(path) = text.strip_prefix("sqlite:") else {
            return Ok(Self::Postgres(Box::new(text.parse()?)));
        };
        let path = PathBuf::from(path);
        Ok(Self::Sqlite(if path.is_dir() { path.join(SQLITE_FILE) } else { path }))
    }

    /// Opens the store, which must exist, beside a server that may be running.
    async fn open(&self) -> anyhow::Result<Arc<dyn Store>> {
        self.must_exist()?;
        self.open_with(SqliteStore::open_beside).await
    }

    /// Opens the store, which must exist. A SQLite file must not be used by a server, and none can use it until this
    /// process ends.
    async fn open_alone(&self) -> anyhow::Result<Arc<dyn Store>> {
        self.must_exist()?;
        self.open_with(|file| SqliteStore::open_alone(file, DamagedLog::Refuse)).await
    }

    /// Opens the store for a copy, or creates it. A SQLite file that a server has used before must not be used by one now.
    async fn open_to_copy(&self) -> anyhow::Result<Arc<dyn Store>> {
        match self {
            Self::Sqlite(file) if DatabaseLock::was_used(file) => {
                self.open_with(|file| SqliteStore::open_alone(file, DamagedLog::Refuse)).await
            }
            Self::Sqlite(_) | Self::Postgres(_) => self.open_with(SqliteStore::open_beside).await,
        }
    }

    /// Fails if there is no SQLite file.
    fn must_exist(&self) -> anyhow::Result<()> {
        if let Self::Sqlite(file) = self {
            ensure!(file.exists(), "no data found: {} does not exist", file.display());
        }
        Ok(())
    }

    async fn open_with<'a, F>(&'a self, open: impl FnOnce(&'a Path) -> F) -> anyhow::Result<Arc<dyn Store>>
    where
        F: Future<Output = Result<SqliteStore, StoreError>>,
    {
        Ok(match self {
            Self::Sqlite(file) => {
                Arc::new(open(file).await.with_context(|| format!("cannot open {}", file.display()))?)
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
    /// NATS server over which servers that share a database notify each other: nats://HOST:PORT. Without it, they poll
    /// the database twice a second
    #[arg(long, value_name = "URL", env = "SOBREMESA_BUS", hide_env_values = true)]
    bus: Option<String>,
}

impl BusArg {
    /// Connects to the other servers that share this store.
    async fn join(&self, store: &dyn Store) -> anyhow::Result<(Bus, Heard)> {
        let Some(text) = &self.bus else { return Ok(Arc::new(Hub::default()).join()) };
        let url: NatsUrl = text.parse().context("--bus")?;
        let joined = house::bus::connect_nats(&url, store).await;
        joined.map_err(|error| anyhow!("cannot use the bus {url}: {error}"))
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct LogArgs {
    /// What to log: error, warn, info or debug, also for single modules, as in `info,web=debug`
    #[arg(long, value_name = "FILTER", env = "SOBREMESA_LOG", default_value = "info")]
    log: String,
    /// Write the log as JSON lines
    #[arg(long, env = "SOBREMESA_LOG_JSON", value_parser = BoolishValueParser::new())]
    log_json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct SearchesArg {
    /// Maximum number of bot searches and password hashes at the same time [default: number of cores]
    #[arg(long, value_name = "N", env = "SOBREMESA_SEARCHES")]
    searches: Option<usize>,
}

impl SearchesArg {
    fn number(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.searches.unwrap_or_else(cores).max(1)
    }
}

/// Shown below the help of `serve`.
const SERVE_NOTES: &str = "\
All data is in the data folder, or with --database in PostgreSQL, which any number of servers can share: \
see docs/operations.md. Stop the server with Ctrl+C: all accepted moves are stored, and bots and clocks continue at \
the next start.";

#[derive(clap::Args, Debug)]
#[command(after_help = SERVE_NOTES)]
pub(crate) struct ServeArgs {
    /// Address and port to listen on; 0.0.0.0:7070 accepts connections from the network
    #[arg(long, value_name = "ADDRESS", env = "SOBREMESA_LISTEN", default_value = "127.0.0.1:7070")]
    listen: SocketAddr,
    #[command(flatten)]
    data: DataArg,
    /// Start although the write-ahead log of the SQLite file is damaged: drops what cannot be read, and keeps a copy of the
    /// log as sobremesa.sqlite-wal.damaged
    #[arg(long)]
    accept_damaged_log: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    bus: BusArg,
    /// Do not run bots, clocks and analyses in this process: `sobremesa work` does it
    #[arg(long, env = "SOBREMESA_NO_WORK", value_parser = BoolishValueParser::new())]
    no_work: bool,
    /// Where browsers find the server, as `https://play.example.org`: requests for other hosts are refused. Repeat the
    /// option or separate several by commas [default: any host]
    #[arg(long, value_name = "URL", env = "SOBREMESA_ORIGIN", value_delimiter = ',')]
    origin: Vec<Origin>,
    /// Mark cookies as HTTPS only; follows from an origin with https://
    #[arg(long, env = "SOBREMESA_HTTPS", value_parser = BoolishValueParser::new())]
    https: bool,
    /// Take the client's address from the last entry of X-Forwarded-For; set it only behind a proxy that sets this header
    #[arg(long, env = "SOBREMESA_TRUST_PROXY", value_parser = BoolishValueParser::new())]
    trust_proxy: bool,
    #[command(flatten)]
    log: LogArgs,
}

/// Shown below the help of `work`.
const WORK_NOTES: &str = "\
Any number of workers can run, on any machine. Stop a worker with Ctrl+C: it finishes its jobs, and another \
worker takes over those it cannot finish.";

#[derive(clap::Args, Debug)]
#[command(after_help = WORK_NOTES)]
pub(crate) struct WorkArgs {
    /// PostgreSQL database that the servers share: postgres://USER:PASSWORD@HOST:PORT/NAME
    #[arg(long, value_name = "URL", env = "SOBREMESA_DATABASE", hide_env_values = true)]
    database: String,
    #[command(flatten)]
    bus: BusArg,
    /// Address and port on which to serve /healthz, /readyz and /metrics [default: none]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    searches: SearchesArg,
    #[command(flatten)]
    log: LogArgs,
}

/// Shown below the help of `move-data`.
const MOVE_DATA_NOTES: &str = "\
Stop all servers first: the command fails if the source changes while it is copied. The source itself is not \
changed.";

#[derive(clap::Args, Debug)]
#[command(after_help = MOVE_DATA_NOTES)]
pub(crate) struct MoveDataArgs {
    /// Source: sqlite:DIR, sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/NAME
    #[arg(long, value_name = "PLACE")]
    from: String,
    /// Target, which must be empty; same forms as the source
    #[arg(long, value_name = "PLACE")]
    to: String,
}

#[derive(Parser)]
struct ServeOnly {
    #[command(flatten)]
    args: ServeArgs,
}

impl ServeArgs {
    /// The options from environment variables alone.
    pub(crate) fn from_environment() -> Self {
        ServeOnly::parse_from(["sobremesa"]).args
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct BackupArgs {
    /// File to write, which must not exist yet
    to: PathBuf,
    #[command(flatten)]
    data: DataArg,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ExportArgs {
    /// Export only this table
    #[arg(long, value_name = "ID", conflicts_with = "person")]
    table: Option<TableId>,
    /// Export only this person: the account and all tables where they play
    #[arg(long, value_name = "NAME")]
    person: Option<String>,
    #[command(flatten)]
    data: DataArg,
}

/// Listens on the address of `--listen`.
async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let bound = TcpListener::bind(address).await;
    bound.with_context(|| format!("cannot listen on {address}; choose another address with --listen"))
}

/// Runs an async task on a new multi-threaded runtime.
fn wait_for<T>(task: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(async {
        log::survive_file_size_limit()?;
        task.await
    })
}
