//! Text in the addresses of pages.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What the value of a query may not have as it is. Commas and slashes stay, because our notations are full of them.
const QUERY_VALUE: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b',').remove(b'/');

/// A text as the value of a query, as forms encode it: a space becomes a plus sign.
pub(crate) fn encoded(text: &str) -> String {
    // A percent sign of the text is `%25` by now, so that every `%20` stands for a space.
    utf8_percent_encode(text, QUERY_VALUE).to_string().replace("%20", "+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_meaning_in_addresses_loses_it() {
        assert_eq!(encoded("*F5 ^F6,#F7"), "%2AF5+%5EF6,%23F7");
        assert_eq!(encoded("a&b=c+d%"), "a%26b%3Dc%2Bd%25");
        assert_eq!(encoded("12/12 é"), "12/12+%C3%A9");
        assert_eq!(encoded("%20"), "%2520");
    }
}
