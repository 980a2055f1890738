//! `sobremesa bench`: measures the speed of the rules, and prints a signature of their behaviour.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use game::record::Step;
use game::{Random, mix};
use siesta::{Mode, Position, Scoring, Variant};

use crate::args::BenchArgs;

/// The positions whose turns are generated.
const MIDDLE_GAMES: &str = include_str!("middle-games.txt");

/// How many random games of each variant go into the signature.
const SIGNED_GAMES: u64 = 200;
const SIGNED_NO_SIESTA_GAMES: u64 = 20;

pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let time = Duration::from_secs_f64(args.seconds);
    writeln!(out, "Siesta, one thread, {} s a figure", args.seconds)?;
    // Scoring and mode hardly change the speed.
    let measured =
        |variant: &Variant| variant.scoring() == Scoring::Printed && variant.mode() == Mode::FreeForAll;
    for variant in Variant::all().filter(measured) {
        let mut random = Random::new(1);
        let (games, turns) = rate(time, || {
            let mut position = Position::start(variant);
            while position.play_random(&mut random).is_some() {}
            [1.0, f64::from(position.turns_played())]
        });
        let players = variant.players();
        writeln!(out, "random games, {players} players {games:>12.0} /s {turns:>14.0} turns/s")?;
        out.flush()?;
    }
    let positions = middle_games()?;
    let mut turns = Vec::new();
    let mut next = positions.iter().cycle();
    let (generated, lists) = rate(time, || {
        turns.clear();
        if let Some(position) = next.next() {
            position.scored_turns_into(&mut turns);
        }
        [black_box(&turns).len() as f64, 1.0]
    });
    let count = positions.len();
    writeln!(out, "distinct turns, {count} positions {generated:>10.0} /s {lists:>14.0} positions/s")?;
    writeln!(out, "signature {:016x}", siesta_signature(&positions))?;
    writeln!(out, "\n¡No Siesta!, one thread, {} s a figure", args.seconds)?;
    for variant in no_siesta::Variant::all() {
        let (mut random, mut scratch) = (Random::new(1), Vec::new());
        let (games, steps) = rate(time, || {
            let mut position = no_siesta::Position::start(variant);
            let mut steps = 0.0;
            while position.play_random(&mut random, &mut scratch).is_some() {
                steps += 1.0;
            }
            [1.0, steps]
        });
        writeln!(out, "random games, {:<22} {games:>9.0} /s {steps:>14.0} steps/s", variant.to_string())?;
        out.flush()?;
    }
    writeln!(out, "signature {:016x}", no_siesta_signature())?;
    Ok(())
}

/// Repeats the work for this long; returns both of its counts per second.
fn rate(time: Duration, mut work: impl FnMut() -> [f64; 2]) -> (f64, f64) {
    let start = Instant::now();
    let mut done = [0.0; 2];
    while start.elapsed() < time {
        for _ in 0..16 {
            let more = work();
            done = [done[0] + more[0], done[1] + more[1]];
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    (done[0] / seconds, done[1] / seconds)
}

fn middle_games() -> anyhow::Result<Vec<Position>> {
    let lines = MIDDLE_GAMES.lines().filter(|line| !line.starts_with(';'));
    lines.map(|line| Ok(line.parse()?)).collect()
}

/// A hash that depends only on the rules and the order of generated turns.
fn siesta_signature(positions: &[Position]) -> u64 {
    let mut sum = 0_u64;
    let mut note = |number: u64| sum = mix(sum.rotate_left(1) ^ number);
    for variant in Variant::all() {
        let mut random = Random::new(2);
        for _ in 0..SIGNED_GAMES {
            let mut position = Position::start(variant);
            while position.play_random(&mut random).is_some() {
                note(position.hash());
            }
            position.scores().as_slice().iter().for_each(|score| note(u64::from(*score)));
        }
    }
    for position in positions {
        for scored in position.scored_turns() {
            for placement in scored.turn.iter() {
                note((placement.piece as u64) << 8 | placement.cell.index() as u64);
            }
            scored.gains.as_slice().iter().for_each(|gain| note(u64::from(*gain)));
        }
    }
    sum
}

/// The same for ¡No Siesta!, over random games of every variant and the number of legal actions in each position.
fn no_siesta_signature() -> u64 {
    let mut sum = 0_u64;
    let mut note = |number: u64| sum = mix(sum.rotate_left(1) ^ number);
    let text = |text: String| text.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
    for variant in no_siesta::Variant::all() {
        let (mut random, mut scratch, mut listed) = (Random::new(2), Vec::new(), Vec::new());
        for _ in 0..SIGNED_NO_SIESTA_GAMES {
            let mut position = no_siesta::Position::start(variant);
            loop {
                listed.clear();
                variant.players().seats().for_each(|seat| position.actions(seat, &mut listed));
                note(listed.len() as u64);
                match position.play_random(&mut random, &mut scratch) {
                    None => break,
                    Some(Step::Action(_, action)) => note(text(action.to_string())),
                    Some(Step::Chance(chance)) => note(text(chance.to_string())),
                }
                note(position.hash());
            }
            position.scores().as_slice().iter().for_each(|score| note(*score as u64));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    // These numbers change only if the rules or the order of generated turns change.
    const SIESTA: u64 = 0x3af2_f827_3758_d357;
    const NO_SIESTA: u64 = 0x24e0_75ec_71c7_ae80;

    #[test]
    fn the_signatures_are_pinned() {
        let siesta = siesta_signature(&middle_games().unwrap());
        assert_eq!(format!("{siesta:016x}"), format!("{SIESTA:016x}"));
        assert_eq!(format!("{:016x}", no_siesta_signature()), format!("{NO_SIESTA:016x}"));
    }

    #[test]
    fn at_least_fifty_middle_games_are_measured() {
        let positions = middle_games().unwrap();
        assert!(positions.len() >= 50);
        assert!(positions.iter().all(|position| position.end().is_none() && position.turns_played() >= 8));
    }
}
