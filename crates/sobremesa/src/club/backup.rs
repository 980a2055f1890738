//! `sobremesa backup`: a copy of the club.

use std::io::Write;

use anyhow::Context;
use house::derive::rebuilder;

use super::{BackupArgs, wait_for};

pub(crate) fn run(args: &BackupArgs, out: &mut impl Write) -> anyhow::Result<()> {
    wait_for(async {
        let store = args.data.open().await?;
        let copied = store.backup(&args.to, rebuilder()).await;
        store.close().await;
        copied.with_context(|| format!("{} was not written", args.to.display()))
    })?;
    writeln!(
        out,
        "The club was copied to {}. To use it, put it in a folder as sobremesa.sqlite.",
        args.to.display()
    )?;
    Ok(())
}
