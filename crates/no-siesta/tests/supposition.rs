//! Suppositions are what the rules would bring.

use game::{Players, Random, Seat};
use no_siesta::{Action, Mode, Phase, Position, Variant};

#[test]
fn marking_the_last_die_alone_is_what_is_supposed() {
    let variant = Variant::new(Players::ONE, Mode::Solo).unwrap();
    let (seat, mut scratch, mut compared) = (Seat::ALL[0], Vec::new(), 0);
    for seed in 0..20 {
        let mut position = Position::start(variant);
        let mut random = Random::new(seed);
        while position.play_random(&mut random, &mut scratch).is_some() {
            if !matches!(position.phase(), Phase::Last(_)) {
                continue;
            }
            let mut actions = Vec::new();
            position.actions(seat, &mut actions);
            for action in actions {
                let Action::Mark(units) = action else { unreachable!("the last die is marked") };
                let mut after = position;
                after.play(seat, &action).unwrap();
                assert_eq!(position.supposing_scoring(seat, &[units]), Some(after), "{position}: {action}");
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared} compared");
}

#[test]
fn nobody_supposes_more_discs_than_there_are() {
    let position = Position::start(Variant::new(Players::TWO, Mode::Standard).unwrap());
    let both = no_siesta::Face::OliveGrain.units();
    assert!(position.supposing_scoring(Seat::ALL[0], &[both, both]).is_some());
    assert_eq!(position.supposing_scoring(Seat::ALL[0], &[both, both, both]), None);
}
