use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game::{Players, ToAct, mix};
use no_siesta::{LAST_ROUND, Mode, Variant};

use super::*;
use crate::{Limits, choose, system_clock};

/// Few enough for tests, but enough for a search to complete an iteration.
const FEW: Limits = Limits::nodes(400);

/// Plays a game with these bots by seat; the last bot has all further seats. The nth outcome of chance depends
/// only on the seed and n.
fn play(variant: Variant, bots: &[Bot], seed: u64) -> Position {
    let mut players: Vec<Box<dyn Player<Position>>> = variant
        .players()
        .seats()
        .map(|seat| bots[seat.index().min(bots.len() - 1)].player(mix(seed ^ seat.index() as u64)))
        .collect();
    let mut position = Position::start(variant);
    let mut chances = 0;
    loop {
        match position.to_act() {
            ToAct::Over => return position,
            ToAct::Chance => {
                chances += 1;
                let chance = position.random_chance(&mut Random::new(mix(seed ^ mix(chances)))).unwrap();
                position.happen(&chance).unwrap();
            }
            ToAct::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let mut budget = Budget::new(FEW, system_clock);
                let thought = players[seat.index()].choose(&position, seat, &mut budget, &mut |_| {});
                let action = thought.unwrap().action;
                let mut listed = Vec::new();
                position.actions(seat, &mut listed);
                assert!(listed.contains(&action), "{variant}: {action} is not listed in {position}");
                position.play(seat, &action).unwrap();
            }
        }
    }
}

fn two() -> Variant {
    Variant::new(Players::TWO, Mode::Standard).unwrap()
}

fn alone() -> Variant {
    Variant::new(Players::ONE, Mode::Solo).unwrap()
}

/// The margins of the first bot over the second, in the first and in the second seat.
fn pair(first: Bot, second: Bot, seed: u64) -> [i32; 2] {
    let [a, b] = [Seat::ALL[0], Seat::ALL[1]];
    let one = play(two(), &[first, second], seed).scores();
    let other = play(two(), &[second, first], seed).scores();
    [one[a] - one[b], other[b] - other[a]]
}

/// For each variant, a scoring phase and a choice of dice with many legal actions.
fn positions() -> Vec<Position> {
    let mut found = Vec::new();
    for variant in Variant::all() {
        let mut position = Position::start(variant);
        let mut random = Random::new(5);
        let mut player = Bot::Sensible.player(1);
        let (mut dice, mut scoring) = (false, false);
        while !(dice && scoring) {
            match position.to_act() {
                ToAct::Over => break,
                ToAct::Chance => {
                    let chance = position.random_chance(&mut random).unwrap();
                    position.happen(&chance).unwrap();
                }
                ToAct::Seats(seats) => {
                    let seat = seats.iter().next().unwrap();
                    let mut actions = Vec::new();
                    position.actions(seat, &mut actions);
                    let seen = if matches!(position.phase(), no_siesta::Phase::Score(..)) {
                        &mut scoring
                    } else {
                        &mut dice
                    };
                    if position.round() > 5 && actions.len() > 8 && !*seen {
                        *seen = true;
                        found.push(position);
                    }
                    position
                        .play(seat, &choose(&mut *player, &position, seat, system_clock).unwrap())
                        .unwrap();
                }
            }
        }
    }
    found
}

fn to_act(position: &Position) -> Seat {
    match position.to_act() {
        ToAct::Seats(seats) => seats.iter().next().unwrap(),
        ToAct::Chance | ToAct::Over => unreachable!("somebody is to act in {position}"),
    }
}

#[test]
fn sensible_beats_random_from_both_seats() {
    for seed in 0..6 {
        let margins = pair(Bot::Sensible, Bot::Random, seed);
        assert!(margins.iter().all(|margin| *margin > 10), "seed {seed}: {margins:?}");
    }
}

#[test]
fn what_was_learned_beats_sensible_over_pairs() {
    let margins: Vec<[i32; 2]> = (0..12).map(|seed| pair(Bot::Value, Bot::Sensible, seed)).collect();
    let [first, second] = [0, 1].map(|seat| margins.iter().map(|pair| pair[seat]).sum::<i32>());
    assert!(first > 0 && second > 0, "{margins:?}");
}

#[test]
fn sensible_scores_more_than_random_alone() {
    let score = |bot, seed| play(alone(), &[bot], seed).scores()[Seat::ALL[0]];
    for seed in 0..6 {
        let [random, sensible] = [Bot::Random, Bot::Sensible].map(|bot| score(bot, seed));
        assert!(sensible > random + 10, "seed {seed}: {sensible} and {random}");
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for variant in Variant::all() {
        let game = |seed| play(variant, &[Bot::Sensible, Bot::Random, Bot::Level(Level::WEAKEST)], seed);
        assert_eq!(game(1), game(1), "{variant}");
        assert_ne!(game(1), game(2), "{variant}");
    }
}

#[test]
fn the_same_nodes_give_the_same_thought() {
    for position in positions() {
        let seat = to_act(&position);
        for bot in [Bot::Search, Bot::Level(Level::WEAKEST), Bot::Level(Level::STRONGEST)] {
            let think = |nodes| {
                let mut budget = Budget::new(Limits::nodes(nodes), system_clock);
                bot.player(3).choose(&position, seat, &mut budget, &mut |_| {})
            };
            assert_eq!(think(1000), think(1000), "{bot}: {position}");
        }
    }
}

#[test]
fn a_search_keeps_its_nodes_and_answers_when_it_is_stopped() {
    for position in positions() {
        let seat = to_act(&position);
        let mut listed = Vec::new();
        position.actions(seat, &mut listed);
        let stopped = Budget::with_stop(Limits::default(), system_clock, Arc::new(AtomicBool::new(true)));
        for mut budget in [
            stopped,
            Budget::new(Limits::nodes(1), system_clock),
            Budget::new(Limits::nodes(500), system_clock),
        ] {
            let limit = budget.limits().nodes.unwrap_or(0);
            let thought = Bot::Search.player(1).choose(&position, seat, &mut budget, &mut |_| {}).unwrap();
            assert!(listed.contains(&thought.action), "{position}");
            // A step of the search and the first ranking of all actions are never interrupted.
            assert!(budget.nodes() < limit + 1000, "{} nodes of {limit}: {position}", budget.nodes());
        }
    }
}

#[test]
fn every_level_plays_every_variant_to_the_end() {
    for variant in Variant::all() {
        for level in Level::all() {
            let position = play(variant, &[Bot::Level(level)], level.number().into());
            assert!(position.round() < LAST_ROUND, "{variant}, level {level}: {} rounds", position.round());
        }
        play(variant, &[Bot::Random], 1);
    }
}

#[test]
fn nobody_acts_out_of_turn() {
    let position = Position::start(two());
    for bot in [Bot::Random, Bot::Sensible, Bot::Value, Bot::Search] {
        assert_eq!(choose(&mut *bot.player(1), &position, Seat::ALL[0], system_clock), None);
    }
}

#[test]
fn a_judge_ranks_everything_that_may_be_done() {
    for position in positions() {
        let seat = to_act(&position);
        let mut listed = Vec::new();
        position.actions(seat, &mut listed);
        let judged = judge().judge(
            &position,
            seat,
            &listed[..1],
            &mut Budget::new(Limits::nodes(2000), system_clock),
            &mut |_| {},
        );
        assert_eq!(judged.len(), listed.len(), "{position}");
        assert!(listed.iter().all(|action| judged.iter().any(|one| one.action == *action)), "{position}");
        assert!(judged.is_sorted_by(|a, b| a.score >= b.score), "{position}");
    }
}

#[test]
fn bots_are_read_as_they_are_written() {
    let named = [Bot::Random, Bot::Sensible, Bot::Value, Bot::Search];
    for bot in named.into_iter().chain(Level::all().map(Bot::Level)) {
        assert_eq!(bot.to_string().parse(), Ok(bot));
    }
    assert_eq!("Sensible".parse::<Bot>(), Err(BotError));
}
