//! The table: play, replay, check and measure from the command line.

mod args;
mod bench;
mod engine;
mod games;
mod input;
mod output;
mod replay;
mod seats;
mod sheet;
mod style;
mod terminal;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::args::{Args, Command, Game};
use crate::games::{no_siesta as no_siesta_game, siesta as siesta_game};

/// Shown below the help when nothing else is asked for.
const HOW_TO_PLAY: &str = "\
To play your first game against a bot, or alone:

  sobremesa play siesta --bots greedy
  sobremesa play no-siesta --bots sensible
  sobremesa play no-siesta --mode solo

Type `help` at the prompt. In the source folder, `cargo run --release --` stands for `sobremesa`.
";

fn main() -> ExitCode {
    let args = Args::parse();
    match run(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(anstream::stderr(), "{} {error:#}", style::Styled(style::ERROR, "error:"));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Option<Command>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(anstream::AutoStream::auto(io::stdout()));
    match command {
        None => {
            writeln!(out, "{}\n\n{HOW_TO_PLAY}", Args::command().render_long_help().ansi())?;
        }
        Some(Command::Play { game }) => match game {
            Game::Siesta(args) => siesta_game::play::run(&args, &mut io::stdin().lock(), &mut out)?,
            Game::NoSiesta(args) => no_siesta_game::play::run(&args, &mut io::stdin().lock(), &mut out)?,
        },
        Some(Command::Replay(args)) => replay::run(&args, &mut out)?,
        Some(Command::Turns { game }) => match game {
            Game::Siesta(args) => siesta_game::turns::run(&args, &mut out)?,
            Game::NoSiesta(args) => no_siesta_game::turns::run(&args, &mut out)?,
        },
        Some(Command::Show { game }) => match game {
            Game::Siesta(args) => siesta_game::show::run(&args, &mut out)?,
            Game::NoSiesta(args) => no_siesta_game::show::run(&args, &mut out)?,
        },
        Some(Command::Perft { game }) => match game {
            Game::Siesta(args) => siesta_game::perft::run(&args, &mut out)?,
            Game::NoSiesta(args) => no_siesta_game::perft::run(&args, &mut out)?,
        },
        Some(Command::Engine(args)) => engine::run(&args, &mut io::stdin().lock(), &mut out)?,
        Some(Command::Bench(args)) => bench::run(&args, &mut out)?,
        Some(Command::Sheet(command)) => sheet::run(&command, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

/// Whoever reads our output may stop at any time: `sobremesa turns … | head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
