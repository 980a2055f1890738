//! `sobremesa show siesta`: shows a position in the terminal or as an SVG picture.

use std::io::Write;
use std::path::PathBuf;

use crate::games::siesta::board::Drawing;
use crate::games::siesta::{read_position, words};
use crate::output;

/// The options of `show siesta`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Position, for instance "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1" (see docs/siesta.md)
    #[arg(long, value_name = "POSITION")]
    position: String,
    /// Write an SVG picture to this file, or - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let position = &read_position(&args.position)?;
    if let Some(path) = &args.svg {
        return output::write(path, &pages::games::siesta::picture::picture(position), out);
    }
    write!(out, "{}", Drawing::of(position.board()))?;
    writeln!(out, "\n{}", words::scores(&position.scores()))?;
    writeln!(out, "Left: {}", words::supply(position.board()))?;
    match position.outcome() {
        Some(outcome) => writeln!(out, "{}", words::result(&outcome))?,
        None => {
            let turns = position.turns_played();
            writeln!(out, "Turn {}: {} is to move", turns + 1, position.mover())?;
        }
    }
    Ok(())
}
