//! The options of `sobremesa arena`.

use anyhow::{Context, ensure};
use bots::Level;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use club::GameName;
use game::Players;

use super::engines::Limit;
use super::statistics::Sprt;

/// Shown below the help.
const EXAMPLES: &str = "\
Engines:
  greedy, random, …    a built-in bot; an unknown name lists them all
  5, level:5, host     a level, by number or name
  cmd:./mine --fast    a program that speaks the engine protocol (docs/engine.md)
  greedy@nodes=2000    an engine with its own limit: @time=MS, @nodes=N, and for programs @level=L
Without any limit, levels search as they do at a table, and all other engines have 100 ms per turn.

Examples:
  sobremesa arena 5 4 --game siesta --games 200
  sobremesa arena greedy@time=100 greedy@time=10 --game siesta --sprt 0 10
  sobremesa arena 8 greedy --game siesta --players 4 --time 1000
  sobremesa arena sensible random --game no-siesta --mode solo
  sobremesa arena cmd:./mine 8 --game no-siesta --time 200 --json";

/// Reads the name of a game; the help and the error about a wrong name list all of them.
fn game_name() -> impl TypedValueParser<Value = GameName> {
    PossibleValuesParser::new(GameName::ALL.map(GameName::name)).try_map(|name| name.parse::<GameName>())
}

/// The options of `arena`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ArenaArgs {
    /// Two engines, or one for each seat; in the solo game, one to four
    #[arg(value_name = "ENGINE", required = true, num_args = 1..=4)]
    pub(super) engines: Vec<String>,
    /// Game to play
    #[arg(long, value_parser = game_name())]
    pub(super) game: GameName,
    /// Number of players. With two engines and more seats, the first engine has one seat and the second the rest
    /// [default: 2, in teams 4, solo 1]
    #[arg(long, value_name = "N", value_parser = players)]
    pub(super) players: Option<Players>,
    /// Siesta: ffa or teams; ¡No Siesta!: standard, original, experienced or solo [default: ffa, standard]
    #[arg(long)]
    pub(super) mode: Option<String>,
    /// Siesta: how points are counted, printed or online [default: printed]
    #[arg(long)]
    pub(super) scoring: Option<siesta::Scoring>,
    /// Number of games, rounded up to whole pairs or rounds; with --sprt the maximum [default: 100, with --sprt 40000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(super) games: Option<u64>,
    /// Time limit for each turn in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..), group = "limit")]
    time: Option<u64>,
    /// Limit of positions for each turn; gives the same games on any machine and at any load
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), group = "limit")]
    nodes: Option<u64>,
    /// Level at which programs play (they receive `go level L`)
    #[arg(long, value_name = "L", group = "limit")]
    pub(super) level: Option<Level>,
    /// Stop as soon as a sequential test decides between these two Elo differences
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Seed of openings, dice and bots; the same seed gives the same games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of games played at the same time [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: Option<u16>,
    /// Number of random turns at the start of each game [default: in Siesta 2, 3, … in turn, so that every seat moves
    /// first equally often; in ¡No Siesta! 0]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=12))]
    pub(super) opening_turns: Option<u32>,
    /// Seconds that a program may take beyond its time limit before it loses the game
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(super) patience: u64,
    /// Print the report as one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

impl ArenaArgs {
    /// The limit of engines that do not have their own.
    pub(super) fn limit(&self) -> Option<Limit> {
        self.time.map(Limit::Time).or(self.nodes.map(Limit::Nodes)).or(self.level.map(Limit::Level))
    }

    /// The test that ends the match early.
    pub(super) fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let Some([elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        ensure!(elo0 < elo1, "--sprt: the first difference must be the lower one, as in --sprt 0 5");
        ensure!(elo0.abs().max(elo1.abs()) <= 2000.0, "--sprt: differences must be at most 2000");
        Ok(Some(Sprt { elo0: *elo0, elo1: *elo1 }))
    }

    /// The maximum number of games.
    pub(super) fn max_games(&self) -> u64 {
        self.games.unwrap_or(if self.sprt.is_some() { 40_000 } else { 100 })
    }
}

fn players(text: &str) -> anyhow::Result<Players> {
    text.parse().ok().and_then(Players::new).context("a table has 1, 2, 3 or 4 players")
}
