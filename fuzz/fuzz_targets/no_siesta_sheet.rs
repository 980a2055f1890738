//! Any text is a sheet that games can be played with, or is refused.
#![no_main]

use game::Random;
use libfuzzer_sys::fuzz_target;
use no_siesta::{Mode, Position, Sheet, Variant};

fuzz_target!(|text: &str| {
    // Loaded sheets are never freed: parse and check first, and load only what passes.
    if let Ok(sheet) = Sheet::parse(text)
        && Sheet::parse(&sheet.to_string()).is_ok_and(|again| again.fingerprint() == sheet.fingerprint())
        && let Ok(sheet) = Sheet::load(text)
        && let Some(players) = game::Players::new(2)
        && let Ok(variant) = Variant::with_sheet(players, Mode::Standard, sheet)
    {
        let (mut random, mut scratch) = (Random::new(1), Vec::new());
        let mut position = Position::start(variant);
        while position.play_random(&mut random, &mut scratch).is_some() {}
    }
});
