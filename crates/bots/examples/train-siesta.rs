//! Learns the value of Siesta positions by play against itself, and writes it where the bots read it.
//!
//! The same options learn the same value anywhere. Prints one line of JSON for every `--report` games:
//! games learned from, the mean squared error since the last line, and how one turn deep play by the
//! value does against greedy.

#![expect(clippy::unwrap_used, reason = "a command for those who work on the bots")]

use std::fs;
use std::path::PathBuf;

use bots::siesta::train::{Learner, Rates};
use clap::Parser;
use game::Players;
use siesta::{Mode, Scoring, Variant};

#[derive(Parser)]
struct Args {
    #[arg(long, default_value_t = 2)]
    players: usize,
    #[arg(long, default_value_t)]
    scoring: Scoring,
    #[arg(long, default_value_t)]
    mode: Mode,
    /// Games to learn from
    #[arg(long)]
    games: u64,
    #[arg(long, default_value_t = 0.7)]
    lambda: f32,
    #[arg(long, default_value_t = 0.1)]
    step: f32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games between two lines
    #[arg(long, default_value_t = 1000)]
    report: u64,
    /// Games against greedy for every line
    #[arg(long, default_value_t = 100)]
    matches: u64,
    /// Where to write the value
    #[arg(long)]
    out: PathBuf,
}

fn main() {
    let args = Args::parse();
    let variant = Variant::new(Players::new(args.players).unwrap(), args.scoring, args.mode).unwrap();
    let rates = Rates { lambda: args.lambda, step: args.step };
    let mut learner = Learner::new(variant, rates, args.seed);
    while learner.games() < args.games {
        learner.learn();
        let games = learner.games();
        if games.is_multiple_of(args.report) || games == args.games {
            let (won, margin) = learner.against_greedy(args.matches);
            let error = learner.take_error();
            println!(r#"{{"games":{games},"error":{error:.3},"won":{won:.3},"margin":{margin:.2}}}"#);
            fs::write(&args.out, learner.to_bytes()).unwrap();
        }
    }
}
