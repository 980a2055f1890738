//! How somebody sees the pages: language, theme, colours and habits, kept in a cookie of their browser.

use std::time::Duration;

use crate::words::{Language, Words};

/// The cookie that keeps the settings of a [`Look`].
pub const COOKIE_NAME: &str = "sobremesa_look";
/// A browser keeps the cookie for a year after the last change.
pub const COOKIE_MAX_AGE: Duration = Duration::from_hours(365 * 24);

/// The parameter of an address that asks for a language.
const LANGUAGE_PARAMETER: &str = "lang=";

/// Light or dark colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Follows the setting of the operating system.
    #[default]
    Auto,
    /// Dark text on a light ground.
    Light,
    /// Light text on a dark ground.
    Dark,
}

impl Theme {
    /// Every theme, in the order of the settings page.
    pub(crate) const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The theme with this name in forms and cookies.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// The name in forms, cookies and the style sheet.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// The parts of a request that decide on a [`Look`], as text.
#[derive(Clone, Copy, Debug, Default)]
pub struct LookRequest<'a> {
    /// The header `Accept-Language`.
    pub accept_language: Option<&'a str>,
    /// The value of the cookie [`COOKIE_NAME`]; empty if the browser sent none.
    pub cookie: &'a str,
    /// The path of the address.
    pub path: &'a str,
    /// What follows the question mark of the address; empty if nothing does.
    pub query: &'a str,
    /// The header `Host`.
    pub host: Option<&'a str>,
    /// Whether htmx asks for a part of a page.
    pub part: bool,
}

/// How somebody sees the pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The messages in the language of the page.
    pub words: Words,
    /// False while the language is the one that the browser prefers; such a language is not kept in the cookie.
    language_chosen: bool,
    /// Light or dark colours.
    pub theme: Theme,
    /// Whether seats have colours that people who are colour-blind can tell apart.
    pub clear_colours: bool,
    /// Whether a table plays sounds.
    pub sound: bool,
    /// Whether a table asks before it sends a turn.
    pub confirm: bool,
    /// The path of the page.
    pub path: String,
    /// The query of the page without the language.
    query: String,
    /// The name by which the browser reached the server, with the port if it is not the usual one.
    pub host: String,
    /// Whether htmx asks for a part of the page instead of the whole one.
    pub part: bool,
}

impl Look {
    /// Reads the look from a request: the address beats the cookie, and the cookie beats the browser's languages.
    pub fn of(request: &LookRequest<'_>) -> Self {
        let preferred = request.accept_language.and_then(Language::preferred).unwrap_or(Language::English);
        let mut look = Self {
            words: Words(preferred),
            language_chosen: false,
            theme: Theme::Auto,
            clear_colours: false,
            sound: false,
            confirm: false,
            path: request.path.to_owned(),
            query: without_language(request.query),
            host: request.host.unwrap_or("localhost").to_owned(),
            part: request.part,
        };
        for word in request.cookie.split('.') {
            look.apply_cookie_word(word);
        }
        if let Some(language) = requested_language(request.query) {
            look.choose_language(language);
        }
        look
    }

    /// Words that are not known are skipped: the cookie may be from another version, or made up.
    fn apply_cookie_word(&mut self, word: &str) {
        match word {
            "light" => self.theme = Theme::Light,
            "dark" => self.theme = Theme::Dark,
            "clear" => self.clear_colours = true,
            "sound" => self.sound = true,
            "confirm" => self.confirm = true,
            _ => {
                if let Some(language) = Language::by_code(word) {
                    self.choose_language(language);
                }
            }
        }
    }

    /// Sets the language, to be kept in the cookie.
    pub fn choose_language(&mut self, language: Language) {
        self.words = Words(language);
        self.language_chosen = true;
    }

    /// The relative address of this page in another language.
    pub(crate) fn in_language(&self, language: Language) -> String {
        let and = if self.query.is_empty() { "" } else { "&" };
        format!("?{}{and}{LANGUAGE_PARAMETER}{}", self.query, language.code())
    }

    /// The value of the cookie, from which [`Look::of`] reads the same settings.
    pub fn to_cookie(&self) -> String {
        let words = [
            (self.language_chosen, self.words.0.code()),
            (self.theme != Theme::Auto, self.theme.name()),
            (self.clear_colours, "clear"),
            (self.sound, "sound"),
            (self.confirm, "confirm"),
        ];
        words.into_iter().filter(|(set, _)| *set).map(|(_, word)| word).collect::<Vec<_>>().join(".")
    }
}

/// The language that a query asks for, if it is one of ours.
pub fn requested_language(query: &str) -> Option<Language> {
    let mut pairs = query.split('&');
    pairs.find_map(|pair| pair.strip_prefix(LANGUAGE_PARAMETER)).and_then(Language::by_code)
}

fn without_language(query: &str) -> String {
    let others = query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with(LANGUAGE_PARAMETER));
    others.collect::<Vec<_>>().join("&")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(cookie: &str, address: &str) -> Look {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        Look::of(&LookRequest { accept_language: Some("de"), cookie, path, query, host: None, part: false })
    }

    #[test]
    fn what_the_cookie_says_is_read_as_it_was_written() {
        let cookie = "fr.dark.clear.sound.confirm";
        assert_eq!(look(cookie, "/").to_cookie(), cookie);
        assert_eq!(look("", "/").to_cookie(), "");
        assert_eq!(look("x.y..<script>", "/").to_cookie(), "");
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
