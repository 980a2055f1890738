//! `sobremesa rebuild`: rebuilds all derived data from the events.

use std::io::Write;

use house::derive::rebuilder;

use super::{DataArg, log, wait_for};

pub(crate) fn run(args: &DataArg, out: &mut impl Write) -> anyhow::Result<()> {
    log::start_warnings()?;
    let batches = wait_for(async {
        // Servers that share PostgreSQL wait meanwhile. The one that has a file for itself would fail to write.
        let store = args.place()?.open_alone().await?;
        let batches = store.rebuild_derived(rebuilder()).await?;
        store.close().await;
        Ok(batches)
    })?;
    writeln!(out, "Rebuilt lists, results and ratings from {batches} batches of events.")?;
    Ok(())
}
