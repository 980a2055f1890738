//! `sobremesa perft no-siesta`: counting all ways to go on, chance included.

use std::io::Write;

use anyhow::bail;
use game::Players;
use no_siesta::Mode;

use super::{players, read_position, start};
use crate::args::SheetArg;

/// What `perft no-siesta` is told.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// By which rules: standard, original, experienced or solo
    #[arg(long)]
    mode: Option<Mode>,
    /// How many play: 1 (solo), 2, 3 or 4
    #[arg(long, value_name = "N", value_parser = players)]
    players: Option<Players>,
    /// How many steps deep to count: decisions of players and outcomes of chance
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// Where to begin; the start of the game unless given
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    #[command(flatten)]
    sheet: SheetArg,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let sheet = args.sheet.load()?;
    let position = match &args.position {
        None => start(args.players, args.mode, sheet)?,
        Some(text) => {
            let position = read_position(sheet, text)?;
            let variant = position.variant();
            let other_mode = args.mode.is_some_and(|mode| mode != variant.mode());
            if other_mode || args.players.is_some_and(|players| players != variant.players()) {
                bail!("--mode or --players is not that of the position, which is of a game of {variant}")
            }
            position
        }
    };
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", game::count_steps(&position, depth)?)?;
        out.flush()?;
    }
    Ok(())
}
