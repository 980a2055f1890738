//! The rules for passwords.

use unicode_normalization::UnicodeNormalization;

use super::name::Name;

pub use super::hasher::{Hasher, HasherError};

/// The fewest characters of a password.
pub const SHORTEST: usize = 8;
/// The most characters of a password.
pub const LONGEST: usize = 200;

/// The most common passwords, in lower case. Shorter ones are refused anyway.
const COMMON: [&str; 52] = [
    "123456789",
    "12345678",
    "password",
    "1234567890",
    "password1",
    "qwerty123",
    "11111111",
    "qwertyuiop",
    "iloveyou",
    "1q2w3e4r",
    "123123123",
    "987654321",
    "00000000",
    "87654321",
    "88888888",
    "12341234",
    "1qaz2wsx",
    "1q2w3e4r5t",
    "zaq12wsx",
    "abcd1234",
    "asdfghjkl",
    "asdf1234",
    "password123",
    "passw0rd",
    "p@ssw0rd",
    "p@ssword",
    "qwerty12",
    "qwertyui",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "superman",
    "trustno1",
    "starwars",
    "computer",
    "michelle",
    "jennifer",
    "whatever",
    "welcome1",
    "letmein1",
    "changeme",
    "administrator",
    "football1",
    "iloveyou1",
    "abc12345",
    "1234qwer",
    "qwer1234",
    "q1w2e3r4",
    "sobremesa",
    "contraseña",
    "passwort",
];

/// Why a password is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PasswordError {
    /// Too few characters.
    #[error("a password has at least {SHORTEST} characters")]
    TooShort,
    /// Too many characters.
    #[error("a password has at most {LONGEST} characters")]
    TooLong,
    /// One of the most common passwords.
    #[error("this password is too common")]
    Common,
    /// The same as the name of the account.
    #[error("the password cannot be the name")]
    SameAsName,
}

/// Checks a password for the account with this name.
pub fn check(password: &str, name: &Name) -> Result<(), PasswordError> {
    match password.nfc().take(LONGEST + 1).count() {
        ..SHORTEST => return Err(PasswordError::TooShort),
        SHORTEST..=LONGEST => {}
        _ => return Err(PasswordError::TooLong),
    }
    let plain = one_spelling(password).to_lowercase();
    if COMMON.contains(&plain.as_str()) {
        return Err(PasswordError::Common);
    }
    if plain == name.as_str().to_lowercase() {
        return Err(PasswordError::SameAsName);
    }
    Ok(())
}

/// Normalizes a password, because keyboards encode the same letter in different ways.
pub(super) fn one_spelling(password: &str) -> String {
    password.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_password_is_refused_with_what_is_wrong() {
        let name: Name = "AnaMaria".parse().unwrap();
        let check = |password: &str| check(password, &name);
        for (password, expected) in [
            ("", Err(PasswordError::TooShort)),
            ("1234567", Err(PasswordError::TooShort)),
            ("ñandúes", Err(PasswordError::TooShort)),
            ("nnnn\u{303}nnn", Err(PasswordError::TooShort)),
            ("Password", Err(PasswordError::Common)),
            ("CONTRASEN\u{303}A", Err(PasswordError::Common)),
            ("anamaria", Err(PasswordError::SameAsName)),
            ("anamaria2", Ok(())),
            ("después de comer", Ok(())),
            (&"é".repeat(LONGEST), Ok(())),
            (&"é".repeat(LONGEST + 1), Err(PasswordError::TooLong)),
        ] {
            assert_eq!(check(password), expected, "{password}");
        }
    }

    #[test]
    fn the_common_passwords_are_long_enough_and_in_the_form_in_which_they_are_compared() {
        for (place, password) in COMMON.iter().enumerate() {
            assert!(password.chars().count() >= SHORTEST, "{password}");
            assert_eq!(one_spelling(password).to_lowercase(), *password);
            assert!(!COMMON[..place].contains(password), "{password}");
        }
    }
}
