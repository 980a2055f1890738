//! Reading and setting cookies.

use std::time::Duration;

use axum::http::HeaderValue;
use axum::http::header::{COOKIE, HeaderMap};
use cookie::{Cookie, CookieBuilder, SameSite};

/// How browsers reach the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Not encrypted: on the local machine or in a local network.
    Http,
    /// Encrypted: cookies are marked `Secure`, so browsers send them over HTTPS only.
    Https,
}

/// Why a cookie cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CookieError {
    /// The name is empty, or has a character that would end it early.
    #[error("the name of a cookie may not have the character {0:?}, nor be empty")]
    Name(char),
    /// The value has a character that would end it early or that browsers do not keep.
    #[error("the value of a cookie may not have the character {0:?}")]
    Value(char),
}

/// The value of the first cookie with this name, without quotation marks around it.
pub fn read<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let pairs =
        headers.get_all(COOKIE).iter().flat_map(|header| header.as_bytes().split(|byte| *byte == b';'));
    // Each pair is decoded on its own, because a cookie of another program on the same host may not be UTF-8.
    let cookie = pairs
        // Most are others than this one, and need not be parsed.
        .filter(|pair| pair.trim_ascii_start().starts_with(name.as_bytes()))
        .filter_map(|pair| Cookie::parse(std::str::from_utf8(pair).ok()?).ok())
        .find(|cookie| cookie.name() == name)?;
    let value = cookie.value_raw()?;
    Some(value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value))
}

/// The `Set-Cookie` header for a cookie that scripts cannot read and that forms of other sites do not send.
pub fn set(name: &str, value: &str, max_age: Duration, scheme: Scheme) -> Result<HeaderValue, CookieError> {
    header(Cookie::build((name, value)).http_only(true), max_age, scheme)
}

/// The same for a cookie that the scripts of our pages read and set as well.
pub fn set_readable(
    name: &str,
    value: &str,
    max_age: Duration,
    scheme: Scheme,
) -> Result<HeaderValue, CookieError> {
    header(Cookie::build((name, value)), max_age, scheme)
}

fn header(cookie: CookieBuilder<'_>, max_age: Duration, scheme: Scheme) -> Result<HeaderValue, CookieError> {
    let (name, value) = cookie.inner().name_value();
    // The `cookie` crate does not check names and values.
    if name.is_empty() {
        return Err(CookieError::Name('='));
    }
    if let Some(wrong) = name.chars().find(|c| !is_token(*c)) {
        return Err(CookieError::Name(wrong));
    }
    if let Some(wrong) = value.chars().find(|c| !c.is_ascii_graphic() || "\",;\\".contains(*c)) {
        return Err(CookieError::Value(wrong));
    }
    let cookie = cookie
        .same_site(SameSite::Lax)
        .path("/")
        .max_age(max_age.try_into().unwrap_or(cookie::time::Duration::MAX))
        .secure(scheme == Scheme::Https)
        .build();
    Ok(HeaderValue::try_from(cookie.to_string()).expect("every character was checked"))
}

/// The `Set-Cookie` header that makes the browser delete a cookie.
pub fn forget(name: &str, scheme: Scheme) -> Result<HeaderValue, CookieError> {
    set(name, "", Duration::ZERO, scheme)
}

/// Whether a character may be part of an HTTP token.
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
    fn a_cookie_that_is_no_text_does_not_hide_another() {
        let mut map = HeaderMap::new();
        map.append(COOKIE, HeaderValue::from_bytes(b"other=\xff; session=1").unwrap());
        assert_eq!(read(&map, "session"), Some("1"));
    }

    #[test]
    fn a_cookie_is_set_for_our_pages_alone() {
        let day = Duration::from_hours(24);
        assert_eq!(
            set("session", "ss_1.2", day, Scheme::Https).unwrap(),
            "session=ss_1.2; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=86400"
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
