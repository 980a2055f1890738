//! The command line of Sobremesa.

mod advice;
mod analyse;
mod arena;
mod args;
mod bench;
mod club;
mod engine;
mod games;
mod input;
mod interrupt;
mod output;
mod progress;
mod replay;
mod seats;
mod sheet;
mod style;
mod terminal;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command, Game};
use crate::games::{no_siesta as no_siesta_game, siesta as siesta_game};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
        None => club::serve::run(&club::ServeArgs::from_environment(), &mut out)?,
        Some(Command::Serve(args)) => club::serve::run(&args, &mut out)?,
        Some(Command::Work(args)) => club::work::run(&args, &mut out)?,
        Some(Command::MoveData(args)) => club::move_data::run(&args, &mut out)?,
        Some(Command::Verify { file }) => club::verify::run(&file, &mut out)?,
        Some(Command::Rebuild(args)) => club::rebuild::run(&args, &mut out)?,
        Some(Command::Backup(args)) => club::backup::run(&args, &mut out)?,
        Some(Command::Export(args)) => club::export::run(&args, &mut out)?,
        Some(Command::Play { game }) => match game {
            Game::Siesta(args) => siesta_game::play::run(&args, &mut io::stdin().lock(), &mut out)?,
            Game::NoSiesta(args) => no_siesta_game::play::run(&args, &mut io::stdin().lock(), &mut out)?,
        },
        Some(Command::Load(args)) => club::load::run(&args, &mut out)?,
        Some(Command::Soak(args)) => club::soak::run(&args, &mut out)?,
        Some(Command::Replay(args)) => replay::run(&args, &mut out)?,
        Some(Command::Analyse(args)) => analyse::run(&args, &mut out)?,
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
        Some(Command::Arena(args)) => arena::run(&args, &mut out)?,
        Some(Command::Engine(args)) => engine::run(&args, &mut out)?,
        Some(Command::Bench(args)) => bench::run(&args, &mut out)?,
        Some(Command::Sheet(command)) => sheet::run(&command, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

/// Whether the reader of the output has closed the pipe, as in `sobremesa turns … | head`. This is not an error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
