//! Trains the value function of Siesta by self-play and writes it to a file.
//!
//! The same options give the same file on any machine. Prints one line of JSON after every `--report` games:
//! games learned from, the mean squared error since the last line, and the result against greedy without
//! search.

#![expect(clippy::unwrap_used, reason = "a tool for developers")]

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
    /// Print a line after this many games
    #[arg(long, default_value_t = 1000)]
    report: u64,
    /// Games to play against greedy for each line
    #[arg(long, default_value_t = 100)]
    matches: u64,
    /// File to write the value function to
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
