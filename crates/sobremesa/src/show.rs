//! `sobremesa show`: a position in the terminal or as a picture.

use std::io::Write;

use anyhow::Context;

use crate::args::{GameName, ShowArgs};
use crate::board::Drawing;
use crate::{svg, words};

pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let GameName::Siesta = args.game;
    let position = &args.position;
    if let Some(path) = &args.svg {
        let picture = svg::picture(position);
        if path.as_os_str() == "-" {
            write!(out, "{picture}")?;
        } else {
            std::fs::write(path, picture).with_context(|| path.display().to_string())?;
        }
        return Ok(());
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
