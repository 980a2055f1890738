//! `sobremesa turns`: every legal turn of a position.

use std::cmp::Reverse;
use std::io::Write;

use serde::Serialize;

use crate::args::{GameName, TurnsArgs};
use crate::words::{Styled, seat_style};

#[derive(Serialize)]
struct TurnLine<'t> {
    turn: String,
    gains: &'t [u8],
}

pub(crate) fn run(args: &TurnsArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let GameName::Siesta = args.game;
    let mover = args.position.mover();
    let mut turns = args.position.scored_turns();
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
    if let Some(end) = args.position.end() {
        anstream::eprintln!("no turns: {end}");
    }
    Ok(())
}
