//! Random games a second on one core, for every mode and player count.
//!
//! `cargo run --release -p no-siesta --example random_play`

use std::time::{Duration, Instant};

use game::Random;
use no_siesta::{Position, Variant};

fn main() {
    for variant in Variant::all() {
        let mut random = Random::new(1);
        let mut scratch = Vec::with_capacity(256);
        let (mut games, mut steps, mut rounds) = (0_u64, 0_u64, 0_u64);
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(2) {
            let mut position = Position::start(variant);
            while position.play_random(&mut random, &mut scratch).is_some() {
                steps += 1;
            }
            games += 1;
            rounds += u64::from(position.round());
        }
        let seconds = begun.elapsed().as_secs_f64();
        println!(
            "{:<24} {:>8.0} games/s {:>6.1} million steps/s {:>6.0} steps and {:>4.1} rounds a game",
            variant.to_string(),
            games as f64 / seconds,
            steps as f64 / seconds / 1e6,
            steps as f64 / games as f64,
            rounds as f64 / games as f64,
        );
    }
    println!("a position has {} bytes, an action {}", size_of::<Position>(), size_of::<no_siesta::Action>());
}
