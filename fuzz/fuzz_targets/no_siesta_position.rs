//! Any text is a position that is written as it is read and can be played on, or is refused.
#![no_main]

use game::Seat;
use libfuzzer_sys::fuzz_target;
use no_siesta::{Position, Sheet};

fuzz_target!(|text: &str| {
    if let Ok(position) = Position::read(Sheet::standard(), text) {
        assert_eq!(Position::read(Sheet::standard(), &position.to_string()), Ok(position));
        for seat in Seat::ALL.into_iter().filter(|seat| position.to_act().includes(*seat)) {
            let mut actions = Vec::new();
            position.actions(seat, &mut actions);
            assert!(!actions.is_empty());
            for action in &actions {
                let mut after = position;
                assert_eq!(after.play(seat, action), Ok(()));
                assert_eq!(Position::read(Sheet::standard(), &after.to_string()), Ok(after));
            }
        }
    }
});
