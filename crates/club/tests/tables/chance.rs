//! Fair chance, checked without the code that draws it.

use club::record::{self, VerifyError};
use club::{Chair, Event, State};
use sha2::{Digest, Sha256};

use crate::scene::*;

/// An independent implementation of the documented draw: a number below the limit.
fn drawn(what: &str, n: u32, limit: u64) -> u64 {
    let seed = "2a".repeat(32);
    for attempt in 0_u32.. {
        let hash = Sha256::digest(format!("{seed} {what} {n} {attempt}"));
        let number = u64::from_be_bytes(hash[..8].try_into().unwrap());
        if u128::from(number) < (1_u128 << 64) / u128::from(limit) * u128::from(limit) {
            return number % limit;
        }
    }
    panic!("no number fits")
}

#[test]
fn seats_follow_from_the_seed_in_the_documented_way() {
    let chairs = [Chair::Person(member(ANA)), BOT, BOT, BOT];
    let scene = Scene::create(casual(siesta(4)), &chairs, None).unwrap();
    let mut expected = [0, 1, 2, 3];
    for place in [3, 2, 1] {
        expected.swap(place, drawn("seat", place as u32, place as u64 + 1) as usize);
    }
    assert_eq!(scene.game().seating, expected);
}

#[test]
fn every_outcome_follows_from_the_seed_and_its_number_in_the_documented_way() {
    let mut scene = Scene::of(casual(no_siesta(2)), &[ANA, BEA]);
    scene.play_out();
    let mut state = State::start(scene.table.options.variant);
    let mut number = 0;
    for step in &scene.game().steps {
        if step.seat.is_none() {
            number += 1;
            let State::NoSiesta(position) = &state else { panic!("¡No Siesta!") };
            let mut outcomes = Vec::new();
            position.chances(&mut outcomes);
            let total = outcomes.iter().map(|(_, weight)| weight).sum();
            let mut left = drawn("chance", number, total);
            let (outcome, _) = outcomes
                .iter()
                .find(|(_, weight)| {
                    left.checked_sub(*weight).is_none_or(|less| {
                        left = less;
                        false
                    })
                })
                .unwrap();
            assert_eq!(outcome.to_string(), step.text, "chance event {number}");
        }
        state.repeat(step).unwrap();
    }
    assert!(number > 30, "{number} chance events");
}

#[test]
fn the_hash_is_published_at_the_start_and_the_seed_at_the_end() {
    let mut scene = Scene::of(casual(no_siesta(2)), &[ANA, BEA]);
    let hash = Sha256::digest([42; 32]);
    assert!(
        scene
            .log
            .iter()
            .any(|event| matches!(event, Event::Started { seed_hash, .. } if seed_hash.0[..] == hash[..]))
    );
    let text = record::record(&scene.table, &name).unwrap();
    assert!(!text.contains(&SEED.to_string()));
    assert_eq!(record::verify(text.as_bytes()), Err(VerifyError::Missing("Seed")));
    scene.play_out();
    assert!(matches!(scene.log.last(), Some(Event::Finished { seed: SEED, .. })));
    let text = record::record(&scene.table, &name).unwrap();
    let verified = record::verify(text.as_bytes()).unwrap();
    assert_eq!((verified.chances, verified.seats_drawn), (scene.game().chances, false));
}

#[test]
fn a_takeback_does_not_change_what_chance_brings() {
    let mut scene = Scene::of(casual(no_siesta(2)), &[ANA, BEA]);
    let mut other = scene.clone();
    let chances = scene.game().chances;
    let next = |scene: &Scene| {
        let step = scene.game().steps.iter().filter(|step| step.seat.is_none()).nth(chances as usize);
        step.map(|step| step.text.clone())
    };
    scene.play_until(|scene| next(scene).is_some());
    other.play(A);
    other.act(club::Command::TakeBack(ANA)).unwrap();
    other.play_until(|scene| next(scene).is_some());
    // As many dice are left whatever was taken, so that the roll is the same.
    assert_eq!(next(&scene), next(&other));
}
