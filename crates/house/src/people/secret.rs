//! Secrets of sessions and tokens. They are shown once and stored as a hash.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use super::hex;

/// What a secret is for. Its prefix tells, so that scanners find secrets that were published by mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecretKind {
    /// The session of a browser, in a cookie.
    Session,
    /// An API token.
    Token,
}

impl SecretKind {
    /// The first characters of a secret of this kind.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Session => "ss_",
            Self::Token => "st_",
        }
    }
}

/// 32 random bytes that give access to whoever has them.
#[derive(Clone)]
pub struct Secret {
    kind: SecretKind,
    bytes: [u8; 32],
}

/// Why a text is not a secret. The error does not contain the text, which may be a mistyped secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SecretError {
    /// An unknown prefix.
    #[error("a session begins with ss_ and a token with st_")]
    Kind,
    /// Not 64 hexadecimal digits after the prefix.
    #[error("after its first three characters a secret has 64 hexadecimal digits in lower case")]
    Digits,
}

/// The operating system gave no random numbers.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the operating system returned no random numbers: {0}")]
pub struct RandomError(#[from] getrandom::Error);

/// 32 random bytes, such as the key of a signature.
pub fn random_bytes() -> Result<[u8; 32], RandomError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// A random number, such as an identity.
pub fn random_u64() -> Result<u64, RandomError> {
    Ok(getrandom::u64()?)
}

impl Secret {
    /// A new secret from the random numbers of the operating system.
    pub fn random(kind: SecretKind) -> Result<Self, RandomError> {
        Ok(Self { kind, bytes: random_bytes()? })
    }

    /// The secret of the token with this id. It is derived from the session, so a repeated request gets the same
    /// token although the store has only its hash.
    pub fn token(&self, id: u64) -> Self {
        let keyed = Hmac::<Sha256>::new_from_slice(&self.bytes);
        let mac = keyed.expect("the key of an HMAC may have any length");
        let bytes = mac.chain_update(b"sobremesa token 1\n").chain_update(id.to_be_bytes()).finalize();
        Self { kind: SecretKind::Token, bytes: bytes.into_bytes().into() }
    }

    /// What the secret is for, by its prefix.
    pub fn kind(&self) -> SecretKind {
        self.kind
    }

    /// The text of the secret. Show it to its owner only, and never log it.
    pub fn reveal(&self) -> String {
        format!("{}{}", self.kind.prefix(), hex::write(&self.bytes))
    }

    /// The SHA-256 of the text, which is all that the store has.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.reveal()).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secret").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl FromStr for Secret {
    type Err = SecretError;

    fn from_str(text: &str) -> Result<Self, SecretError> {
        let (kind, digits) = [SecretKind::Session, SecretKind::Token]
            .into_iter()
            .find_map(|kind| Some((kind, text.strip_prefix(kind.prefix())?)))
            .ok_or(SecretError::Kind)?;
        Ok(Self { kind, bytes: hex::read(digits).ok_or(SecretError::Digits)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_as_it_is_revealed() {
        for kind in [SecretKind::Session, SecretKind::Token] {
            let secret = Secret::random(kind).unwrap();
            let read: Secret = secret.reveal().parse().unwrap();
            assert_eq!((read.kind(), read.reveal(), read.hash()), (kind, secret.reveal(), secret.hash()));
        }
    }

    #[test]
    fn two_secrets_differ() {
        let secret = || Secret::random(SecretKind::Token).unwrap().hash();
        assert_ne!(secret(), secret());
        assert_ne!(random_u64().unwrap(), random_u64().unwrap());
    }

    #[test]
    fn a_session_is_no_token() {
        let session = Secret::random(SecretKind::Session).unwrap();
        let token: Secret = session.reveal().replacen("ss_", "st_", 1).parse().unwrap();
        assert_ne!(token.hash(), session.hash());
    }

    #[test]
    fn a_session_makes_each_of_its_tokens_again_and_no_other() {
        let (session, other) = (Secret::random(SecretKind::Session), Secret::random(SecretKind::Session));
        let (session, other) = (session.unwrap(), other.unwrap());
        assert_eq!(session.token(7).reveal(), session.token(7).reveal());
        assert_eq!(session.token(7).kind(), SecretKind::Token);
        assert_ne!(session.token(7).hash(), session.token(8).hash());
        assert_ne!(session.token(7).hash(), other.token(7).hash());
    }

    #[test]
    fn the_hash_is_that_of_the_text() {
        let secret: Secret = format!("st_{}", "0".repeat(64)).parse().unwrap();
        let hash = "45e468a5191a5b6f60d663f7ac7b8651deae11057da57012375a92ba2e98c537";
        assert_eq!(hex::write(&secret.hash()), hash);
    }

    #[test]
    fn debug_does_not_show_the_secret() {
        let secret = Secret::random(SecretKind::Session).unwrap();
        assert_eq!(format!("{secret:?}"), "Secret { kind: Session, .. }");
    }

    #[test]
    fn what_is_no_secret_is_refused() {
        let digits = "0123456789abcdef".repeat(4);
        for (text, error) in [
            (String::new(), SecretError::Kind),
            (digits.clone(), SecretError::Kind),
            (format!("SS_{digits}"), SecretError::Kind),
            (format!("ss_{}", digits.to_uppercase()), SecretError::Digits),
            (format!("st_{}", &digits[1..]), SecretError::Digits),
            (format!("st_{digits} "), SecretError::Digits),
        ] {
            assert_eq!(text.parse::<Secret>().unwrap_err(), error, "{text}");
        }
    }
}
