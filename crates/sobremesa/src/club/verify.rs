//! `sobremesa verify`: checks a record against the rules and its seed.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;
use club::record::verify;

use crate::input;

pub(crate) fn run(file: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let bytes = input::read_or_stdin(file)?;
    let verified = verify(&bytes).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    let count = |number: u32, what: &str| match number {
        1 => format!("1 {what}"),
        number => format!("{number} {what}s"),
    };
    writeln!(out, "The record is valid.")?;
    writeln!(out, "  {} of players, all legal", count(verified.steps, "step"))?;
    writeln!(out, "  {}, all from the seed", count(verified.chances, "chance event"))?;
    let seats =
        if verified.seats_drawn { "drawn from the seed" } else { "agreed before the start: a rematch" };
    writeln!(out, "  seats {seats}")?;
    writeln!(out, "  SHA-256 of the seed, published at the start: {}", verified.seed_hash)?;
    Ok(())
}
