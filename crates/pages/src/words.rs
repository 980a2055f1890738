//! Every text that people read, from the message catalogue of their language.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use fluent_templates::fluent_bundle::FluentValue;
use fluent_templates::{LanguageIdentifier, Loader, static_loader};

static_loader! {
    static CATALOGUE = {
        locales: "./locales",
        fallback_language: "en",
        // Isolation marks are for texts of mixed direction; all our languages are written from left to right.
        customise: |bundle| bundle.set_use_isolating(false),
    };
}

/// A language that the pages are written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// English, the language of those whose browser asks for none of ours.
    English,
    /// Français.
    French,
    /// Deutsch.
    German,
    /// Español.
    Spanish,
}

impl Language {
    /// Every language, in the order in which pages list them.
    pub const ALL: [Self; 4] = [Self::English, Self::French, Self::German, Self::Spanish];

    /// The primary subtag of BCP 47.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::French => "fr",
            Self::German => "de",
            Self::Spanish => "es",
        }
    }

    /// The name of the language in the language itself.
    pub(crate) fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::French => "Français",
            Self::German => "Deutsch",
            Self::Spanish => "Español",
        }
    }

    /// The language of a tag such as `de` or `de-AT`; script and region do not matter.
    pub fn by_code(code: &str) -> Option<Self> {
        let code = code.split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// The language that a browser prefers among ours, by its header `Accept-Language`.
    //
    // Written by hand, because the crates for it do less: `fluent-langneg` ignores the weights, and
    // `accept-language` sorts by a comparison that is no order for `q=nan`, on which `sort` may panic.
    pub(crate) fn preferred(accept_language: &str) -> Option<Self> {
        let mut tags: Vec<(f32, &str)> = accept_language
            .split(',')
            .filter_map(|item| {
                let mut parts = item.split(';');
                let tag = parts.next()?.trim();
                let weight = parts.find_map(|part| part.trim().strip_prefix("q=")?.parse().ok());
                Some((weight.unwrap_or(1.0), tag))
            })
            // `q=0` means "not this one"; a weight that is not a number fails the comparison as well.
            .filter(|(weight, _)| *weight > 0.0)
            .collect();
        tags.sort_by(|a, b| b.0.total_cmp(&a.0));
        tags.into_iter().find_map(|(_, tag)| Self::by_code(tag))
    }

    fn identifier(self) -> &'static LanguageIdentifier {
        static IDENTIFIERS: LazyLock<Vec<LanguageIdentifier>> = LazyLock::new(|| {
            Language::ALL.iter().map(|language| language.code().parse().unwrap_or_default()).collect()
        });
        &IDENTIFIERS[self as usize]
    }
}

/// The value of a variable of a message: text or a number.
pub(crate) type Argument = FluentValue<'static>;

/// The messages in one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words(pub Language);

impl Words {
    /// The message with this key.
    pub(crate) fn say(self, key: &str) -> String {
        CATALOGUE.try_lookup(self.0.identifier(), key).unwrap_or_else(|| missing(key))
    }

    /// The message with this key and these variables.
    pub(crate) fn with<const N: usize>(self, key: &str, arguments: [(&'static str, Argument); N]) -> String {
        let arguments: HashMap<Cow<'static, str>, Argument> =
            arguments.into_iter().map(|(name, value)| (Cow::Borrowed(name), value)).collect();
        CATALOGUE.try_lookup_with_args(self.0.identifier(), key, &arguments).unwrap_or_else(|| missing(key))
    }

    /// The message with this key, if there is one: for keys that are not known until run time.
    pub(crate) fn find(self, key: &str) -> Option<String> {
        CATALOGUE.try_lookup(self.0.identifier(), key)
    }
}

/// Shows the key instead of failing the whole page. Tests make sure that no page needs this.
fn missing(key: &str) -> String {
    tracing::error!(key, "a message is missing");
    format!("⟦{key}⟧")
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// The keys of the messages of a language, with the names of their variables.
    fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(language.code());
        let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for file in fs::read_dir(folder).unwrap() {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            let mut key = String::new();
            for line in text.lines() {
                if let Some((name, _)) =
                    line.split_once(" =").filter(|_| line.starts_with(char::is_alphabetic))
                {
                    key = name.to_owned();
                    assert!(
                        messages.insert(key.clone(), BTreeSet::new()).is_none(),
                        "{language:?} has {key} twice"
                    );
                }
                for part in line.split('$').skip(1) {
                    let name: String =
                        part.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
                    messages.get_mut(&key).unwrap().insert(name);
                }
            }
        }
        messages
    }

    #[test]
    fn every_language_has_every_message_and_tells_the_same() {
        let english = messages(Language::English);
        for language in Language::ALL {
            let other = messages(language);
            let missing: Vec<_> = english.keys().filter(|key| !other.contains_key(*key)).collect();
            assert!(missing.is_empty(), "{language:?} lacks {missing:?}");
            let extra: Vec<_> = other.keys().filter(|key| !english.contains_key(*key)).collect();
            assert!(extra.is_empty(), "{language:?} alone has {extra:?}");
            for (key, arguments) in &english {
                assert_eq!(&other[key], arguments, "{language:?}: {key}");
                let told: HashMap<Cow<'static, str>, Argument> =
                    arguments.iter().map(|name| (Cow::Owned(name.clone()), 2.into())).collect();
                let said = CATALOGUE.try_lookup_with_args(language.identifier(), key, &told);
                assert!(said.is_some(), "{language:?}: {key} cannot be read");
            }
        }
    }

    fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, into);
            } else {
                into.push(path);
            }
        }
    }

    /// A key in the source is a literal after `say(` or `with(`, or a format string such as `"level-{level}"`.
    #[test]
    fn every_message_that_pages_ask_for_is_there_and_every_one_that_is_there_is_asked_for() {
        let english = messages(Language::English);
        let mut files = Vec::new();
        // Some handlers of pages still contain markup.
        for folder in ["src", "../web/src/site"] {
            sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
        }
        let mut text = String::new();
        for file in files {
            text.push_str(&fs::read_to_string(file).unwrap());
        }
        let squeezed: String = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(");
        for call in [".say(\"", ".with(\""] {
            for after in squeezed.split(call).skip(1) {
                let key = after.split('"').next().unwrap();
                assert!(english.contains_key(key), "there is no message {key}");
            }
        }
        let literals: BTreeSet<&str> = text.split('"').collect();
        let asked = |key: &str| {
            let mut stem = key;
            literals.contains(key)
                || std::iter::from_fn(|| {
                    stem = &stem[..stem.rfind('-')?];
                    Some(stem)
                })
                .any(|stem| literals.iter().any(|text| text.starts_with(&format!("{stem}-{{"))))
        };
        let unused: Vec<_> = english.keys().filter(|key| !asked(key)).collect();
        assert!(unused.is_empty(), "nobody asks for {unused:?}");
    }

    #[test]
    fn the_browser_says_which_language() {
        for (wanted, language) in [
            ("fr", Some(Language::French)),
            ("de-AT,de;q=0.9,en;q=0.5", Some(Language::German)),
            ("ja,es-MX;q=0.3,en;q=0.2", Some(Language::Spanish)),
            ("en;q=0.1, fr;q=0.9", Some(Language::French)),
            ("fr;q=0,en", Some(Language::English)),
            ("ja", None),
            ("", None),
            (";;;,,q=", None),
            ("fr;q=nan,es;q=nan,de;q=0.5", Some(Language::German)),
        ] {
            assert_eq!(Language::preferred(wanted), language, "{wanted}");
        }
    }
}
