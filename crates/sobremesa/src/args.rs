//! What the command line understands.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Parser, Subcommand, ValueEnum};
use game::Players;
use siesta::{Mode, Position, Scoring, Variant};

use crate::play::Who;

/// Siesta at your table: play it against people and bots, replay, check and measure games.
#[derive(Parser, Debug)]
#[command(name = "sobremesa", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play in the terminal, against bots or with others at the same keyboard
    Play(PlayArgs),
    /// Read a record and tell every turn: who gained what, and why
    Replay(ReplayArgs),
    /// List every distinct legal turn of a position, the best gain first
    Turns(TurnsArgs),
    /// Show a position in the terminal, or draw it as a picture
    Show(ShowArgs),
    /// Count all sequences of single placements, to check the rules
    Perft(PerftArgs),
    /// Speak the line protocol for matches between engines
    Engine,
    /// Measure the speed of the rules on one thread
    Bench(BenchArgs),
}

/// The games that can be played.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameName {
    /// Suns, roofs and shadows (Guido Hoffmann, 1999)
    Siesta,
}

#[derive(Parser, Debug)]
pub(crate) struct PlayArgs {
    /// The game
    pub(crate) game: GameName,
    /// How many play: 2, 3 or 4
    #[arg(long, value_name = "N", value_parser = players, default_value = "2")]
    pub(crate) players: Players,
    /// Who plays the seats after the first, in order: random, greedy or person; the rest are persons
    #[arg(long, value_name = "BOT,…", value_delimiter = ',')]
    pub(crate) bots: Vec<Who>,
    /// How points are counted: printed (as in the box) or online (as in the online edition)
    #[arg(long, default_value_t)]
    pub(crate) scoring: Scoring,
    /// Who wins with whom: ffa (free for all) or teams (four players, a and c against b and d)
    #[arg(long, default_value_t)]
    pub(crate) mode: Mode,
    /// Go on with the game of this record
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "scoring", "mode"])]
    pub(crate) resume: Option<PathBuf>,
    /// What the bots draw their chance from; the same number plays the same game
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
}

#[derive(Parser, Debug)]
pub(crate) struct ReplayArgs {
    /// The record, or - for standard input
    pub(crate) file: PathBuf,
    /// One JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Parser, Debug)]
pub(crate) struct TurnsArgs {
    /// The game
    pub(crate) game: GameName,
    /// The position, for instance "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1"
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Position,
    /// One JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Parser, Debug)]
pub(crate) struct ShowArgs {
    /// The game
    pub(crate) game: GameName,
    /// The position, for instance "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1"
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Position,
    /// Write a picture to this file instead, or - for standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Parser, Debug)]
pub(crate) struct PerftArgs {
    /// The game
    pub(crate) game: GameName,
    /// How many play: 2, 3 or 4; 2 unless the position says otherwise
    #[arg(long, value_name = "N", value_parser = players)]
    pub(crate) players: Option<Players>,
    /// How many placements deep to count
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,
    /// Where to begin; the start of the game unless given
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<Position>,
}

#[derive(Parser, Debug)]
pub(crate) struct BenchArgs {
    /// How long to measure each figure
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pub(crate) seconds: f64,
}

fn players(text: &str) -> anyhow::Result<Players> {
    let players = text.parse().ok().and_then(Players::new).filter(|players| *players >= Players::TWO);
    players.context("Siesta is for 2, 3 or 4 players")
}

fn seconds(text: &str) -> anyhow::Result<f64> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=600.0).contains(seconds));
    seconds.context("a number of seconds from 0.01 to 600")
}

impl PerftArgs {
    /// Where counting begins.
    pub(crate) fn start(&self) -> anyhow::Result<Position> {
        match (&self.position, self.players) {
            (Some(position), Some(players)) if position.players() != players => {
                bail!("--players says {players}, and the position is of a game of {}", position.players())
            }
            (Some(position), _) => Ok(position.clone()),
            (None, players) => {
                let players = players.unwrap_or(Players::TWO);
                Ok(Position::start(Variant::new(players, Scoring::Printed, Mode::FreeForAll)?))
            }
        }
    }
}
