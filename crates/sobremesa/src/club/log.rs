//! Logging, and the signals that stop a server.

use std::io::IsTerminal;

use anyhow::{Context, anyhow};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::LogArgs;

/// Starts logging to standard error.
pub(super) fn start(args: &LogArgs) -> anyhow::Result<()> {
    let filter: Targets = args.log.parse().with_context(|| format!("--log {}", args.log))?;
    let log = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let filtered = tracing_subscriber::registry().with(filter);
    let set =
        if args.log_json { filtered.with(log.json()).try_init() } else { filtered.with(log).try_init() };
    set.map_err(|error| anyhow!("cannot start logging: {error}"))
}

/// Starts logging warnings and errors to standard error, for commands.
pub(super) fn start_warnings() -> anyhow::Result<()> {
    start(&LogArgs { log: "warn".to_owned(), log_json: false })
}

/// The number of the signal that a process gets when it writes past its limit of file sizes, `ulimit -f`.
const SIGXFSZ: i32 = 25;

/// Lets a write past the limit of file sizes fail. By default its signal ends the process; with a handler the write
/// returns an error.
pub(super) fn survive_file_size_limit() -> anyhow::Result<()> {
    // The handler stays when the receiver is dropped.
    signal(SignalKind::from_raw(SIGXFSZ)).map(drop)?;
    Ok(())
}

/// A flag that becomes true on SIGINT or SIGTERM.
pub(super) fn until_stopped() -> anyhow::Result<watch::Receiver<bool>> {
    let (stop, stopped) = watch::channel(false);
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    tokio::spawn(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        tracing::info!("stopping: finishing what is in progress");
        stop.send_replace(true);
    });
    Ok(stopped)
}
