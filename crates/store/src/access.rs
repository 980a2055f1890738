//! Sessions and tokens.

use club::{PersonId, Time};

/// A session or a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessKey {
    /// Unique among the keys of the person.
    pub id: u64,
    /// Who is let in by it.
    pub person: PersonId,
    /// The SHA-256 of the secret. The secret itself is not stored.
    pub hash: [u8; 32],
    /// What it allows.
    pub access: Access,
    /// What the person calls it.
    pub label: String,
    /// When it was made.
    pub since: Time,
    /// When it expires.
    pub until: Time,
}

/// What a session or a token allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A session: everything.
    Session,
    /// A token to watch.
    Read,
    /// A token to play.
    Play,
    /// A token of a bot account, to play.
    Bot,
}
