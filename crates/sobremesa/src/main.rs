//! The table: play, replay, check and measure from the command line.

mod args;
mod bench;
mod board;
mod engine;
mod input;
mod no_siesta;
mod perft;
mod play;
mod replay;
mod show;
mod svg;
mod turns;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::args::{Args, Command};

/// Shown below the help when nothing else is asked for.
const HOW_TO_PLAY: &str = "\
To play your first game of Siesta against a bot:

  sobremesa play siesta --bots greedy

Type placements such as `*F5 ^F6 #F7` (sun, roof, shadow) or `help` at the prompt.
";

fn main() -> ExitCode {
    let args = Args::parse();
    match run(args.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{}error:{:#} {error:#}", words::ERROR, words::ERROR);
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
        Some(Command::Play(args)) => play::run(&args, &mut io::stdin().lock(), &mut out)?,
        Some(Command::Replay(args)) => replay::run(&args, &mut out)?,
        Some(Command::Perft(args)) => perft::run(&args, &mut out)?,
        Some(Command::Turns(args)) => turns::run(&args, &mut out)?,
        Some(Command::Show(args)) => show::run(&args, &mut out)?,
        Some(Command::Engine) => engine::run(&mut io::stdin().lock(), &mut out)?,
        Some(Command::Bench(args)) => bench::run(&args, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

/// Whoever reads our output may stop at any time: `sobremesa turns … | head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
