//! `sobremesa move-data`: copies all data to another database and verifies the copy.

use std::io::Write;

use anyhow::{Context, bail, ensure};
use house::derive::rebuilder;
use store::Store;
use store::copy::{Inventory, copy};

use super::{MoveDataArgs, Place, log, wait_for};

pub(crate) fn run(args: &MoveDataArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let from = Place::parse(&args.from).context("--from")?;
    let to = Place::parse(&args.to).context("--to")?;
    log::start_warnings()?;
    wait_for(async {
        from.must_exist()?;
        let source = from.open_to_copy().await?;
        let target = to.open_to_copy().await?;
        let moved = copy_and_verify(&*source, &*target, &from, &to, out).await;
        target.close().await;
        source.close().await;
        moved
    })
}

async fn copy_and_verify(
    source: &dyn Store,
    target: &dyn Store,
    from: &Place,
    to: &Place,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    copy(source, target, rebuilder()).await.with_context(|| format!("nothing was moved to {to}"))?;
    let there = Inventory::of(target).await.with_context(|| format!("cannot verify {to}"))?;
    // The source is read after the copy, so that changes during the copy are noticed.
    let here = Inventory::of(source).await.with_context(|| format!("cannot verify {from}"))?;
    ensure!(here.batches.count > 0 || here.people.count > 0, "{from} has no data: nothing was moved");
    for ((what, here), (_, there)) in here.tallies().into_iter().zip(there.tallies()) {
        if here != there {
            bail!(
                "the {what} differ: {here} in {from}, {there} in {to}. Was a server running? Stop all servers, \
                 empty {to} and try again"
            );
        }
        writeln!(out, "{what}: {there}")?;
    }
    writeln!(out, "Copied all data to {to}; counts and hashes match. {from} was not changed.")?;
    Ok(())
}
