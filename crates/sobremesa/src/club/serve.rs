//! `sobremesa serve`: the club is open.

use std::io::{IsTerminal, Write};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use server::people::cookies::Scheme;
use server::serve::{Config, recorder, serve};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing_subscriber::EnvFilter;

use super::{ServeArgs, wait_for};

pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> anyhow::Result<()> {
    log(args)?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let config = Config {
        requests_per_second: Some(args.rate_limit).filter(|rate| *rate > 0),
        searches: args.searches.unwrap_or(cores).max(1),
        scheme: if args.https { Scheme::Https } else { Scheme::Http },
        trust_proxy: args.trust_proxy,
    };
    let metrics = recorder().context("the measurements cannot be kept")?;
    wait_for(async {
        let store = args.data.open_or_found().await?;
        let listener = TcpListener::bind(args.listen).await.with_context(|| {
            format!("{} cannot be listened at; --listen ADDRESS chooses another", args.listen)
        })?;
        let address = listener.local_addr()?;
        writeln!(out, "Sobremesa is open at http://{address} (data in {})", args.data.data.display())?;
        out.flush()?;
        let (stop, stopped) = watch::channel(false);
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        tokio::spawn(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            tracing::info!("stopping: requests in flight are finished first");
            stop.send_replace(true);
        });
        // A task like those it starts: what this thread waits for itself, others would have to wake it for.
        tokio::spawn(serve(listener, Arc::new(store), metrics, config, stopped)).await??;
        tracing::info!("stopped");
        Ok(())
    })
}

fn log(args: &ServeArgs) -> anyhow::Result<()> {
    let filter: EnvFilter = args.log.parse().with_context(|| format!("--log {}", args.log))?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let set = if args.log_json { log.json().try_init() } else { log.try_init() };
    set.map_err(|error| anyhow!("the log cannot be kept: {error}"))
}
