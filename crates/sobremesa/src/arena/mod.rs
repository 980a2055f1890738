//! `sobremesa arena`: plays matches between engines and reports which is stronger, and by how much.

mod args;
mod contest;
mod engines;
mod external;
mod pairing;
mod play;
mod report;
mod statistics;
mod tally;
mod workers;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use club::GameName;
use game::Players;

pub(crate) use args::ArenaArgs;

use crate::{interrupt, progress};
use contest::Contest;
use engines::Kind;
use pairing::Pairing;
use report::{Heading, Report};
use statistics::Verdict;
use tally::Tally;
use workers::{Continue, Match};

pub(crate) fn run(args: &ArenaArgs, out: &mut impl Write) -> anyhow::Result<()> {
    match args.game {
        GameName::Siesta => {
            let mode = args.mode.as_deref().map_or(Ok(siesta::Mode::default()), str::parse);
            let mode = mode.context("--mode")?;
            let default_players = match mode {
                siesta::Mode::FreeForAll => Players::TWO,
                siesta::Mode::Teams => Players::FOUR,
            };
            let (players, scoring) =
                (args.players.unwrap_or(default_players), args.scoring.unwrap_or_default());
            let variant = siesta::Variant::new(players, scoring, mode)?;
            let teams = mode == siesta::Mode::Teams;
            contest(args, siesta::Position::start(variant), format!("Siesta, {variant}"), teams, out)
        }
        GameName::NoSiesta => {
            ensure!(args.scoring.is_none(), "--scoring is for Siesta");
            let mode = args.mode.as_deref().map(str::parse).transpose().context("--mode")?;
            let start = crate::games::no_siesta::start(args.players, mode, no_siesta::Sheet::standard())?;
            contest(args, start, format!("¡No Siesta!, {}", start.variant()), false, out)
        }
    }
}

/// Plays the match from this start and prints the report.
fn contest<R: Contest + Sync>(
    args: &ArenaArgs,
    start: R,
    variant: String,
    teams: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let engines = args.engines.iter().map(|name| engines::read::<R>(name, args.limit()));
    let engines = engines.collect::<anyhow::Result<Vec<_>>>()?;
    let programs = engines.iter().filter(|engine| matches!(engine.kind, Kind::Program(..))).count();
    ensure!(
        args.level.is_none() || programs > 0,
        "--level is for programs (cmd:…); name a level instead: arena 5 4"
    );
    let players = start.scores().players();
    let pairing = Pairing::new(engines.len(), players, teams).map_err(|error| anyhow!(error))?;
    let sprt = args.sprt()?;
    if sprt.is_some() && (pairing == Pairing::Alone || engines.len() != 2) {
        bail!("--sprt compares two engines that play against each other");
    }
    let games_a_group = pairing.games(engines.len(), players).len() as u64;
    let groups = args.max_games().div_ceil(games_a_group);
    let threads = args.threads.map_or_else(cores, usize::from);
    let patience = Duration::from_secs(args.patience);
    let opening_turns = args.opening_turns;
    let contest = Match { start, engines, pairing, groups, seed: args.seed, opening_turns, patience };

    let heading = Heading {
        game: R::NAME,
        variant,
        names: contest.engines.iter().map(|engine| engine.name.clone()).collect(),
        pairing,
        sides: pairing.sides(players),
        sprt,
        seed: args.seed,
    };

    let (stop, interrupted) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    interrupt::on_ctrl_c(vec![stop.clone(), interrupted.clone()]);
    let bar = progress::bar(groups * games_a_group, "games");
    let mut tally = Tally::new(pairing, contest.engines.len(), players);
    contest.play(threads, &stop, |group| {
        tally.add(group);
        let report = Report { heading: &heading, tally: &tally, interrupted: false };
        bar.set_message(report.short());
        bar.set_position(tally.games);
        match report.verdict() {
            None | Some(Verdict::Open) => Continue::Yes,
            Some(Verdict::Passed | Verdict::Failed) => Continue::No,
        }
    })?;
    bar.finish_and_clear();
    let interrupted = interrupted.load(Ordering::Relaxed);
    let report = Report { heading: &heading, tally: &tally, interrupted };
    if args.json { report.json(out) } else { report.text(out) }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
