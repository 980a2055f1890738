//! `sobremesa perft no-siesta`: counts all sequences of steps, including chance.

use std::io::Write;

use anyhow::bail;
use game::Players;
use no_siesta::Mode;

use super::{players, read_position, start};
use crate::args::SheetArg;

/// The options of `perft no-siesta`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Mode: standard, original, experienced or solo [default: standard]
    #[arg(long)]
    mode: Option<Mode>,
    /// Number of players: 1 (solo), 2, 3 or 4 [default: 2, solo 1]
    #[arg(long, value_name = "N", value_parser = players)]
    players: Option<Players>,
    /// Depth in steps: decisions of players and outcomes of chance
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// Position to start from [default: the start of the game]
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
                bail!("--mode or --players does not match the position, which is from a game of {variant}")
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
