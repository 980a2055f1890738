//! Measures the strength of bots for ¡No Siesta! by games with the same dice in every seat.
//!
//! `cargo run --release -p bots --example measure-no-siesta -- COMMAND … [--mode MODE] [--players N]
//! [--games N] [--nodes N] [--time MS] [--seed N]`
//!
//! - `match A B`: A plays once in each seat with the same dice, and B has all other seats.
//! - `ladder`: every level against the level below; in the solo game, the scores of every level.
//! - `scores A`: scores and ranks in the solo game.
//! - `seats A`: how often each seat wins between equal bots.

use std::error::Error;
use std::time::{Duration, Instant};

use bots::no_siesta::Bot;
use bots::{Budget, Level, Limits, Player};
use game::{Players, Random, Seat, ToAct, mix};
use no_siesta::{Mode, Position, SoloRank, Variant};

struct Options {
    words: Vec<String>,
    variant: Variant,
    games: u64,
    seed: u64,
    limits: Limits,
}

fn options() -> Result<Options, Box<dyn Error>> {
    let (mut words, mut mode, mut players) = (Vec::new(), None, None);
    let (mut games, mut seed, mut limits) = (100, 1, Limits::default());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} takes a value"));
        match argument.as_str() {
            "--mode" => mode = Some(value()?.parse::<Mode>()?),
            "--players" => players = Players::new(value()?.parse()?),
            "--games" => games = value()?.parse()?,
            "--seed" => seed = value()?.parse()?,
            "--nodes" => limits.nodes = Some(value()?.parse()?),
            "--time" => limits.time = Some(Duration::from_millis(value()?.parse()?)),
            _ => words.push(argument),
        }
    }
    let mode = mode.unwrap_or(Mode::Standard);
    let usual = if mode == Mode::Solo { Players::ONE } else { Players::TWO };
    let variant = Variant::new(players.unwrap_or(usual), mode)?;
    Ok(Options { words, variant, games, seed, limits })
}

/// The time that a bot used.
#[derive(Default, Clone, Copy)]
struct Clock {
    actions: u32,
    total: Duration,
    longest: Duration,
}

/// Plays a game in which the nth outcome of chance depends only on the seed and n.
fn play(options: &Options, bots: &[Bot], seed: u64, clocks: &mut [Clock]) -> Position {
    let mut position = Position::start(options.variant);
    let mut players: Vec<Box<dyn Player<Position>>> =
        bots.iter().zip(0..).map(|(bot, seat)| bot.player(mix(seed ^ mix(seat)))).collect();
    let mut chances = 0;
    loop {
        match position.to_act() {
            ToAct::Over => return position,
            ToAct::Chance => {
                chances += 1;
                let mut random = Random::new(mix(seed ^ mix(chances)));
                let chance = position.random_chance(&mut random).expect("chance is to act");
                position.happen(&chance).expect("chance does what can happen");
            }
            ToAct::Seats(seats) => {
                let seat = seats.iter().next().expect("somebody is to act");
                let start = Instant::now();
                let mut budget = Budget::new(options.limits, bots::system_clock);
                let player = &mut players[seat.index()];
                let thought = player.choose(&position, seat, &mut budget, &mut |_| {});
                let clock = &mut clocks[seat.index()];
                clock.actions += 1;
                clock.total += start.elapsed();
                clock.longest = clock.longest.max(start.elapsed());
                position
                    .play(seat, &thought.expect("the seat is to act").action)
                    .expect("a bot does what it may");
            }
        }
    }
}

/// The mean and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}

/// Plays A against B in every seat and prints the results of A: the share of wins, with ties shared, and margins.
fn matched(options: &Options, a: Bot, b: Bot) {
    let count = options.variant.players().count();
    let (mut wins, mut margins, mut rounds) = (Vec::new(), Vec::new(), Vec::new());
    let (mut won, mut tied) = (0, 0);
    let mut clocks = [Clock::default(); 2];
    for game in 0..options.games {
        let (mut win, mut margin) = (0.0, 0.0);
        for place in 0..count {
            let bots: Vec<Bot> = (0..count).map(|seat| if seat == place { a } else { b }).collect();
            let mut times = [Clock::default(); Seat::MAX];
            let last = play(options, &bots, mix(options.seed ^ mix(game)), &mut times);
            for (seat, time) in times.iter().enumerate() {
                let clock = &mut clocks[usize::from(seat != place)];
                clock.actions += time.actions;
                clock.total += time.total;
                clock.longest = clock.longest.max(time.longest);
            }
            let (scores, ranks) = (last.scores(), last.ranks());
            let seat = Seat::ALL[place];
            let first = ranks.iter().filter(|(_, rank)| **rank == 1).count();
            if ranks[seat] == 1 {
                win += 1.0 / first as f64;
                if first == 1 { won += 1 } else { tied += 1 }
            }
            let others = scores.iter().filter(|(other, _)| *other != seat).map(|(_, score)| *score);
            margin += f64::from(scores[seat] - others.max().unwrap_or(0));
            rounds.push(f64::from(last.round()));
        }
        wins.push(win / count as f64);
        margins.push(margin / count as f64);
    }
    let ((win, win_error), (margin, margin_error)) = (mean(&wins), mean(&margins));
    let played = options.games * count as u64;
    println!(
        "{a} against {b}, {}: {played} games, {won} won, {tied} tied: {:.1}% ± {:.1}, margin {margin:+.2} ± {margin_error:.2} ({:+.1} errors), {:.1} rounds",
        options.variant,
        100.0 * win,
        196.0 * win_error,
        margin / margin_error.max(1e-9),
        mean(&rounds).0,
    );
    for (bot, clock) in [a, b].iter().zip(clocks) {
        let a_game = f64::from(clock.actions.max(1));
        println!(
            "  {bot}: {:.2} ms an action, {:.0} ms at most",
            1000.0 * clock.total.as_secs_f64() / a_game,
            1000.0 * clock.longest.as_secs_f64()
        );
    }
}

fn scores(options: &Options, bot: Bot) {
    let (mut all, mut ranks) = (Vec::new(), [0; 6]);
    let mut clocks = [Clock::default(); 1];
    for game in 0..options.games {
        let last = play(options, &[bot], mix(options.seed ^ mix(game)), &mut clocks);
        all.push(f64::from(last.scores()[Seat::ALL[0]]));
        if let Some(rank) = last.solo_rank() {
            ranks[rank.index()] += 1;
        }
    }
    let (score, error) = mean(&all);
    let ranks: Vec<String> =
        SoloRank::ALL.iter().zip(ranks).map(|(rank, count)| format!("{rank} {count}")).collect();
    println!(
        "{bot} alone: {} games, {score:.2} ± {:.2} points; {}",
        options.games,
        1.96 * error,
        ranks.join(", ")
    );
    println!(
        "  {:.2} ms an action, {:.0} ms at most",
        1000.0 * clocks[0].total.as_secs_f64() / f64::from(clocks[0].actions.max(1)),
        1000.0 * clocks[0].longest.as_secs_f64()
    );
}

fn seats(options: &Options, bot: Bot) {
    let count = options.variant.players().count();
    let mut wins = vec![Vec::new(); count];
    for game in 0..options.games {
        let mut clocks = [Clock::default(); Seat::MAX];
        let last = play(options, &vec![bot; count], mix(options.seed ^ mix(game)), &mut clocks);
        let ranks = last.ranks();
        let first = ranks.iter().filter(|(_, rank)| **rank == 1).count() as f64;
        for (seat, rank) in ranks.iter() {
            wins[seat.index()].push(if *rank == 1 { 1.0 / first } else { 0.0 });
        }
    }
    for (seat, wins) in Seat::ALL.iter().zip(wins) {
        let (win, error) = mean(&wins);
        println!(
            "{bot}, {}, seat {seat}: {} games, {:.1}% ± {:.1}",
            options.variant,
            options.games,
            100.0 * win,
            196.0 * error
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    match &options.words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["match", a, b] => matched(&options, a.parse()?, b.parse()?),
        ["ladder"] => {
            for level in Level::all() {
                if options.variant.mode() == Mode::Solo {
                    scores(&options, Bot::Level(level));
                } else if let Ok(lower) = Level::new(level.number() - 1) {
                    matched(&options, Bot::Level(level), Bot::Level(lower));
                }
            }
        }
        ["scores", a] => scores(&options, a.parse()?),
        ["seats", a] => seats(&options, a.parse()?),
        _ => return Err("expected a command: match A B, ladder, scores A or seats A".into()),
    }
    Ok(())
}
