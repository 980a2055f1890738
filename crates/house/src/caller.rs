//! Who asks, and what they may do.

use club::{Kind, PersonId, Sitter};
use store::{Access, AccountKind};

use crate::error::Error;
use crate::house::House;
use crate::people::secret::{Secret, SecretKind};
use crate::tables::now;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// Nobody we know.
    Nobody,
    /// A guest, by a signed cookie.
    Guest(PersonId),
    /// Somebody by a session or a token.
    Known {
        /// Whose session or token it is.
        person: PersonId,
        /// Member, bot account or guest.
        kind: AccountKind,
        /// What the session or token may be used for.
        access: Access,
        /// The identity of the session or token.
        key: u64,
    },
}

impl House {
    /// Whom a token speaks for.
    pub async fn caller_by_token(&self, token: &str) -> Result<Caller, Error> {
        self.caller_by_secret(token, SecretKind::Token).await?.ok_or(Error::BadToken)
    }

    /// Whom the cookies of a browser speak for: a session first, then a guest.
    pub async fn caller_by_cookies(
        &self,
        session: Option<&str>,
        guest: Option<&str>,
    ) -> Result<Caller, Error> {
        if let Some(text) = session
            && let Some(caller) = self.caller_by_secret(text, SecretKind::Session).await?
        {
            return Ok(caller);
        }
        // The cookie of somebody who has registered since opens nothing: their account has a password.
        match guest.and_then(|text| self.signer.verify(text, now())) {
            Some(person) if self.access.is_guest(&*self.store, person).await? => Ok(Caller::Guest(person)),
            Some(_) | None => Ok(Caller::Nobody),
        }
    }

    async fn caller_by_secret(&self, text: &str, kind: SecretKind) -> Result<Option<Caller>, Error> {
        let Ok(secret) = text.parse::<Secret>() else { return Ok(None) };
        if secret.kind() != kind {
            return Ok(None);
        }
        let Some((key, kind)) = self.access.find(&*self.store, secret.hash()).await? else { return Ok(None) };
        if kind == AccountKind::Deleted {
            return Ok(None);
        }
        Ok(Some(Caller::Known { person: key.person, kind, access: key.access, key: key.id }))
    }

    /// Whether the session, token or cookie of a caller is still valid.
    pub async fn is_still_valid(&self, caller: Caller) -> Result<bool, Error> {
        Ok(match caller {
            Caller::Nobody => true,
            Caller::Guest(person) => self.access.is_guest(&*self.store, person).await?,
            Caller::Known { person, key, .. } => {
                self.store.list_access_keys(person, now()).await?.iter().any(|known| known.id == key)
            }
        })
    }
}

impl Caller {
    /// The person, if anybody.
    pub fn person(self) -> Option<PersonId> {
        match self {
            Self::Nobody => None,
            Self::Guest(person) | Self::Known { person, .. } => Some(person),
        }
    }

    /// Whether a browser sends the proof by itself, so that another site could make it ask.
    pub fn by_cookie(self) -> bool {
        match self {
            Self::Guest(_) | Self::Known { access: Access::Session, .. } => true,
            Self::Nobody | Self::Known { access: Access::Read | Access::Play | Access::Bot, .. } => false,
        }
    }

    /// Whether the caller has an account and is signed in or has a token of it.
    pub fn is_member(self) -> bool {
        matches!(self, Self::Known { kind: AccountKind::Member | AccountKind::Bot, .. })
    }

    /// Somebody, who may look at what is theirs.
    pub fn somebody(self) -> Result<PersonId, Error> {
        self.person().ok_or(Error::NotSignedIn)
    }

    /// Somebody who may act at tables.
    pub fn player(self) -> Result<Sitter, Error> {
        match self {
            Self::Nobody => Err(Error::NotSignedIn),
            Self::Guest(id) => Ok(Sitter { id, kind: Kind::Human, member: false }),
            Self::Known { access: Access::Read, .. } => Err(Error::OutOfScope("a read token may not act")),
            Self::Known {
                person: id, kind, access: Access::Session | Access::Play | Access::Bot, ..
            } => {
                let kind = if kind == AccountKind::Bot { Kind::Bot } else { Kind::Human };
                Ok(Sitter { id, kind, member: true })
            }
        }
    }

    /// A member with a session, who may change the account; with the identity of the session.
    pub fn owner(self) -> Result<(PersonId, u64), Error> {
        match self {
            Self::Nobody => Err(Error::NotSignedIn),
            Self::Guest(_) => Err(Error::OutOfScope("a guest has no account; register first")),
            Self::Known { person, access: Access::Session, key, .. } => Ok((person, key)),
            Self::Known { access: Access::Read | Access::Play | Access::Bot, .. } => {
                Err(Error::OutOfScope("a token may not change the account; sign in"))
            }
        }
    }
}
