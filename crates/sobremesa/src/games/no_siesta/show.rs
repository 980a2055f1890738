//! `sobremesa show no-siesta`: shows a position in the terminal or as an SVG picture.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use game::Seat;
use pages::games::no_siesta::picture;

use super::{board, read_position, words};
use crate::args::SheetArg;
use crate::output;

/// The options of `show no-siesta`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Position, in the notation of docs/no-siesta.md
    #[arg(long, value_name = "POSITION")]
    position: String,
    /// Write an SVG picture of one player's sheet and the boards to this file, or - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Player whose sheet the picture shows [default: the player to act]
    #[arg(long, value_name = "SEAT", requires = "svg")]
    seat: Option<Seat>,
    #[command(flatten)]
    sheet: SheetArg,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let position = read_position(args.sheet.load()?, &args.position)?;
    if let Some(path) = &args.svg {
        let players = position.players();
        let acting = players.seats().find(|seat| position.to_act().includes(*seat));
        let seat = args.seat.or(acting).unwrap_or(position.start_player());
        ensure!(players.has(seat), "--seat: there is no player {seat} in a game of {players}");
        return output::write(path, &picture::picture(&position, seat), out);
    }
    write!(out, "{}", board::table(&position))?;
    writeln!(out, "{}", words::to_act(&position))?;
    Ok(())
}
