//! Names of accounts. No two names look alike.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection};

use super::skeleton::skeleton;

/// The fewest characters of a name.
pub const SHORTEST: usize = 3;
/// The most characters of a name.
pub const LONGEST: usize = 20;

const JOINERS: [char; 3] = ['-', '_', '.'];
/// The most combining marks on a letter. Scripts with vowel signs need three; more would overlap other lines.
const MOST_MARKS: usize = 3;
const RESERVED: &str = "admin moderator sobremesa system guest bot anonymous deleted me support api";
/// How the names that the club gives to guests and deleted accounts begin.
const RESERVED_BEGINNINGS: [&str; 2] = ["guest-", "deleted-"];

/// The name of a member or a bot account, normalized to NFC.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(String);

/// Why a text is not a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// Too few characters.
    #[error("a name has at least {SHORTEST} characters")]
    TooShort,
    /// Too many characters.
    #[error("a name has at most {LONGEST} characters")]
    TooLong,
    /// A character that is not a letter, a digit or a joiner, or that Unicode does not recommend for names.
    #[error("a name may not have the character {0:?}")]
    Character(char),
    /// A joiner at an end.
    #[error("a name must begin and end with a letter or a digit")]
    Edge,
    /// Two joiners side by side.
    #[error("a name cannot have two of -, _ and . in a row")]
    Doubled,
    /// A mark without a letter, the same mark twice, or too many marks.
    #[error(
        "a mark such as an accent belongs on a letter, each at most once and at most {MOST_MARKS} in all"
    )]
    Mark,
    /// Letters of several scripts.
    #[error("all letters of a name must be of one script, such as Latin or Greek")]
    MixedScripts,
    /// A reserved name, or one that looks like it.
    #[error("this name is reserved")]
    Reserved,
}

impl Name {
    /// The name as it is shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form for comparison: equal for all names that look alike, regardless of case.
    pub fn skeleton(&self) -> String {
        skeleton(&self.0)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let name: String = text.nfc().take(LONGEST + 1).collect();
        match name.chars().count() {
            ..SHORTEST => return Err(NameError::TooShort),
            SHORTEST..=LONGEST => {}
            _ => return Err(NameError::TooLong),
        }
        if let Some(wrong) = name.chars().find(|c| !allowed(*c)) {
            return Err(NameError::Character(wrong));
        }
        if name.starts_with(JOINERS) || name.ends_with(JOINERS) {
            return Err(NameError::Edge);
        }
        check_arrangement(&name)?;
        if !name.as_str().check_restriction_level(RestrictionLevel::SingleScript) {
            return Err(NameError::MixedScripts);
        }
        if reserved(&skeleton(&name)) {
            return Err(NameError::Reserved);
        }
        Ok(Self(name))
    }
}

fn allowed(c: char) -> bool {
    JOINERS.contains(&c) || c.identifier_allowed() && (c.is_alphanumeric() || is_combining_mark(c))
}

/// Checks that joiners stand alone and marks stand on letters.
fn check_arrangement(name: &str) -> Result<(), NameError> {
    let mut last = None;
    let mut marks = 0;
    for c in name.chars() {
        if JOINERS.contains(&c) && last.is_some_and(|last| JOINERS.contains(&last)) {
            return Err(NameError::Doubled);
        }
        if is_combining_mark(c) {
            marks += 1;
            let carried = last.is_some_and(|last| last.is_alphabetic() || is_combining_mark(last));
            if !carried || last == Some(c) || marks > MOST_MARKS {
                return Err(NameError::Mark);
            }
        } else {
            marks = 0;
        }
        last = Some(c);
    }
    Ok(())
}

fn reserved(looks: &str) -> bool {
    static WHOLE: LazyLock<Vec<String>> = LazyLock::new(|| RESERVED.split(' ').map(skeleton).collect());
    static BEGINNINGS: LazyLock<[String; 2]> = LazyLock::new(|| RESERVED_BEGINNINGS.map(skeleton));
    WHOLE.iter().any(|reserved| reserved == looks)
        || BEGINNINGS.iter().any(|beginning| looks.starts_with(beginning.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_one_script_are_good() {
        for text in [
            "Ana",
            "ana-maria",
            "j.r.r",
            "a_1",
            "007",
            "Íñigo",
            "straße",
            "Ελένη",
            "Анна",
            "דוד",
            "محمد",
            "देवदत्त",
            "さくらカナ漢字",
            "민준이",
            "สมชาย",
            "ẹ\u{301}kọ",
            "abcdefghijklmnopqrst",
        ] {
            assert_eq!(text.parse::<Name>().map(|name| name.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn a_bad_name_is_refused_with_what_is_wrong() {
        use NameError::{Character, Doubled, Edge, Mark, MixedScripts, Reserved, TooLong, TooShort};
        let long = "a".repeat(100_000);
        for (text, error) in [
            ("", TooShort),
            ("ab", TooShort),
            ("e\u{301}a", TooShort),
            ("abcdefghijklmnopqrstu", TooLong),
            (&long, TooLong),
            ("ana maria", Character(' ')),
            ("ana\u{a0}maria", Character('\u{a0}')),
            ("ana\n", Character('\n')),
            ("a\0na", Character('\0')),
            ("\u{202e}ana", Character('\u{202e}')),
            ("an\u{200d}a", Character('\u{200d}')),
            ("an\u{200c}a", Character('\u{200c}')),
            ("an\u{200b}a", Character('\u{200b}')),
            ("an\u{ad}a", Character('\u{ad}')),
            ("an\u{fe0f}a", Character('\u{fe0f}')),
            ("an\u{3164}a", Character('\u{3164}')),
            ("an\u{e000}a", Character('\u{e000}')),
            ("Ａｎａ", Character('Ａ')),
            ("𝐀na", Character('𝐀')),
            ("ana😀", Character('😀')),
            ("<ana>", Character('<')),
            ("ana:b", Character(':')),
            ("o'neil", Character('\'')),
            ("ana·b", Character('·')),
            ("a/b", Character('/')),
            ("-ana", Edge),
            ("ana.", Edge),
            ("ana__b", Doubled),
            ("a.-b", Doubled),
            ("\u{301}ana", Mark),
            ("an-\u{301}a", Mark),
            ("aq\u{308}\u{308}", Mark),
            ("q\u{300}\u{302}\u{308}\u{30a}a", Mark),
            ("аna", MixedScripts),
            ("Παblo", MixedScripts),
            ("Anaさ", MixedScripts),
            ("Admin", Reserved),
            ("adm1n", Reserved),
            ("s0bremesa", Reserved),
            ("GUEST", Reserved),
            ("Guest-7", Reserved),
            ("Deleted-7", Reserved),
            ("rne", Reserved),
        ] {
            assert_eq!(text.parse::<Name>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn names_that_look_alike_have_the_same_skeleton() {
        for (one, other) in [
            ("Ana", "ana"),
            ("ANA", "ana"),
            ("copa", "сора"),
            ("Jose\u{301}", "José"),
            ("ÑANDÚ", "n\u{303}andu\u{301}"),
            ("STRASSE", "straße"),
            ("ΟΔΟΣ", "οδος"),
            ("Iris", "lris"),
            ("b0b", "bob"),
            ("modern", "modem"),
        ] {
            let [one, other] = [one, other].map(|text| text.parse::<Name>().unwrap().skeleton());
            assert_eq!(one, other);
        }
        for (one, other) in
            [("Ana", "Ann"), ("ano", "año"), ("jose", "josé"), ("a-b", "a_b"), ("анна", "anna")]
        {
            let [one, other] = [one, other].map(|text| text.parse::<Name>().unwrap().skeleton());
            assert_ne!(one, other);
        }
    }
}
