//! `sobremesa perft siesta`: counts all sequences of placements.

use std::io::Write;

use anyhow::bail;
use game::Players;
use siesta::{Mode, Position, Scoring, Variant};

use super::read_position;
use crate::args;

/// The options of `perft siesta`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Number of players: 2, 3 or 4 [default: that of the position, or 2]
    #[arg(long, value_name = "N", value_parser = args::players)]
    players: Option<Players>,
    /// Depth in placements
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// Position to start from [default: the start of the game]
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl Args {
    fn start(&self) -> anyhow::Result<Position> {
        let position = self.position.as_deref().map(read_position).transpose()?;
        match (position, self.players) {
            (Some(position), Some(players)) if position.players() != players => {
                bail!("--players is {players}, but the position is from a game of {}", position.players())
            }
            (Some(position), _) => Ok(position),
            (None, players) => {
                let players = players.unwrap_or(Players::TWO);
                Ok(Position::start(Variant::new(players, Scoring::Printed, Mode::FreeForAll)?))
            }
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let start = args.start()?.lay();
    for depth in 1..=args.depth {
        writeln!(out, "{depth} {}", game::perft(&start, depth))?;
        out.flush()?;
    }
    Ok(())
}
