//! `sobremesa work`: bots and clocks, for servers elsewhere.

use std::io::Write;
use std::sync::Arc;

use anyhow::Context;
use server::serve::work;
use server::store::{PostgresStore, PostgresUrl, Store};

use super::{WorkArgs, log, wait_for};

pub(crate) fn run(args: &WorkArgs, out: &mut impl Write) -> anyhow::Result<()> {
    log::start(&args.log)?;
    let url: PostgresUrl = args.database.parse().context("--database")?;
    let searches = args.searches.number();
    wait_for(async {
        let store: Arc<dyn Store> = Arc::new(PostgresStore::open(&url).await?);
        let bus = args.bus.join(&*store).await?;
        writeln!(out, "Sobremesa works for the club in {url}, {searches} bots at once")?;
        out.flush()?;
        let stopped = log::until_stopped()?;
        tokio::spawn(work(store, bus, searches, stopped)).await??;
        tracing::info!("stopped");
        Ok(())
    })
}
