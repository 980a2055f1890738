//! 32 bytes as 64 hexadecimal digits in lower case, and in no other spelling.

/// Writes the bytes as digits.
pub(super) fn write(bytes: &[u8; 32]) -> String {
    ::hex::encode(bytes)
}

/// Reads the digits. Upper case is refused, so that every secret has one spelling.
pub(super) fn read(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
    (lower && ::hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
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
