//! `sobremesa perft siesta`: counting all sequences of placements.

use std::io::Write;

use anyhow::bail;
use game::Players;
use siesta::{Mode, Position, Scoring, Variant};

use super::read_position;
use crate::args;

/// What `perft siesta` is told.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// How many play: 2, 3 or 4; 2 unless the position says otherwise
    #[arg(long, value_name = "N", value_parser = args::players)]
    players: Option<Players>,
    /// How many placements deep to count
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// Where to begin; the start of the game unless given
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl Args {
    fn start(&self) -> anyhow::Result<Position> {
        let position = self.position.as_deref().map(read_position).transpose()?;
        match (position, self.players) {
            (Some(position), Some(players)) if position.players() != players => {
                bail!("--players says {players}, and the position is of a game of {}", position.players())
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
