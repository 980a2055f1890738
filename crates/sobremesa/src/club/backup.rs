//! `sobremesa backup`: copies all data to a SQLite file.

use std::io::Write;

use anyhow::Context;
use house::derive::rebuilder;

use super::{BackupArgs, log, wait_for};

pub(crate) fn run(args: &BackupArgs, out: &mut impl Write) -> anyhow::Result<()> {
    log::start_warnings()?;
    wait_for(async {
        let store = args.data.open().await?;
        let copied = store.backup(&args.to, rebuilder()).await;
        store.close().await;
        copied.with_context(|| format!("cannot write {}", args.to.display()))
    })?;
    writeln!(
        out,
        "Copied all data to {}. To use the copy, put it into a data folder as sobremesa.sqlite.",
        args.to.display()
    )?;
    Ok(())
}
