//! The engine against a deliberately naive second implementation, in random play.

use std::collections::BTreeSet;

use game::{Random, Steps};
use siesta::{Position, Scoring, Variant};

use crate::{games, naive};

fn naive_start(variant: Variant) -> naive::Game {
    let scoring = match variant.scoring() {
        Scoring::Printed => naive::Scoring::Printed,
        Scoring::Online => naive::Scoring::Online,
    };
    naive::Game::start(variant.players().count(), scoring)
}

fn end_word(position: &Position) -> Option<&'static str> {
    position.end().map(|end| match end {
        siesta::End::Stuck(_) => "stuck",
        siesta::End::Suns | siesta::End::Shadows | siesta::End::Roofs(_) => "supply",
    })
}

#[test]
fn whole_games_come_out_the_same() {
    for variant in Variant::all() {
        for seed in 0..games(30, 1_000) {
            let mut random = Random::new(seed);
            let mut position = Position::start(variant);
            let mut game = naive_start(variant);
            while let Some(turn) = position.play_random(&mut random) {
                let half = turn.iter().fold(game.begin(), |half, p| half.lay(naive::parse(&p.to_string())));
                game = half.finish();
                assert_eq!(position.to_string(), game.to_text(), "{variant}, seed {seed}");
            }
            let scores: Vec<u32> = position.scores().as_slice().iter().map(|n| u32::from(*n)).collect();
            assert_eq!(scores, game.scores, "{variant}, seed {seed}");
            assert_eq!(end_word(&position), game.over(), "{variant}, seed {seed}");
        }
    }
}

/// Two positions of a random game that is not over: at any turn, and one or two turns before its end.
fn sampled(variant: Variant, seed: u64) -> [Position; 2] {
    let mut random = Random::new(seed);
    let mut before = Vec::new();
    let mut position = Position::start(variant);
    while position.end().is_none() {
        before.push(position.clone());
        position.play_random(&mut random);
    }
    let any = random.below(before.len() as u32) as usize;
    let near_the_end = before.len() - 1 - random.below(2) as usize;
    [before[any].clone(), before[near_the_end].clone()]
}

#[test]
fn the_distinct_turns_and_their_gains_are_the_same() {
    for variant in Variant::all() {
        for seed in 0..games(1, 10) {
            // One of the two: the naive list takes seconds in a full middle game.
            let [any, near_the_end] = sampled(variant, seed);
            compare_turns(if (seed + variant.players().count() as u64).is_multiple_of(2) {
                &any
            } else {
                &near_the_end
            });
        }
    }
}

fn compare_turns(position: &Position) {
    let game = naive::Game::from_text(&position.to_string());
    let expected: BTreeSet<(String, Vec<u32>)> = game
        .turns()
        .into_iter()
        .map(|(laid, gains)| {
            let half = laid.iter().fold(game.begin(), |half, placement| half.lay(*placement));
            (half.finish().to_text(), gains)
        })
        .collect();
    let turns = position.scored_turns();
    let found: BTreeSet<(String, Vec<u32>)> = turns
        .iter()
        .map(|scored| {
            let mut after = position.clone();
            after.play(position.mover(), &scored.turn).expect("a listed turn is legal");
            (after.to_string(), scored.gains.as_slice().iter().map(|n| u32::from(*n)).collect())
        })
        .collect();
    assert_eq!(turns.len(), found.len(), "no turn twice in {position}");
    assert_eq!(found, expected, "{position}");
}

#[test]
fn the_placements_of_half_laid_turns_are_the_same() {
    for variant in Variant::all() {
        for seed in 0..games(30, 300) {
            let mut random = Random::new(1000 + seed);
            for position in sampled(variant, seed) {
                let mut laying = position.lay();
                let mut half = naive::Game::from_text(&position.to_string()).begin();
                while !laying.is_complete() {
                    let mut expected = half.placeable();
                    expected.retain(|placement| {
                        let next = half.lay(*placement);
                        !next.complete() || next.legal_end()
                    });
                    let expected: Vec<String> = expected.into_iter().map(naive::text).collect();
                    let placeable = laying.placeable();
                    let found: Vec<String> = placeable.iter().map(ToString::to_string).collect();
                    assert_eq!(found, expected, "{position} after {}", laying.turn());
                    let Some(placement) = random.pick(&placeable) else { break };
                    laying.lay(*placement).expect("what may be laid can be laid");
                    half = half.lay(naive::parse(&placement.to_string()));
                    let gains: Vec<u32> = laying.gains().as_slice().iter().map(|n| u32::from(*n)).collect();
                    assert_eq!(gains, half.gains, "{position} after {}", laying.turn());
                }
                assert_eq!(laying.is_complete(), half.complete());
                let mut visited = 0;
                position.lay().steps(&mut |_| visited += 1);
                assert_eq!(position.lay().count_steps(), visited);
            }
        }
    }
}

#[test]
fn what_is_offered_is_what_can_be_completed() {
    for variant in Variant::all() {
        for seed in 0..games(2, 30) {
            for position in sampled(variant, 500 + seed) {
                let mut laying = position.lay();
                let half = naive::Game::from_text(&position.to_string()).begin();
                // The first piece can nearly always be completed; the second is where dead ends are.
                let Some(first) = laying.offers().first().copied() else { continue };
                laying.lay(first).expect("an offer can be laid");
                let half = half.lay(naive::parse(&first.to_string()));
                let completes = |placement: &naive::Placement| half.lay(*placement).can_end_legally();
                let expected: Vec<String> = match half.complete() {
                    true => Vec::new(),
                    false => half.placeable().into_iter().filter(completes).map(naive::text).collect(),
                };
                let offers: Vec<String> = laying.offers().iter().map(ToString::to_string).collect();
                assert_eq!(offers, expected, "{position} after {first}");
            }
        }
    }
}
