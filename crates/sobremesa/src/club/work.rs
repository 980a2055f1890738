//! `sobremesa work`: runs bots, clocks and analyses for servers that share a database.

use std::io::Write;
use std::sync::Arc;

use anyhow::Context;
use house::Settings;
use store::{PostgresStore, PostgresUrl, Store};
use web::serve::recorder;
use web::worker::work;

use super::{WorkArgs, listen, log, wait_for};

pub(crate) fn run(args: &WorkArgs, out: &mut impl Write) -> anyhow::Result<()> {
    log::start(&args.log)?;
    let url: PostgresUrl = args.database.parse().context("--database")?;
    let settings = Settings { searches: args.searches.number(), ..Settings::default() };
    let metrics = recorder().context("cannot start the metrics recorder")?;
    wait_for(async {
        let store: Arc<dyn Store> = Arc::new(PostgresStore::open(&url).await?);
        let bus = args.bus.join(&*store).await?;
        let listener = match args.listen {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        write!(
            out,
            "Sobremesa works for the servers of {url}, up to {} searches at once",
            settings.searches
        )?;
        if let Some(listener) = &listener {
            write!(out, ", health and metrics at http://{}", listener.local_addr()?)?;
        }
        writeln!(out)?;
        out.flush()?;
        let stopped = log::until_stopped()?;
        tokio::spawn(work(store, bus, metrics, settings, listener, stopped)).await??;
        tracing::info!("stopped");
        Ok(())
    })
}
