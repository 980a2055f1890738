//! What `sobremesa arena` is told.

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
  greedy, random, …    built in; a wrong name lists them all
  5, level:5, host     a level of the house, by number or name
  cmd:./mine --fast    a program that speaks the engine protocol (docs/engine.md)
  greedy@nodes=2000    with a limit of its own: @time=MS, @nodes=N, and for programs @level=L
Without any limit levels think as they do at a table, and everybody else has 100 ms a turn.

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

/// What `arena` is told.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ArenaArgs {
    /// Two engines, or one for each seat; alone, one is enough
    #[arg(value_name = "ENGINE", required = true, num_args = 1..=4)]
    pub(super) engines: Vec<String>,
    /// What they play
    #[arg(long, value_parser = game_name())]
    pub(super) game: GameName,
    /// How many play: 2 unless told otherwise; with two engines the first has one seat and the second the rest
    #[arg(long, value_name = "N", value_parser = players)]
    pub(super) players: Option<Players>,
    /// Siesta: ffa or teams; ¡No Siesta!: standard, original, experienced or solo
    #[arg(long)]
    pub(super) mode: Option<String>,
    /// Siesta: how points are counted, printed or online
    #[arg(long)]
    pub(super) scoring: Option<siesta::Scoring>,
    /// How many games, made up to whole pairs or rounds: 100 unless told otherwise, with --sprt at most 40000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(super) games: Option<u64>,
    /// How long engines may think about a turn
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..), group = "limit")]
    time: Option<u64>,
    /// How many positions engines may look at in a turn: the same everywhere and at any load
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), group = "limit")]
    nodes: Option<u64>,
    /// At which level programs play (go level L)
    #[arg(long, value_name = "L", group = "limit")]
    pub(super) level: Option<Level>,
    /// Stop as soon as it is clear which difference in Elo is nearer the truth, this low or this high one
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Where openings, dice and bots draw their chance from; the same number gives the same games
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many games are played at the same time; as many as there are cores unless told otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: Option<u16>,
    /// How many random turns begin a game: in Siesta 2, 3, … in turn, so that everybody is on move first as
    /// often; in ¡No Siesta! none, because the dice are enough
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=12))]
    pub(super) opening_turns: Option<u32>,
    /// How long a program may be silent beyond its limit of time before it loses the game
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(super) patience: u64,
    /// One JSON object with everything
    #[arg(long)]
    pub(super) json: bool,
}

impl ArenaArgs {
    /// The limit of engines that have none of their own.
    pub(super) fn limit(&self) -> Option<Limit> {
        self.time.map(Limit::Time).or(self.nodes.map(Limit::Nodes)).or(self.level.map(Limit::Level))
    }

    /// The test that ends the match early.
    pub(super) fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let Some([elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        ensure!(elo0 < elo1, "--sprt: the first difference is the lower one, as in --sprt 0 5");
        ensure!(elo0.abs().max(elo1.abs()) <= 2000.0, "--sprt: differences are at most 2000");
        Ok(Some(Sprt { elo0: *elo0, elo1: *elo1 }))
    }

    /// How many games at most.
    pub(super) fn most_games(&self) -> u64 {
        self.games.unwrap_or(if self.sprt.is_some() { 40_000 } else { 100 })
    }
}

fn players(text: &str) -> anyhow::Result<Players> {
    text.parse().ok().and_then(Players::new).context("a table has 1, 2, 3 or 4 players")
}
