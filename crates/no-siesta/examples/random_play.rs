//! Random games a second on one core, for every mode and player count.
//!
//! `cargo run --release -p no-siesta --example random_play`
//!
//! Short slices are timed one by one: on a busy machine the best of them says more than the mean.

use std::time::{Duration, Instant};

use game::Random;
use no_siesta::{Action, Position, Variant};

const SLICES: u32 = 40;
const SLICE: Duration = Duration::from_millis(50);

fn main() {
    for variant in Variant::all() {
        let mut random = Random::new(1);
        let mut scratch: Vec<Action> = Vec::with_capacity(256);
        let (mut games, mut steps, mut rounds) = (0_u64, 0_u64, 0_u64);
        let (mut best, mut all) = (0_f64, 0_f64);
        for _ in 0..SLICES {
            let (begun, before) = (Instant::now(), games);
            while begun.elapsed() < SLICE {
                let mut position = Position::start(variant);
                while position.play_random(&mut random, &mut scratch).is_some() {
                    steps += 1;
                }
                games += 1;
                rounds += u64::from(position.round());
            }
            let rate = (games - before) as f64 / begun.elapsed().as_secs_f64();
            best = best.max(rate);
            all += rate;
        }
        println!(
            "{:<24} {best:>7.0} games/s at best, {:>7.0} on average; {:>4.0} steps and {:>4.1} rounds a game",
            variant.to_string(),
            all / f64::from(SLICES),
            steps as f64 / games as f64,
            rounds as f64 / games as f64,
        );
    }
    println!("a position has {} bytes, an action {}", size_of::<Position>(), size_of::<Action>());
}
