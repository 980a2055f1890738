//! Learns the weights of ¡No Siesta! by self-play and writes them into a file.
//!
//! `cargo run --release -p bots --example train-no-siesta -- GROUP GAMES FILE [--seed N]`

use std::error::Error;
use std::time::Instant;

use bots::no_siesta::{Group, learning::Pupil};

/// Games of one lesson.
const GAMES: u64 = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [group, games, file, rest @ ..] = &arguments[..] else {
        return Err("usage: train-no-siesta GROUP GAMES FILE [--seed N]".into());
    };
    let seed = match rest {
        [] => 1,
        [option, seed] if option == "--seed" => seed.parse()?,
        _ => return Err("after the file there can be --seed N".into()),
    };
    let (group, games): (Group, u64) = (group.parse()?, games.parse()?);
    let mut pupil = Pupil::new(group, seed);
    let start = Instant::now();
    let lessons = games / GAMES;
    for lesson in 0..lessons {
        let best = pupil.learn(GAMES as u32, lesson as f32 / lessons as f32);
        if (lesson + 1) % (lessons / 20).max(1) == 0 {
            println!("{} {:.1} {best:.2}", (lesson + 1) * GAMES, start.elapsed().as_secs_f64());
            std::fs::write(file, pupil.to_bytes())?;
        }
    }
    Ok(())
}
