//! Trains a network for ¡No Siesta! by self-play and writes it to a file.
//!
//! `cargo run --release -p bots --example train-no-siesta -- GROUP GAMES FILE [--seed N]`
//!
//! Prints a line of CSV after every twentieth of the games: games, seconds, and the mean margin over sensible
//! players without search; in the solo game, the mean score.

use std::error::Error;
use std::time::Instant;

use bots::no_siesta::{Group, learning::Pupil};

/// The number of games in each measurement of progress.
const MEASURED: u32 = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [group, games, file, rest @ ..] = &arguments[..] else {
        return Err("usage: train-no-siesta GROUP GAMES FILE [--seed N]".into());
    };
    let seed = match rest {
        [] => 1,
        [option, seed] if option == "--seed" => seed.parse()?,
        _ => return Err("only --seed N may follow the file".into()),
    };
    let (group, games): (Group, u64) = (group.parse()?, games.parse()?);
    let mut pupil = Pupil::new(group, seed);
    let lessons = (games / Pupil::GAMES).max(1);
    let start = Instant::now();
    println!("games,seconds,margin");
    for lesson in 1..=lessons {
        pupil.learn(lesson as f32 / lessons as f32);
        if lesson % (lessons / 20).max(1) == 0 {
            let margin = pupil.progress(MEASURED);
            let games = lesson * Pupil::GAMES;
            println!("{games},{:.1},{margin:+.2}", start.elapsed().as_secs_f64());
            std::fs::write(file, pupil.to_bytes())?;
        }
    }
    Ok(())
}
