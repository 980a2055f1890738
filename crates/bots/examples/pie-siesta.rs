//! Measures the effect of a pie rule in Siesta for two players.
//!
//! Three kinds of openings: the best opening turns; the most even opening turns, after which the opponent
//! takes the better side; and the same after two turns. From `--openings` positions of each kind two bots of
//! the same level play on. Prints how often each seat won.

#![expect(clippy::unwrap_used, reason = "a tool for developers")]

use std::collections::HashSet;

use bots::siesta::{Bot, judge};
use bots::{Budget, Level, Limits, choose, system_clock};
use clap::Parser;
use game::{Players, Seat};
use siesta::{Mode, Position, Scoring, Variant};

#[derive(Parser)]
struct Args {
    /// Number of openings of each kind
    #[arg(long, default_value_t = 100)]
    openings: usize,
    /// Positions to search for each turn that is judged
    #[arg(long, default_value_t = 60)]
    nodes: u64,
    /// Level of both bots
    #[arg(long, default_value_t = 7)]
    level: u8,
}

const FIRST: Seat = Seat::ALL[0];

/// An opening and the expected final margin of the first seat.
struct Opening {
    position: Position,
    ahead: f32,
}

/// The first of the eight rotated and mirrored images of the board, to find openings that are equivalent.
fn seen_first(position: &Position) -> Vec<(usize, String)> {
    let turned = |cell: usize, view: usize| {
        let (mut row, mut column) = (cell / 12, cell % 12);
        if view & 1 != 0 {
            row = 11 - row;
        }
        if view & 2 != 0 {
            column = 11 - column;
        }
        if view & 4 != 0 { 12 * column + row } else { 12 * row + column }
    };
    let view = |view: usize| {
        let pieces = position.board().pieces();
        let mut seen: Vec<_> =
            pieces.map(|(cell, content)| (turned(cell.index(), view), format!("{content:?}"))).collect();
        seen.sort();
        seen
    };
    (0..8).map(view).min().unwrap_or_default()
}

/// All turns from here with their value, one of each set of equivalent turns.
fn beginnings(from: &Position, nodes: u64) -> Vec<Opening> {
    let turns = judge().judge(
        from,
        from.mover(),
        &[],
        &mut Budget::new(Limits::nodes(nodes), system_clock),
        &mut |_| {},
    );
    let sign = if from.mover() == FIRST { 1.0 } else { -1.0 };
    let mut seen = HashSet::new();
    turns
        .into_iter()
        .map(|judged| {
            let mut position = from.clone();
            position.play(from.mover(), &judged.action).unwrap();
            Opening { position, ahead: sign * judged.score }
        })
        .filter(|opening| seen.insert(seen_first(&opening.position)))
        .collect()
}

/// The expected final margin of the first seat, by search.
fn searched(position: &Position, nodes: u64) -> f32 {
    let best = judge().judge(
        position,
        position.mover(),
        &[],
        &mut Budget::new(Limits::nodes(nodes), system_clock),
        &mut |_| {},
    );
    let sign = if position.mover() == FIRST { 1.0 } else { -1.0 };
    sign * best[0].score
}

/// The `--openings` first openings, ordered by a function of the first seat's margin by search.
fn best_by(mut openings: Vec<Opening>, args: &Args, order: impl Fn(f32) -> f32) -> Vec<Opening> {
    let sort = |openings: &mut Vec<Opening>| {
        openings.sort_by(|a, b| order(a.ahead).total_cmp(&order(b.ahead)));
        openings.truncate(openings.len().min(3 * args.openings));
    };
    sort(&mut openings);
    for opening in &mut openings {
        opening.ahead = searched(&opening.position, args.nodes);
    }
    sort(&mut openings);
    openings.truncate(args.openings);
    openings
}

/// Plays a game from each opening and prints how often each seat won.
fn play(name: &str, openings: &[Opening], level: Level) {
    let (mut won, mut chosen, mut margins) = ([0.0; 2], 0.0, 0.0);
    for (seed, opening) in (0..).zip(openings) {
        let mut players = [Bot::Level(level).player(2 * seed), Bot::Level(level).player(2 * seed + 1)];
        let mut position = opening.position.clone();
        while position.end().is_none() {
            let mover = position.mover();
            let turn = choose(&mut *players[mover.index()], &position, mover, system_clock).unwrap();
            position.play(mover, &turn).unwrap();
        }
        let ahead = f64::from(position.scores()[FIRST]) - f64::from(position.scores()[Seat::ALL[1]]);
        let first = if ahead == 0.0 { 0.5 } else { f64::from(u8::from(ahead > 0.0)) };
        won[0] += first;
        won[1] += 1.0 - first;
        chosen += if opening.ahead > 0.0 { first } else { 1.0 - first };
        margins += ahead;
    }
    let games = openings.len() as f64;
    let expected = openings.iter().map(|opening| f64::from(opening.ahead)).sum::<f64>() / games;
    println!(
        "{name}: {games} games, expected margin of the first seat {expected:+.2}, played {:+.2}; \
         first seat won {:.1} %, second {:.1} %, the side that was expected to {:.1} %",
        margins / games,
        100.0 * won[0] / games,
        100.0 * won[1] / games,
        100.0 * chosen / games,
    );
}

fn main() {
    let args = Args::parse();
    let level = Level::new(args.level).unwrap();
    let start = Position::start(Variant::new(Players::TWO, Scoring::Printed, Mode::FreeForAll).unwrap());
    let all = || beginnings(&start, 1);
    play("no pie rule, the best openings", &best_by(all(), &args, |ahead| -ahead), level);
    let even = best_by(all(), &args, f32::abs);
    play("pie after the most even openings", &even, level);
    let mut second = Vec::new();
    for opening in &even {
        let replies = beginnings(&opening.position, 1);
        second.extend(replies.into_iter().min_by(|a, b| a.ahead.abs().total_cmp(&b.ahead.abs())));
    }
    play("pie after two even turns", &best_by(second, &args, f32::abs), level);
}
