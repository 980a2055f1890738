//! The laws of the contract and of Siesta in random play.

use std::collections::HashSet;

use game::check::laws;
use game::{Random, Seat, record::Step};
use siesta::{Cell, Laying, Piece, Placement, Position, Scoring, Turn, Variant};

use crate::games;

/// A turn that is legal, nearly legal or nonsense.
fn probe(position: &Position, random: &mut Random) -> Turn {
    let mut turn = Turn::default();
    let mut laying = position.lay();
    for _ in 0..=random.below(3) {
        let placeable = laying.placeable();
        let piece = *random.pick(&Piece::ALL).unwrap();
        let cell = Cell::all().nth(random.below(144) as usize).unwrap();
        let wild = placeable.is_empty() || random.below(8) == 0;
        let placement = if wild { Placement { piece, cell } } else { *random.pick(&placeable).unwrap() };
        turn.push(placement);
        let _ = laying.lay(placement);
    }
    turn
}

#[test]
fn the_contract_is_kept_in_random_play() {
    for variant in Variant::all() {
        for seed in 0..games(8, 200) {
            let played = laws::<Position>(&variant, seed, &mut probe);
            if let Err(broken) = played {
                panic!("{variant}, seed {seed}: {broken}");
            }
        }
    }
}

#[test]
fn points_never_fall_and_every_point_has_its_reason() {
    for variant in Variant::all() {
        for seed in 0..games(60, 1_500) {
            let mut random = Random::new(seed);
            let mut position = Position::start(variant);
            loop {
                let before = position.clone();
                let Some(turn) = position.play_random(&mut random) else { break };
                let laying = lay_all(&before, &turn);
                let reasons = laying.reasons();
                for seat in variant.players().seats() {
                    let gain = position.scores()[seat]
                        .checked_sub(before.scores()[seat])
                        .expect("points never fall");
                    let siestas: u16 = reasons.siestas.iter().map(|gain| u16::from(gain.points[seat])).sum();
                    let doubles = reasons.doubles.iter().filter(|double| double.seat == seat);
                    let doubles: u16 = doubles.map(|double| u16::from(double.points)).sum();
                    assert_eq!(siestas + doubles, gain, "{before}: {turn} for {seat}");
                    assert_eq!(u16::from(laying.gains()[seat]), gain);
                }
                assert!(position.scores()[before.mover()] > before.scores()[before.mover()]);
            }
            assert_eq!(position, position.recomputed(), "{variant}, seed {seed}");
        }
    }
}

fn lay_all(before: &Position, turn: &Turn) -> Laying {
    let mut laying = before.lay();
    for placement in turn.iter() {
        laying.lay(placement).unwrap_or_else(|refusal| panic!("{before}: {turn}: {refusal}"));
    }
    laying
}

#[test]
fn listed_turns_lead_to_different_positions_and_each_of_their_pieces_is_offered() {
    for variant in Variant::all() {
        for seed in 0..games(2, 50) {
            let mut random = Random::new(seed);
            let mut position = Position::start(variant);
            while position.end().is_none() {
                let turns = position.scored_turns();
                let after = |turn: &Turn| {
                    let mut after = position.clone();
                    after.play_unchecked(turn);
                    (after.hash(), after.scores())
                };
                let different: HashSet<_> = turns.iter().map(|scored| after(&scored.turn)).collect();
                assert_eq!(different.len(), turns.len(), "{position}");
                for scored in (0..10).filter_map(|_| random.pick(&turns)) {
                    let mut laying = position.lay();
                    for placement in scored.turn.iter() {
                        assert!(laying.offers().contains(&placement), "{position}: {}", scored.turn);
                        laying.lay(placement).unwrap();
                    }
                    assert!(laying.is_complete());
                    assert_eq!(laying.gains(), scored.gains, "{position}: {}", scored.turn);
                }
                position.play_random(&mut random);
            }
        }
    }
}

#[test]
fn no_offer_is_a_dead_end() {
    for variant in Variant::all() {
        for seed in 0..games(6, 200) {
            let mut random = Random::new(seed);
            let mut position = Position::start(variant);
            while position.end().is_none() {
                let mut laying = position.lay();
                while !laying.is_complete() {
                    let offers = laying.offers();
                    let offer =
                        random.pick(&offers).unwrap_or_else(|| panic!("{position}: {}", laying.turn()));
                    assert_eq!(laying.why_not(*offer), None);
                    laying.lay(*offer).unwrap();
                }
                position = laying.finish().unwrap();
            }
        }
    }
}

#[test]
fn the_order_that_a_player_chose_is_kept_in_the_record() {
    let text = "Game: siesta\nPlayers: 2\nScoring: printed\nMode: ffa\n\n^F6 *F5 #F7\n^E7 *D7 ^F8\n";
    let (record, end) = game::Record::<Position>::read(text.as_bytes()).unwrap();
    assert_eq!(record.to_string(), text);
    assert_eq!(record.steps.len(), 2);
    assert!(matches!(&record.steps[0], Step::Action(seat, _) if *seat == Seat::ALL[0]));
    assert_eq!(end.scoring(), Scoring::Printed);
    assert_eq!(end.scores().as_slice(), [1, 1]);
}

#[test]
fn turns_are_listed_in_the_documented_order() {
    for variant in Variant::all().filter(|variant| variant.scoring() == Scoring::Printed) {
        let mut random = Random::new(9);
        let mut position = Position::start(variant);
        for _ in 0..12 {
            position.play_random(&mut random);
            let key = |turn: &Turn| turn.iter().take(2).collect::<Vec<Placement>>();
            let turns = position.scored_turns();
            assert!(turns.is_sorted_by_key(|scored| key(&scored.turn)), "{position}");
            let third = |turn: &Turn| turn.iter().nth(2).map(|placement| placement.piece);
            let mut same_start = turns.chunk_by(|a, b| key(&a.turn) == key(&b.turn));
            assert!(same_start.all(|some| some.is_sorted_by_key(|scored| third(&scored.turn))), "{position}");
        }
    }
}
