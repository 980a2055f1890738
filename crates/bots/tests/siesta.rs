//! Properties of every bot for Siesta.

#![expect(clippy::unwrap_used, reason = "a test may stop at what should not happen")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bots::siesta::{Bot, judge};
use bots::{Budget, Level, Limits, Thought, choose, system_clock};
use game::{Players, Random, Seat};
use siesta::{Mode, Position, Scoring, Turn, Variant};

fn two() -> Variant {
    Variant::new(Players::TWO, Scoring::Printed, Mode::FreeForAll).unwrap()
}

/// A position after this many random turns.
fn middle(variant: Variant, turns: usize, seed: u64) -> Position {
    let mut random = Random::new(seed);
    let mut position = Position::start(variant);
    for _ in 0..turns {
        position.play_random(&mut random).unwrap();
    }
    position
}

/// Plays to the end with the two bots in alternate seats, with this many nodes for bots that search.
fn play(start: &Position, bots: [Bot; 2], nodes: u64, seed: u64) -> Position {
    let mut players = [0, 1].map(|index: usize| bots[index].player(seed + index as u64));
    let mut position = start.clone();
    while position.end().is_none() {
        let mut budget = Budget::new(Limits::nodes(nodes), system_clock);
        let seat = position.mover();
        let player = &mut players[seat.index() % 2];
        let thought = player.choose(&position, seat, &mut budget, &mut |_| {}).unwrap();
        position.play(seat, &thought.action).unwrap();
    }
    position
}

#[test]
fn every_level_plays_every_variant_to_its_end() {
    for variant in Variant::all() {
        for level in Level::all() {
            let bot = Bot::Level(level);
            let end = play(&Position::start(variant), [bot, bot], 3, 1);
            assert!(end.outcome().is_some(), "{variant}, level {level}");
        }
    }
}

#[test]
fn the_same_seed_and_nodes_find_the_same_thoughts() {
    for variant in Variant::all() {
        let position = middle(variant, 8, 5);
        let think = |bot: Bot| {
            let mut thoughts = Vec::new();
            let mut budget = Budget::new(Limits::nodes(60), system_clock);
            let tell = &mut |thought: &Thought<Turn>| thoughts.push(thought.clone());
            bot.player(3).choose(&position, position.mover(), &mut budget, tell).unwrap();
            thoughts
        };
        for bot in [Bot::Search, Bot::Uct, Bot::Level(Level::new(2).unwrap())] {
            assert_eq!(think(bot), think(bot), "{variant}, {bot}");
        }
    }
}

#[test]
fn the_value_beats_greedy_and_looking_ahead_beats_the_value() {
    let lead = |position: &Position, seat: usize| {
        let scores = position.scores();
        i32::from(scores[Seat::ALL[seat]]) - i32::from(scores[Seat::ALL[1 - seat]])
    };
    for (better, worse) in [(Bot::Value, Bot::Greedy), (Bot::Search, Bot::Value)] {
        let mut ahead = 0;
        for seed in 0..4 {
            let start = middle(two(), 2 + seed as usize % 2, seed);
            ahead += lead(&play(&start, [better, worse], 25, seed), 0);
            ahead += lead(&play(&start, [worse, better], 25, seed), 1);
        }
        assert!(ahead > 0, "{better} against {worse}: {ahead} in 8 games");
    }
}

#[test]
fn a_search_that_is_stopped_has_an_answer() {
    let position = middle(two(), 10, 2);
    for bot in [Bot::Search, Bot::Uct, Bot::Level(Level::STRONGEST)] {
        let mut budget = Budget::with_stop(Limits::default(), system_clock, Arc::new(AtomicBool::new(true)));
        let thought = bot.player(1).choose(&position, position.mover(), &mut budget, &mut |_| {}).unwrap();
        position.clone().play(position.mover(), &thought.action).unwrap();
    }
}

#[test]
fn time_ends_a_search_that_has_nodes_left() {
    let position = middle(two(), 10, 2);
    let limits = Limits { time: Some(Duration::from_millis(1)), nodes: Some(u64::MAX) };
    let mut budget = Budget::new(limits, system_clock);
    let thought =
        Bot::Search.player(1).choose(&position, position.mover(), &mut budget, &mut |_| {}).unwrap();
    position.clone().play(position.mover(), &thought.action).unwrap();
    assert!(budget.nodes() < 100_000);
}

#[test]
fn those_who_are_not_to_move_have_no_turn() {
    let position = middle(two(), 3, 1);
    let other = position.players().after(position.mover());
    for bot in [Bot::Random, Bot::Greedy, Bot::Uct, Bot::Value, Bot::Search] {
        assert_eq!(choose(&mut *bot.player(1), &position, other, system_clock), None, "{bot}");
    }
    assert_eq!(
        judge().judge(&position, other, &[], &mut Budget::new(Limits::nodes(5), system_clock), &mut |_| {}),
        []
    );
}

#[test]
fn the_judge_knows_every_turn_it_is_asked_about() {
    for variant in Variant::all() {
        let position = middle(variant, 9, 4);
        let mut turns = position.scored_turns();
        turns.sort_by_key(|scored| scored.gains[position.mover()]);
        let worst = turns[0].turn;
        for nodes in [1, 7, 40, 90] {
            let mut budget = Budget::new(Limits::nodes(nodes), system_clock);
            let judged = judge().judge(&position, position.mover(), &[worst], &mut budget, &mut |_| {});
            assert!(judged.len() >= 3, "{variant}: {} turns", judged.len());
            assert!(judged.is_sorted_by(|a, b| a.score >= b.score), "{variant}");
            assert!(
                judged.iter().any(|judged| judged.action.set() == worst.set()),
                "{variant}, {nodes} nodes"
            );
        }
    }
}
