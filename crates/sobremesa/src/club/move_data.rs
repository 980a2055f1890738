//! `sobremesa move-data`: a club carried to another database.

use std::io::Write;

use anyhow::{Context, bail, ensure};
use house::derive::rebuilder;
use store::Store;
use store::copy::{Inventory, copy};

use super::{MoveDataArgs, Place, wait_for};

pub(crate) fn run(args: &MoveDataArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let from = Place::named(&args.from).context("--from")?;
    let to = Place::named(&args.to).context("--to")?;
    wait_for(async {
        let source = from.open().await?;
        let target = to.open_or_found().await?;
        let moved = carry(&*source, &*target, &from, &to, out).await;
        target.close().await;
        source.close().await;
        moved
    })
}

async fn carry(
    source: &dyn Store,
    target: &dyn Store,
    from: &Place,
    to: &Place,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    copy(source, target, rebuilder()).await.with_context(|| format!("nothing was moved to {to}"))?;
    let there = Inventory::of(target).await.with_context(|| format!("{to} cannot be checked"))?;
    // Read anew, so that a club that went on meanwhile is noticed.
    let here = Inventory::of(source).await.with_context(|| format!("{from} cannot be checked"))?;
    ensure!(here.batches.count > 0 || here.people.count > 0, "{from} has no club: nothing was moved");
    for ((what, here), (_, there)) in here.tallies().into_iter().zip(there.tallies()) {
        if here != there {
            bail!(
                "the {what} differ: {here} in {from}, {there} in {to}. Was the club open? Stop its servers, \
                 empty {to} and move it again"
            );
        }
        writeln!(out, "{what}: {there}")?;
    }
    writeln!(out, "The club is in {to} now, the same by count and hash. {from} was not changed.")?;
    Ok(())
}
