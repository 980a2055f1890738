//! Any bytes are a record that is written as it is read, or are refused.
#![no_main]

use game::Record;
use libfuzzer_sys::fuzz_target;
use no_siesta::Position;

fuzz_target!(|bytes: &[u8]| {
    if let Ok((record, end)) = Record::<Position>::read(bytes) {
        assert_eq!(Record::<Position>::read(record.to_string().as_bytes()), Ok((record, end)));
    }
});
