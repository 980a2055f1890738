//! 32 bytes as 64 hexadecimal digits in lower case, and only so.

/// The bytes as text.
pub(super) fn write(bytes: &[u8; 32]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

/// The text as bytes.
pub(super) fn read(text: &str) -> Option<[u8; 32]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; 32];
    if text.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_they_are_written_and_in_no_other_spelling() {
        let bytes = std::array::from_fn(|place| (place * 37 + 5) as u8);
        let text = write(&bytes);
        assert_eq!(read(&text), Some(bytes));
        for wrong in ["", &text[1..], &text.to_uppercase(), &format!("{text}0"), &text.replace('5', "g")] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
