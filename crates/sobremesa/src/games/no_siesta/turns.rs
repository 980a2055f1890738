//! `sobremesa turns no-siesta`: lists the legal actions of a position.

use std::cmp::Reverse;
use std::io::Write;

use game::ToAct;
use serde::Serialize;

use super::{read_position, words};
use crate::args::SheetArg;
use crate::style::{Styled, seat_style};

/// The options of `turns no-siesta`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Position, in the notation of docs/no-siesta.md
    #[arg(long, value_name = "POSITION")]
    position: String,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sheet: SheetArg,
}

#[derive(Serialize)]
struct ActionLine {
    seat: String,
    action: String,
    gain: i32,
}

#[derive(Serialize)]
struct ChanceLine {
    chance: String,
    weight: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let position = read_position(args.sheet.load()?, &args.position)?;
    match position.to_act() {
        ToAct::Over => {
            let _ = writeln!(anstream::stderr(), "no actions: the game is over");
        }
        ToAct::Chance => {
            let mut chances = Vec::new();
            position.chances(&mut chances);
            for (chance, weight) in chances {
                if args.json {
                    let line = ChanceLine { chance: chance.to_string(), weight };
                    writeln!(out, "{}", serde_json::to_string(&line)?)?;
                } else {
                    writeln!(out, "{weight:>6} in {}  {chance}", position.chance_weight())?;
                }
            }
        }
        ToAct::Seats(seats) => {
            for seat in seats.iter() {
                let mut actions = Vec::new();
                position.actions(seat, &mut actions);
                let gain = |action| {
                    let mut after = position;
                    after.play_unchecked(seat, action);
                    after.scores()[seat] - position.scores()[seat]
                };
                let mut gains: Vec<_> = actions.iter().map(|action| (action, gain(action))).collect();
                gains.sort_by_key(|(_, gain)| Reverse(*gain));
                for (action, gain) in gains {
                    if args.json {
                        let line = ActionLine { seat: seat.to_string(), action: action.to_string(), gain };
                        writeln!(out, "{}", serde_json::to_string(&line)?)?;
                    } else {
                        let seat = Styled(seat_style(seat), seat);
                        writeln!(out, "{seat}  {:>3}  {action}", words::signed(gain))?;
                    }
                }
            }
        }
    }
    Ok(())
}
