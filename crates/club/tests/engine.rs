//! The engine as a browser uses it: with a clock and weights that are passed in.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::cell::Cell;
use std::ops::ControlFlow::{Break, Continue};
use std::time::Duration;

use bots::{Level, Limits};
use club::engine::{Engine, EngineError, Learned, bot_weights, judge_weights, weight_files};
use club::{Seed, State, Step, Variant};
use game::{Seat, ToAct};

thread_local! {
    static READINGS: Cell<u64> = const { Cell::new(0) };
}

/// A clock by which a millisecond passes between two looks.
fn ticking() -> Duration {
    READINGS.set(READINGS.get() + 1);
    Duration::from_millis(READINGS.get())
}

fn variants() -> impl Iterator<Item = Variant> {
    siesta::Variant::all().map(Variant::Siesta).chain(no_siesta::Variant::all().map(Variant::NoSiesta))
}

fn learned(variant: Variant) -> Learned {
    Learned::read(variant, judge_weights(variant).bytes).unwrap()
}

fn seat_to_act(state: &State) -> Option<Seat> {
    match state.to_act() {
        ToAct::Seats(seats) => seats.iter().next(),
        ToAct::Chance | ToAct::Over => None,
    }
}

/// The state and its steps after this many actions of quick bots, with chance from a seed.
fn midgame(variant: Variant, actions: usize) -> (State, Vec<Step>) {
    let engine = Engine::new(Some(learned(variant)), ticking);
    let seed = Seed([7; 32]);
    let (mut state, mut steps, mut chances, mut played) = (State::start(variant), Vec::new(), 0, 0);
    loop {
        if state.to_act() == ToAct::Chance {
            chances += 1;
            let text = state.happen(&seed, chances).unwrap();
            steps.push(Step { seat: None, text });
            continue;
        }
        let Some(seat) = seat_to_act(&state).filter(|_| played < actions) else { return (state, steps) };
        let limits = Limits::default();
        let chosen =
            engine.choose(&state, seat, Level::WEAKEST, played as u64, limits, &mut |_| Continue(()));
        let text = state.play(seat, &chosen.unwrap()).unwrap();
        steps.push(Step { seat: Some(seat), text });
        played += 1;
    }
}

#[test]
fn every_level_of_every_variant_plays_with_the_weights_that_it_names() {
    for variant in variants() {
        let (state, _) = midgame(variant, 3);
        let seat = seat_to_act(&state).unwrap();
        let (with, without) = (Engine::new(Some(learned(variant)), ticking), Engine::new(None, ticking));
        for level in Level::all() {
            let choose = |engine: &Engine| {
                engine.choose(&state, seat, level, 9, Limits::nodes(3), &mut |_| Continue(()))
            };
            let chosen = choose(&with).unwrap();
            assert_eq!(choose(&with), Ok(chosen.clone()), "the seed decides");
            state.clone().play(seat, &chosen).unwrap();
            match bot_weights(variant, level) {
                None => assert_eq!(choose(&without), Ok(chosen)),
                Some(file) => assert_eq!(choose(&without), Err(EngineError::NeedsWeights(file.name))),
            }
        }
    }
}

#[test]
fn the_first_levels_of_siesta_need_no_weights() {
    for variant in siesta::Variant::all().map(Variant::Siesta) {
        let needs: Vec<bool> = Level::all().map(|level| bot_weights(variant, level).is_some()).collect();
        assert_eq!(needs, [false, false, false, false, true, true, true, true]);
    }
}

#[test]
fn a_search_ends_with_its_time_by_the_clock_that_it_is_given() {
    for variant in variants() {
        let (state, _) = midgame(variant, 3);
        let seat = seat_to_act(&state).unwrap();
        let engine = Engine::new(Some(learned(variant)), ticking);
        let before = READINGS.get();
        let limits = Limits::time(Duration::from_millis(20));
        engine.choose(&state, seat, Level::STRONGEST, 1, limits, &mut |_| Continue(())).unwrap();
        engine.judge(&state, seat, limits, &mut |_| Continue(())).unwrap();
        assert!(READINGS.get() - before < 200, "{variant:?}");
    }
}

#[test]
fn a_search_tells_how_far_it_is_and_can_be_stopped() {
    for variant in variants() {
        let (state, _) = midgame(variant, 6);
        let seat = seat_to_act(&state).unwrap();
        let engine = Engine::new(Some(learned(variant)), ticking);
        let (mut told, mut stopped) = (Vec::new(), 0);
        let all = engine.judge(&state, seat, Limits::nodes(300), &mut |thought| {
            told.push(thought.clone());
            Continue(())
        });
        let best = &all.unwrap()[0];
        assert_eq!(told.last().map(|thought| &thought.action), Some(&best.action), "{variant:?}");
        let judged = engine.judge(&state, seat, Limits::nodes(300), &mut |_| {
            stopped += 1;
            Break(())
        });
        assert!(!judged.unwrap().is_empty());
        assert_eq!(stopped, 1, "{variant:?}: it was told {} times before", told.len());
    }
}

#[test]
fn a_seat_that_is_not_to_act_and_an_action_that_is_not_legal_are_refused() {
    let variant = variants().next().unwrap();
    let engine = Engine::new(Some(learned(variant)), ticking);
    let state = State::start(variant);
    let other = Seat::ALL[1];
    let limits = Limits::nodes(1);
    let chosen = engine.choose(&state, other, Level::QUICK, 1, limits, &mut |_| Continue(()));
    assert_eq!(chosen, Err(EngineError::NotToAct(other)));
    let judged = engine.judge(&state, other, limits, &mut |_| Continue(()));
    assert_eq!(judged, Err(EngineError::NotToAct(other)));
    let examined = engine.examine(&state, Seat::ALL[0], "nonsense", 3);
    assert_eq!(examined, Err(EngineError::NotLegal("nonsense".to_owned())));
}

#[test]
fn a_position_is_the_same_by_its_steps_and_by_its_text() {
    for variant in variants() {
        let (state, steps) = midgame(variant, 8);
        assert_eq!(State::after(variant, &steps).unwrap(), state);
        assert_eq!(State::read(variant, &state.text()).unwrap(), state);
        assert_eq!(state.variant(), variant);
        assert!(State::read(variant, "nonsense").is_err());
    }
}

#[test]
fn every_weight_file_has_a_name_and_a_hash_of_its_own_and_is_small() {
    let mut names: Vec<_> = weight_files().map(|file| file.name).collect();
    let mut hashes: Vec<_> = weight_files().map(|file| file.hash).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!((names.len(), hashes.len()), (count, count));
    assert!(
        weight_files().all(|file| file.bytes.len() < 450_000),
        "a phone loads one of them before it thinks"
    );
    for variant in variants() {
        assert!(weight_files().any(|file| file == judge_weights(variant)));
        assert!(Learned::read(variant, b"something else").is_err());
    }
}
