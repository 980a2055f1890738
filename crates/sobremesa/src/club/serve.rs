//! `sobremesa serve`: runs the server.

use std::io::Write;

use anyhow::{Context, ensure};
use store::DamagedLog;
use web::cookies::Scheme;
use web::serve::{Config, recorder, serve};

use super::{Place, ServeArgs, listen, log, wait_for};

pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> anyhow::Result<()> {
    log::start(&args.log)?;
    let place = args.data.place()?;
    let alone = matches!(place, Place::Sqlite(_));
    ensure!(!alone || args.bus.bus.is_none(), "--bus needs --database: it connects servers that share one");
    ensure!(!alone || !args.no_work, "--no-work needs --database: a worker has to share it");
    let https = args.https || args.origin.iter().any(|origin| origin.scheme() == Scheme::Https);
    let config = Config {
        settings: args.limits.settings(),
        scheme: if https { Scheme::Https } else { Scheme::Http },
        trust_proxy: args.trust_proxy,
        origins: args.origin.clone(),
        work: !args.no_work,
    };
    let metrics = recorder().context("cannot start the metrics recorder")?;
    wait_for(async {
        let damaged = if args.accept_damaged_log { DamagedLog::Accept } else { DamagedLog::Refuse };
        let store = args.data.open_to_serve(damaged).await?;
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
        // Spawned, because `block_on` would poll it on this thread, outside the worker threads that poll the tasks it
        // starts: every wake-up would have to cross over.
        tokio::spawn(serve(listener, store, bus, metrics, config, stopped)).await??;
        tracing::info!("stopped");
        Ok(())
    })
}
