//! `sobremesa replay`: a record of either game, step by step.

use std::io::Write;

use anyhow::bail;
use game::Rules;
use game::record::{Headers, clipped};

use crate::args::ReplayArgs;
use crate::games::{no_siesta, siesta};
use crate::input;

pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> anyhow::Result<()> {
    args.sheet.load()?;
    let bytes = input::read_or_stdin(&args.file)?;
    let headers = Headers::read(&bytes).map_err(|error| args.about(error))?;
    match headers.get("Game") {
        Some(::siesta::Position::NAME) | None => siesta::replay::run(args, &bytes, out),
        Some(::no_siesta::Position::NAME) => no_siesta::replay::run(args, &bytes, out),
        Some(other) => {
            let games = [::siesta::Position::NAME, ::no_siesta::Position::NAME].join(" or ");
            let (line, other) = (headers.line_of("Game"), clipped(other));
            bail!(args.about(format!("line {line}: `Game: {other}` is not possible: the game is {games}")))
        }
    }
}
