//! Any text is a position that is written as it is read and can be played on, or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use siesta::Position;

fuzz_target!(|text: &str| {
    if let Ok(position) = text.parse::<Position>() {
        assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(&position));
        assert_eq!(position.recomputed(), position);
        let turns = position.scored_turns();
        assert_eq!(turns.is_empty(), position.end().is_some());
        for scored in turns.iter().step_by(1 + turns.len() / 16) {
            let mut after = position.clone();
            assert_eq!(after.play(position.mover(), &scored.turn), Ok(()));
            assert_eq!(after.recomputed(), after);
            assert_eq!(after.to_string().parse(), Ok(after));
        }
    }
});
