//! How somebody wants to see the pages: language, theme, palette and habits, kept in their browser.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};

use crate::cookies;
use pages::words::{Language, Words};

/// The cookie with all of it.
pub(super) const COOKIE: &str = "sobremesa_look";
/// How long a browser remembers it.
pub(super) const LASTS: Duration = Duration::from_hours(365 * 24);

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Theme {
    /// As the system has it.
    #[default]
    Auto,
    Light,
    Dark,
}

impl Theme {
    pub(super) const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The theme of this name.
    pub(super) fn by_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.word() == word)
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// How somebody wants to see the pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Look {
    pub(crate) words: Words,
    /// Whether they chose the language, or the browser said it.
    pub(super) chosen: bool,
    pub(super) theme: Theme,
    /// Colours that keep apart for everybody.
    pub(super) clear_colours: bool,
    pub(super) sound: bool,
    /// Whether to ask before a turn is sent.
    pub(super) confirm: bool,
    /// Where they are.
    pub(super) path: String,
    /// What else the address says, without the language.
    query: String,
    /// What this browser calls the server.
    pub(super) host: String,
    /// Whether a part of a page is asked for, by htmx, and not a whole one.
    pub(super) part: bool,
}

impl Look {
    /// What the request says of it.
    pub(super) fn of(headers: &HeaderMap, uri: &Uri) -> Self {
        let browser = headers.get(header::ACCEPT_LANGUAGE).and_then(|text| text.to_str().ok());
        let browser = browser.and_then(Language::wanted).unwrap_or(Language::English);
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let mut look = Self {
            words: Words(browser),
            chosen: false,
            theme: Theme::Auto,
            clear_colours: false,
            sound: false,
            confirm: false,
            path: uri.path().to_owned(),
            query: without_language(uri),
            host: host.unwrap_or("localhost").to_owned(),
            // Who goes back in the history of a page gets a whole one.
            part: headers.contains_key("hx-request") && !headers.contains_key("hx-history-restore-request"),
        };
        for part in cookies::read(headers, COOKIE).unwrap_or_default().split('.') {
            look.set(part);
        }
        if let Some(language) = asked_language(uri) {
            look.choose(language);
        }
        look
    }

    fn set(&mut self, word: &str) {
        match word {
            "light" => self.theme = Theme::Light,
            "dark" => self.theme = Theme::Dark,
            "clear" => self.clear_colours = true,
            "sound" => self.sound = true,
            "confirm" => self.confirm = true,
            _ => {
                if let Some(language) = Language::by_code(word) {
                    self.choose(language);
                }
            }
        }
    }

    /// Speaks this language from now on.
    pub(super) fn choose(&mut self, language: Language) {
        self.words = Words(language);
        self.chosen = true;
    }

    /// Where to see this page in another language.
    pub(super) fn in_language(&self, language: Language) -> String {
        let and = if self.query.is_empty() { "" } else { "&" };
        format!("?{}{and}lang={}", self.query, language.code())
    }

    /// The value of the cookie.
    pub(super) fn cookie(&self) -> String {
        let words = [
            (self.chosen, self.words.0.code()),
            (self.theme != Theme::Auto, self.theme.word()),
            (self.clear_colours, "clear"),
            (self.sound, "sound"),
            (self.confirm, "confirm"),
        ];
        words.into_iter().filter(|(said, _)| *said).map(|(_, word)| word).collect::<Vec<_>>().join(".")
    }
}

/// The language after the question mark, if we speak it.
pub(super) fn asked_language(uri: &Uri) -> Option<Language> {
    let mut pairs = uri.query()?.split('&');
    pairs.find_map(|pair| pair.strip_prefix("lang=")).and_then(Language::by_code)
}

/// What is after the question mark besides the language.
fn without_language(uri: &Uri) -> String {
    let pairs = uri.query().unwrap_or_default().split('&');
    pairs.filter(|pair| !pair.is_empty() && !pair.starts_with("lang=")).collect::<Vec<_>>().join("&")
}

/// The middleware has found out how to look before any handler runs.
impl<S: Send + Sync> FromRequestParts<S> for Look {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let known = parts.extensions.get::<Self>().cloned();
        Ok(known.unwrap_or_else(|| Self::of(&parts.headers, &parts.uri)))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn look(cookie: &str, uri: &str) -> Look {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static("de"));
        headers.insert(header::COOKIE, HeaderValue::try_from(format!("{COOKIE}={cookie}")).unwrap());
        Look::of(&headers, &uri.parse().unwrap())
    }

    #[test]
    fn what_the_cookie_says_is_read_as_it_was_written() {
        let cookie = "fr.dark.clear.sound.confirm";
        assert_eq!(look(cookie, "/").cookie(), cookie);
        assert_eq!(look("", "/").cookie(), "");
        assert_eq!(look("x.y..<script>", "/").cookie(), "");
    }

    #[test]
    fn the_address_beats_the_cookie_and_the_cookie_beats_the_browser() {
        assert_eq!(look("", "/").words, Words(Language::German));
        assert_eq!(look("fr", "/").words, Words(Language::French));
        assert_eq!(look("fr", "/t/1?x=1&lang=es").words, Words(Language::Spanish));
        assert_eq!(look("fr", "/?lang=xx").words, Words(Language::French));
    }

    #[test]
    fn another_language_keeps_the_rest_of_the_address() {
        for (here, there) in [
            ("/", "?lang=es"),
            ("/?lang=fr", "?lang=es"),
            ("/t/1/replay?turn=7&lang=fr", "?turn=7&lang=es"),
            ("/t/1?lang=fr&laid=%2AF5&piece=roof", "?laid=%2AF5&piece=roof&lang=es"),
        ] {
            assert_eq!(look("", here).in_language(Language::Spanish), there);
        }
    }
}
