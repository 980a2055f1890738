//! `sobremesa turns siesta`: lists the legal turns of a position.

use std::cmp::Reverse;
use std::io::Write;

use serde::Serialize;

use super::read_position;
use crate::style::{Styled, seat_style};

/// The options of `turns siesta`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Position, for instance "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1" (see docs/siesta.md)
    #[arg(long, value_name = "POSITION")]
    position: String,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct TurnLine<'t> {
    turn: String,
    gains: &'t [u8],
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let position = read_position(&args.position)?;
    let mover = position.mover();
    let mut turns = position.scored_turns();
    turns.sort_by_key(|turn| Reverse(turn.gains[mover]));
    for scored in &turns {
        let turn = scored.turn.to_string();
        if args.json {
            let line = TurnLine { turn, gains: scored.gains.as_slice() };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        } else {
            write!(out, "{turn:<14}")?;
            for (seat, gain) in scored.gains.iter() {
                write!(out, "  {} +{gain}", Styled(seat_style(seat), seat))?;
            }
            writeln!(out)?;
        }
    }
    if let Some(end) = position.end() {
        let _ = writeln!(anstream::stderr(), "no turns: {end}");
    }
    Ok(())
}
