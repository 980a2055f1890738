//! Why a use case did not do what it was asked to.

use bots::LevelError;
use club::{KeptError, Refusal};
use store::StoreError;

use crate::limits::RetryAfter;
use crate::people::name::NameError;
use crate::people::password::{HasherError, PasswordError};
use crate::tables::ActError;

/// Why a use case did not do what it was asked to. `web` maps each kind to a status and to words.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request names nobody, and needs somebody.
    #[error("say who you are: a session, a guest's cookie (POST /api/v1/guests) or a token")]
    NotSignedIn,
    /// The token is unknown, revoked or expired.
    #[error("the token is not known, was revoked or has expired")]
    BadToken,
    /// The caller is known, but may not do this.
    #[error("{0}")]
    OutOfScope(&'static str),
    /// Name or password are wrong, at the door.
    #[error("the name or the password is wrong")]
    WrongCredentials,
    /// The password that confirms a change is wrong.
    #[error("the password is wrong")]
    WrongPassword,
    /// The caller has an account.
    #[error("you have an account already; sign out to make another")]
    AlreadyRegistered,
    /// The name is taken or looks like one that is, or is reserved because its account was deleted.
    #[error("the name is somebody else's, or looks like it")]
    NameTaken,
    /// Not a name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Not a password.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// Not a label of a token.
    #[error("a label has 1 to 80 characters and no control characters")]
    Label,
    /// The account has as many tokens as it may.
    #[error("nobody has more than {0} tokens; revoke one")]
    TooManyTokens(u32),
    /// The person has as many listed tables that wait as they may.
    #[error(
        "nobody has more than {0} public tables that wait for people; close one, or wait until it begins"
    )]
    TooManyWaitingTables(u32),
    /// The person has as many tables that are not over as they may.
    #[error("nobody has more than {0} tables that are not over; finish or leave one")]
    TooManyUnfinishedTables(u32),
    /// The person writes too much at all tables together.
    #[error("too many messages; try again in {} s", .0.seconds())]
    TooManyMessages(RetryAfter),
    /// No bot has this level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// There is no such table, person, session or token.
    #[error("{0}")]
    NotFound(&'static str),
    /// A cursor into a stream points past its end.
    #[error("{what} is at event {newest}, and {asked} is yet to come")]
    EventToCome {
        /// What is streamed.
        what: &'static str,
        /// The newest event there is.
        newest: u64,
        /// The event that was asked for.
        asked: u64,
    },
    /// The club refuses the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A table that a device kept has something that does not follow.
    #[error(transparent)]
    Kept(#[from] KeptError),
    /// A table that a device kept has more events than any game.
    #[error("a table has at most {0} events")]
    TooManyEvents(usize),
    /// The table went on here and on the device that took it along.
    #[error("the table went on here while a device had taken it along; nothing was changed")]
    PlayedOn,
    /// The request has more moves than it may.
    #[error("a request has at most {0} moves")]
    TooManyMoves(usize),
    /// The idempotency key was used for another request.
    #[error("this idempotency key was used for another request")]
    KeyReused,
    /// Others were faster all the time.
    #[error("too much happens at this table at once; try again")]
    Busy,
    /// Too many searches are waiting for a core.
    #[error("too many searches are running; try again soon")]
    TooManySearches,
    /// Too many analyses are waiting.
    #[error("too many games are being analysed; try again soon")]
    TooManyAnalyses,
    /// Too many passwords are being checked.
    #[error("too many passwords are being checked; try again soon")]
    TooManyPasswords,
    /// The operating system gave no random bytes.
    #[error("no secret can be made now; try again soon")]
    NoRandomness,
    /// The caller asks too often.
    #[error(transparent)]
    TooManyRequests(#[from] RetryAfter),
    /// Too many passwords were wrong, for this account or from this address.
    #[error("too many wrong passwords; try again in {} s", .0.seconds())]
    TooManyFailures(RetryAfter),
    /// A task of ours failed; the log says why.
    #[error("the list could not be made")]
    Internal,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Error {
    /// There is no such table.
    pub const NO_TABLE: Self = Self::NotFound("there is no such table");
    /// There is no such person.
    pub const NO_PERSON: Self = Self::NotFound("there is nobody of this name");
}

impl From<ActError> for Error {
    fn from(error: ActError) -> Self {
        match error {
            ActError::NoTable => Self::NO_TABLE,
            ActError::Refused(refusal) => Self::Refused(refusal),
            ActError::PlayedOn => Self::PlayedOn,
            ActError::KeyReused => Self::KeyReused,
            ActError::Busy => Self::Busy,
            ActError::Store(error) => Self::Store(error),
        }
    }
}

impl From<HasherError> for Error {
    fn from(error: HasherError) -> Self {
        match error {
            // Whoever floods the queue must not fill the log as well.
            HasherError::Busy => tracing::debug!(%error, "a password was not checked"),
            HasherError::Hash(_) | HasherError::Stored | HasherError::Stopped => {
                tracing::warn!(%error, "a password was not checked");
            }
        }
        Self::TooManyPasswords
    }
}
