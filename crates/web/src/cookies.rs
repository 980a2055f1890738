//! Cookies: reading one, setting one.

use std::time::Duration;

use axum::http::HeaderValue;
use axum::http::header::{COOKIE, HeaderMap};

/// How the browser reaches the club.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// In the clear: on the local machine or in a local network.
    Http,
    /// Encrypted; the cookie never leaves the browser otherwise.
    Https,
}

/// What cannot be set as a cookie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CookieError {
    /// In its name.
    #[error("the name of a cookie may not have the character {0:?}, nor be empty")]
    Name(char),
    /// In its value.
    #[error("the value of a cookie may not have the character {0:?}")]
    Value(char),
}

/// The value of the first cookie of this name.
pub fn read<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let value = headers
        .get_all(COOKIE)
        .iter()
        .flat_map(|header| header.as_bytes().split(|byte| *byte == b';'))
        .find_map(|pair| {
            let equals = pair.iter().position(|byte| *byte == b'=')?;
            (pair[..equals].trim_ascii() == name.as_bytes()).then(|| pair[equals + 1..].trim_ascii())
        })?;
    let bare = value.strip_prefix(b"\"").and_then(|value| value.strip_suffix(b"\"")).unwrap_or(value);
    std::str::from_utf8(bare).ok()
}

/// The `Set-Cookie` header for a cookie that no script reads and no other site's form sends.
pub fn set(name: &str, value: &str, max_age: Duration, scheme: Scheme) -> Result<HeaderValue, CookieError> {
    if name.is_empty() {
        return Err(CookieError::Name('='));
    }
    if let Some(wrong) = name.chars().find(|c| !is_token(*c)) {
        return Err(CookieError::Name(wrong));
    }
    if let Some(wrong) = value.chars().find(|c| !c.is_ascii_graphic() || "\",;\\".contains(*c)) {
        return Err(CookieError::Value(wrong));
    }
    let seconds = max_age.as_secs();
    let secure = match scheme {
        Scheme::Http => "",
        Scheme::Https => "; Secure",
    };
    let text = format!("{name}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={seconds}{secure}");
    Ok(HeaderValue::try_from(text).expect("every character was checked"))
}

/// The `Set-Cookie` header that makes the browser forget a cookie.
pub fn forget(name: &str, scheme: Scheme) -> Result<HeaderValue, CookieError> {
    set(name, "", Duration::ZERO, scheme)
}

fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_by_its_name_wherever_it_stands() {
        for (headers, expected) in [
            (vec![], None),
            (vec![""], None),
            (vec!["session"], None),
            (vec!["session="], Some("")),
            (vec!["session=1"], Some("1")),
            (vec!["guest=0; session=1; other=2"], Some("1")),
            (vec!["guest=0;session=1;other=2"], Some("1")),
            (vec![" session = 1 ; other=2"], Some("1")),
            (vec!["session=1=2=="], Some("1=2==")),
            (vec!["session=\"1\""], Some("1")),
            (vec!["session=\"1"], Some("\"1")),
            (vec!["session=\""], Some("\"")),
            (vec!["session=1; session=2"], Some("1")),
            (vec!["session=1", "session=2"], Some("1")),
            (vec!["other=1", "session=2"], Some("2")),
            (vec!["ñ=é; session=2"], Some("2")),
            (vec!["mysession=1; Session=2; session2=3; x=session"], None),
            (vec![";;; ;=; session=1"], Some("1")),
        ] {
            let mut map = HeaderMap::new();
            for header in &headers {
                map.append(COOKIE, HeaderValue::from_bytes(header.as_bytes()).unwrap());
            }
            assert_eq!(read(&map, "session"), expected, "{headers:?}");
        }
    }

    #[test]
    fn a_value_that_is_no_text_is_no_cookie() {
        let mut map = HeaderMap::new();
        map.append(COOKIE, HeaderValue::from_bytes(b"session=\xff").unwrap());
        assert_eq!(read(&map, "session"), None);
    }

    #[test]
    fn a_cookie_is_set_for_our_pages_alone() {
        let day = Duration::from_hours(24);
        assert_eq!(
            set("session", "ss_1.2", day, Scheme::Https).unwrap(),
            "session=ss_1.2; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400; Secure"
        );
        assert_eq!(
            set("session", "1", day, Scheme::Http).unwrap(),
            "session=1; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400"
        );
        assert_eq!(
            forget("session", Scheme::Http).unwrap(),
            "session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"
        );
    }

    #[test]
    fn nothing_slips_into_the_header() {
        use CookieError::{Name, Value};
        for (name, value, error) in [
            ("", "1", Name('=')),
            ("a b", "1", Name(' ')),
            ("a=b", "1", Name('=')),
            ("a", "1; Domain=evil.example", Value(';')),
            ("a", "1\r\nx: y", Value('\r')),
            ("a", "é", Value('é')),
            ("a", "\"1\"", Value('"')),
        ] {
            assert_eq!(set(name, value, Duration::ZERO, Scheme::Http), Err(error), "{name}={value}");
        }
    }
}
