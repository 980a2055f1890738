//! Any text is a turn that is written as it is read, or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use siesta::Turn;

fuzz_target!(|text: &str| {
    if let Ok(turn) = text.parse::<Turn>() {
        assert_eq!(turn.to_string().parse::<Turn>(), Ok(turn));
    }
});
