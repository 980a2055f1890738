//! `sobremesa rebuild`: rebuilds all derived data from the events.

use std::io::Write;

use house::derive::rebuilder;

use super::{DataArg, wait_for};

pub(crate) fn run(args: &DataArg, out: &mut impl Write) -> anyhow::Result<()> {
    let batches = wait_for(async {
        let store = args.open().await?;
        let batches = store.rebuild_derived(rebuilder()).await?;
        store.close().await;
        Ok(batches)
    })?;
    writeln!(out, "Rebuilt lists, results and ratings from {batches} batches of events.")?;
    Ok(())
}
