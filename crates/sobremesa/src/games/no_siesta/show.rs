//! `sobremesa show no-siesta`: a position in the terminal or as a picture.

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use game::Seat;
use pages::games::no_siesta::picture;

use super::{board, read_position, words};
use crate::args::SheetArg;
use crate::output;

/// What `show no-siesta` is told.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The position, as `sobremesa engine` takes it
    #[arg(long, value_name = "POSITION")]
    position: String,
    /// Write a picture of one player's sheet and the boards to this file instead, or - for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Whose sheet the picture shows; whoever is to act unless given
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
