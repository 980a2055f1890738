//! People and their accounts.

use club::{PersonId, Time};

use crate::IdempotencyKey;

/// The kind of an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountKind {
    /// Has neither name nor password yet.
    Guest,
    /// A person with a name.
    Member,
    /// A program with a name.
    Bot,
    /// Was deleted; only the identity stays, for the games.
    Deleted,
}

/// A person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// The identity, which stays the same when a guest registers.
    pub id: PersonId,
    /// The kind of the account.
    pub kind: AccountKind,
    /// The name of a member or a bot account.
    pub name: Option<String>,
    /// The hash of the password of a member or a bot account.
    pub password: Option<String>,
    /// When the guest came or the account was registered.
    pub since: Time,
}

/// A new account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registration {
    /// The identity: that of a guest, or a fresh one.
    pub person: PersonId,
    /// A member or a bot account.
    pub kind: AccountKind,
    /// The name as it is shown.
    pub name: String,
    /// The name as it is compared: equal for names that look alike.
    pub skeleton: String,
    /// The hash of the password.
    pub password: String,
    /// When the account is registered.
    pub at: Time,
    /// Lets the caller repeat the request.
    pub key: Option<IdempotencyKey>,
}

/// The outcome of a registration or a change of name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Registered {
    /// The account has the name.
    Done,
    /// Somebody else has the name or one that looks like it, or had it and deleted the account not long ago.
    NameTaken,
    /// The account is of a kind for which this cannot be done.
    NotPossible,
    /// The idempotency key was used for another request.
    KeyUsed,
}
