//! Text in the address of a page.

/// A text as the value of a query: what has a meaning there, or none, is written by its number.
pub fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        match byte {
            b' ' => out.push('+'),
            b'-' | b'_' | b'.' | b'~' | b',' | b'/' => out.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_in_addresses_loses_it() {
        assert_eq!(encoded("*F5 ^F6,#F7"), "%2AF5+%5EF6,%23F7");
        assert_eq!(encoded("a&b=c+d%"), "a%26b%3Dc%2Bd%25");
        assert_eq!(encoded("12/12 é"), "12/12+%C3%A9");
    }
}
