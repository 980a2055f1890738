//! What the command line understands. The options of a command for a game are beside that command.

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
Without a command the club opens at http://127.0.0.1:7070. To play your first game in the terminal:

  sobremesa play siesta --bots 1
  sobremesa play no-siesta --bots 1
  sobremesa play no-siesta --mode solo

The bots have levels from 1 (Newcomer) to 8 (Master). Type hint in a game when you are stuck, and
let `sobremesa analyse FILE` say afterwards what was good.

In the source folder, `cargo run --release --` stands for `sobremesa`.";

/// Siesta and ¡No Siesta! at your table: play them against people and bots, replay, check and measure.
#[derive(Parser, Debug)]
#[command(name = "sobremesa", version, after_help = HOW_TO_PLAY)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Open the club: people and bots play over HTTP (also without any command)
    Serve(club::ServeArgs),
    /// Look after bots and clocks of a club that several servers share
    Work(club::WorkArgs),
    /// Play in the terminal, against bots or with others at the same keyboard
    Play {
        #[command(subcommand)]
        game: Game<siesta_game::play::Args, no_siesta_game::play::Args>,
    },
    /// Check that the dice, draws and seats of a record follow from its seed, and every step from the rules
    Verify {
        /// The record, or - for standard input
        file: PathBuf,
    },
    /// Make lists, results and ratings of the club again from the events of its tables
    Rebuild(club::DataArg),
    /// Copy all of the club, as of one moment, while it is open
    Backup(club::BackupArgs),
    /// Carry a club to another database, and check that all of it is there
    MoveData(club::MoveDataArgs),
    /// Write a table, a person's tables or everything as lines of JSON
    Export(club::ExportArgs),
    /// Measure how much a server on this machine bears
    Load(club::load::LoadArgs),
    /// Read a record and tell it step by step: who gained what, and why
    Replay(ReplayArgs),
    /// Read a record and judge every turn: what was better, and how exactly each player played
    Analyse(AnalyseArgs),
    /// List all that may be done in a position, the best gain first
    Turns {
        #[command(subcommand)]
        game: Game<siesta_game::turns::Args, no_siesta_game::turns::Args>,
    },
    /// Show a position in the terminal, or draw it as a picture
    Show {
        #[command(subcommand)]
        game: Game<siesta_game::show::Args, no_siesta_game::show::Args>,
    },
    /// Count all ways to go on, to check the rules
    Perft {
        #[command(subcommand)]
        game: Game<siesta_game::perft::Args, no_siesta_game::perft::Args>,
    },
    /// Let engines play matches against each other: who is stronger, and by how much
    Arena(ArenaArgs),
    /// Speak the line protocol for matches between engines
    Engine(SheetArg),
    /// Measure the speed of the rules on one thread
    Bench(BenchArgs),
    /// Check or print a sheet: everything that is printed on the parts of ¡No Siesta!
    #[command(subcommand)]
    Sheet(SheetCommand),
}

/// Something for each of the games.
#[derive(Subcommand, Debug)]
pub(crate) enum Game<S: clap::Args, N: clap::Args> {
    /// Suns, roofs and shadows (Guido Hoffmann, 1999)
    Siesta(S),
    /// Dice and a farm on a tally sheet (Andreas Odendahl, 2016)
    NoSiesta(N),
}

/// The record that a command is about.
#[derive(clap::Args, Debug)]
pub(crate) struct RecordArg {
    /// The record, or - for standard input
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) sheet: SheetArg,
}

impl RecordArg {
    /// The error with the file that it is about.
    pub(crate) fn about(&self, error: impl Display) -> anyhow::Error {
        anyhow!("{}: {error}", self.file.display())
    }

    /// The bytes of the record and the name of its game, if it is one of ours.
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

/// Which game a record is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameOf {
    Siesta,
    NoSiesta,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) record: RecordArg,
    /// One JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct SheetArg {
    /// Play ¡No Siesta! with the printed values of this file; `sobremesa sheet print` shows the standard ones
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
}

impl SheetArg {
    /// The sheet to play with.
    pub(crate) fn load(&self) -> anyhow::Result<&'static Sheet> {
        let Some(path) = &self.sheet else { return Ok(Sheet::standard()) };
        Sheet::load(&input::read_text(path)?).map_err(|error| anyhow!("{}: {error}", path.display()))
    }
}

impl SheetArg {
    /// Refuses a record that was not played with the sheet that is given, if one is.
    pub(crate) fn matches(&self, played: &Sheet) -> anyhow::Result<()> {
        let given = self.load()?;
        let (given, played) = (given.fingerprint(), played.fingerprint());
        ensure!(
            self.sheet.is_none() || given == played,
            "the game was played with sheet {played}, not with {given}, which --sheet gives"
        );
        Ok(())
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct BenchArgs {
    /// How long to measure each figure
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pub(crate) seconds: f64,
}

#[derive(Subcommand, Debug)]
pub(crate) enum SheetCommand {
    /// Tell whether a sheet can be played with, and what is wrong if it cannot
    Check {
        /// The sheet, or - for standard input
        file: PathBuf,
    },
    /// Print the standard sheet, to be changed and given to --sheet
    Print,
}

/// A number of players for Siesta.
pub(crate) fn players(text: &str) -> anyhow::Result<Players> {
    let players = text.parse().ok().and_then(Players::new).filter(|players| *players >= Players::TWO);
    players.context("Siesta is for 2, 3 or 4 players")
}

fn seconds(text: &str) -> anyhow::Result<f64> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=600.0).contains(seconds));
    seconds.context("a number of seconds from 0.01 to 600")
}
