//! `sobremesa perft`: counting all sequences of placements.

use std::io::Write;

use crate::args::{GameName, PerftArgs};

pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let GameName::Siesta = args.game;
    let start = args.start()?.lay();
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", game::perft(&start, depth))?;
        out.flush()?;
    }
    Ok(())
}
