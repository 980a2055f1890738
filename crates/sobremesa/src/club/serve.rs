//! `sobremesa serve`: the club is open.

use std::io::Write;

use anyhow::{Context, ensure};
use web::cookies::Scheme;
use web::serve::{Config, recorder, serve};

use super::{Place, ServeArgs, listen, log, wait_for};

pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> anyhow::Result<()> {
    log::start(&args.log)?;
    let place = args.data.place()?;
    let alone = matches!(place, Place::Sqlite(_));
    ensure!(!alone || args.bus.bus.is_none(), "--bus is for several servers, which share a --database");
    ensure!(!alone || !args.no_work, "--no-work is for several processes, which share a --database");
    let config = Config {
        requests_per_second: Some(args.rate_limit).filter(|rate| *rate > 0),
        searches: args.searches.number(),
        scheme: if args.https { Scheme::Https } else { Scheme::Http },
        trust_proxy: args.trust_proxy,
        work: !args.no_work,
    };
    let metrics = recorder().context("the measurements cannot be kept")?;
    wait_for(async {
        let store = args.data.open_or_found().await?;
        let bus = if alone { None } else { Some(args.bus.join(&*store).await?) };
        let listener = listen(args.listen).await?;
        let address = listener.local_addr()?;
        let data = match &place {
            Place::Sqlite(_) => args.data.data.display().to_string(),
            Place::Postgres(url) => url.to_string(),
        };
        writeln!(out, "Sobremesa is open at http://{address} (data in {data})")?;
        out.flush()?;
        let stopped = log::until_stopped()?;
        // A task like those it starts: what this thread waits for itself, others would have to wake it for.
        tokio::spawn(serve(listener, store, bus, metrics, config, stopped)).await??;
        tracing::info!("stopped");
        Ok(())
    })
}
