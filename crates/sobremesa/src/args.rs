//! The command line. The options of a command for one game are in the module of that command.

use std::fmt::Display;
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use clap::{Parser, Subcommand};
use game::record::{Headers, clipped};
use game::{Players, Rules};
use no_siesta::Sheet;

use crate::analyse::AnalyseArgs;
use crate::arena::ArenaArgs;
use crate::club;
use crate::games::{no_siesta as no_siesta_game, siesta as siesta_game};
use crate::input;

/// Shown below the help.
const HOW_TO_PLAY: &str = "\
Without a command the server starts at http://127.0.0.1:7070. To play a game in the terminal:

  sobremesa play siesta --bots 1
  sobremesa play no-siesta --bots 1
  sobremesa play no-siesta --mode solo

The bots have levels from 1 (Newcomer) to 8 (Master). Type hint in a game when you are stuck.
Run `sobremesa analyse FILE` on a saved game to see which turns were good.

In the source folder, use `cargo run --release --` instead of `sobremesa`.";

/// Play Siesta and ¡No Siesta! against people and bots, in the browser or in the terminal
#[derive(Parser, Debug)]
#[command(name = "sobremesa", version, after_help = HOW_TO_PLAY)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Run the server: people and bots play in the browser (the default without a command)
    Serve(club::ServeArgs),
    /// Run a worker for bots, clocks and analyses, for servers that share a database
    Work(club::WorkArgs),
    /// Play in the terminal, against bots or with others at the same keyboard
    Play {
        #[command(subcommand)]
        game: Game<siesta_game::play::Args, no_siesta_game::play::Args>,
    },
    /// Verify a record: check its dice, draws and seats against its seed, and every step against the rules
    Verify {
        /// Record to verify, or - for standard input
        file: PathBuf,
    },
    /// Rebuild lists, results and ratings from the events of all tables
    Rebuild(club::DataArg),
    /// Copy all data to a SQLite file, also while the server is running
    Backup(club::BackupArgs),
    /// Copy all data to another database and verify the copy
    MoveData(club::MoveDataArgs),
    /// Export a table, a person's tables or everything as JSON lines
    Export(club::ExportArgs),
    /// Load-test a server on this machine
    Load(club::load::LoadArgs),
    /// Start a server and let honest and hostile clients use it for a while: is it stable, and does nobody starve?
    Soak(club::soak::SoakArgs),
    /// Print a record step by step: who gained what, and why
    Replay(ReplayArgs),
    /// Analyse a record: a verdict on every turn, the better turns, and each player's accuracy
    Analyse(AnalyseArgs),
    /// List all legal turns of a position, the highest gain first
    Turns {
        #[command(subcommand)]
        game: Game<siesta_game::turns::Args, no_siesta_game::turns::Args>,
    },
    /// Show a position in the terminal, or write it as an SVG picture
    Show {
        #[command(subcommand)]
        game: Game<siesta_game::show::Args, no_siesta_game::show::Args>,
    },
    /// Count all sequences of moves up to a depth (perft), to check the rules
    Perft {
        #[command(subcommand)]
        game: Game<siesta_game::perft::Args, no_siesta_game::perft::Args>,
    },
    /// Play matches between engines and report which is stronger, and by how much
    Arena(ArenaArgs),
    /// Run as an engine for other programs, on standard input and output (docs/engine.md)
    Engine(SheetArg),
    /// Measure the speed of the rules on one thread
    Bench(BenchArgs),
    /// Print or check a sheet: the values printed on the parts of ¡No Siesta!
    #[command(subcommand)]
    Sheet(SheetCommand),
}

/// The arguments of a command for each of the games.
#[derive(Subcommand, Debug)]
pub(crate) enum Game<S: clap::Args, N: clap::Args> {
    /// Siesta: suns, roofs and shadows on a board (Guido Hoffmann, 1999)
    Siesta(S),
    /// ¡No Siesta!: dice and farms on tally sheets (Andreas Odendahl, 2016)
    NoSiesta(N),
}

/// The record that a command reads.
#[derive(clap::Args, Debug)]
pub(crate) struct RecordArg {
    /// Record to read, or - for standard input
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) sheet: SheetArg,
}

impl RecordArg {
    /// An error with the name of the file before it.
    pub(crate) fn about(&self, error: impl Display) -> anyhow::Error {
        anyhow!("{}: {error}", self.file.display())
    }

    /// Reads the record and finds out its game.
    pub(crate) fn read(&self) -> anyhow::Result<(Vec<u8>, GameOf)> {
        self.sheet.load()?;
        let bytes = input::read_or_stdin(&self.file)?;
        let headers = Headers::read(&bytes).map_err(|error| self.about(error))?;
        match headers.get("Game") {
            Some(siesta::Position::NAME) | None => Ok((bytes, GameOf::Siesta)),
            Some(no_siesta::Position::NAME) => Ok((bytes, GameOf::NoSiesta)),
            Some(other) => {
                let games = [siesta::Position::NAME, no_siesta::Position::NAME].join(" or ");
                let (line, other) = (headers.line_of("Game"), clipped(other));
                let error = format!("line {line}: `Game: {other}` is not possible: the game is {games}");
                Err(self.about(error))
            }
        }
    }
}

/// The game of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameOf {
    Siesta,
    NoSiesta,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) record: RecordArg,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct SheetArg {
    /// Use the printed values of this file for ¡No Siesta! instead of the standard ones (see `sobremesa sheet print`)
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
}

impl SheetArg {
    /// The given sheet, or the standard one.
    pub(crate) fn load(&self) -> anyhow::Result<&'static Sheet> {
        let Some(path) = &self.sheet else { return Ok(Sheet::standard()) };
        Sheet::load(&input::read_text(path)?).map_err(|error| anyhow!("{}: {error}", path.display()))
    }
}

impl SheetArg {
    /// Fails if a sheet is given and the record was played with another one.
    pub(crate) fn matches(&self, played: &Sheet) -> anyhow::Result<()> {
        let given = self.load()?;
        let (given, played) = (given.fingerprint(), played.fingerprint());
        ensure!(
            self.sheet.is_none() || given == played,
            "the game was played with sheet {played}, but --sheet has {given}"
        );
        Ok(())
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct BenchArgs {
    /// Seconds to measure each figure
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pub(crate) seconds: f64,
}

#[derive(Subcommand, Debug)]
pub(crate) enum SheetCommand {
    /// Check a sheet: say whether it is valid, and what is wrong if it is not
    Check {
        /// Sheet to check, or - for standard input
        file: PathBuf,
    },
    /// Print the standard sheet, as a start for your own (use it with --sheet)
    Print,
}

/// Parses a number of players for Siesta.
pub(crate) fn players(text: &str) -> anyhow::Result<Players> {
    let players = text.parse().ok().and_then(Players::new).filter(|players| *players >= Players::TWO);
    players.context("Siesta is for 2, 3 or 4 players")
}

fn seconds(text: &str) -> anyhow::Result<f64> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=600.0).contains(seconds));
    seconds.context("expected a number of seconds from 0.01 to 600")
}
