//! Sessions and tokens: what opens an account.

use std::time::Duration;

use sha2::{Digest, Sha256};
use store::{Access, AccessKey, AccountKind, IdempotencyKey, UsedKey};

use crate::accounts::new_secret;
use crate::caller::Caller;
use crate::error::Error;
use crate::house::House;
use crate::idempotency::ClientKey;
use crate::people::secret::{Secret, SecretKind};
use crate::tables::{now, random};

/// How long a token lasts.
const TOKEN_LIFETIME: Duration = Duration::from_hours(365 * 24);
/// How many characters the label of a token may have.
const MAX_LABEL_LENGTH: usize = 80;

/// The two kinds of access keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    /// Of a browser that signed in.
    Session,
    /// Of a program.
    Token,
}

/// What a token may be used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Look on, and read what concerns the account.
    Read,
    /// Play as the account.
    Play,
    /// Play as a bot account.
    Bot,
}

impl Scope {
    /// The scope of an access key, unless it is a session.
    pub fn of(access: Access) -> Option<Self> {
        match access {
            Access::Session => None,
            Access::Read => Some(Self::Read),
            Access::Play => Some(Self::Play),
            Access::Bot => Some(Self::Bot),
        }
    }
}

impl AccessKind {
    fn includes(self, key: &AccessKey) -> bool {
        (key.access == Access::Session) == (self == Self::Session)
    }
}

/// A request for a new token.
pub struct NewToken {
    /// What the owner calls it.
    pub label: String,
    /// What it may be used for.
    pub scope: Scope,
}

impl House {
    /// The sessions or the tokens of the caller.
    pub async fn access_keys(&self, caller: Caller, kind: AccessKind) -> Result<Vec<AccessKey>, Error> {
        let (person, _) = caller.owner()?;
        let mut keys = self.store.list_access_keys(person, now()).await?;
        keys.retain(|key| kind.includes(key));
        Ok(keys)
    }

    /// Ends a session of the caller, or revokes a token.
    pub async fn end_access_key(&self, caller: Caller, kind: AccessKind, id: u64) -> Result<(), Error> {
        let (person, _) = caller.owner()?;
        let exists = self.access_keys(caller, kind).await?.iter().any(|key| key.id == id);
        if !exists || !self.store.end_access_key(person, id).await? {
            return Err(kind.not_found());
        }
        self.person_changed(person);
        Ok(())
    }

    /// Makes a token of the caller, or finds the one that the same request (by key and hash) made before.
    ///
    /// With an idempotency key the secret follows from the session that asks, so that the same request gets the same
    /// secret, and nobody else can make it.
    pub async fn create_token(
        &self,
        caller: Caller,
        session: Option<&Secret>,
        key: ClientKey,
        request_hash: [u8; 32],
        new: NewToken,
    ) -> Result<(Secret, AccessKey), Error> {
        let (person, session_id) = caller.owner()?;
        let label = check_label(&new.label)?;
        let access = self.token_access(person, new.scope).await?;
        let hash = Sha256::new_with_prefix(request_hash).chain_update(session_id.to_be_bytes());
        let request = key.for_request(person, hash.finalize().into());
        if let Some(request) = &request
            && let Some(before) = self.store.find_used_key(person, &request.key).await?
        {
            return self.token_made_before(session, request, &before).await;
        }
        let tokens = self.access_keys(caller, AccessKind::Token).await?.len();
        if let Some(most) = self.max_tokens.filter(|most| tokens >= *most as usize) {
            return Err(Error::TooManyTokens(most));
        }
        let id = u64::from_be_bytes(random());
        let secret = match request {
            Some(_) => session.ok_or(Error::NotSignedIn)?.token(id),
            None => new_secret(SecretKind::Token)?,
        };
        let since = now();
        let until = since + TOKEN_LIFETIME;
        let token =
            AccessKey { id, person, hash: secret.hash(), access, label: label.to_owned(), since, until };
        match (self.store.add_access_key(token.clone(), request.clone()).await?, request) {
            (Some(before), Some(request)) => self.token_made_before(session, &request, &before).await,
            (None, _) | (_, None) => Ok((secret, token)),
        }
    }

    async fn token_access(&self, person: club::PersonId, scope: Scope) -> Result<Access, Error> {
        let bot = self.store.find_person(person).await?.is_some_and(|person| person.kind == AccountKind::Bot);
        match (scope, bot) {
            (Scope::Read, _) => Ok(Access::Read),
            (Scope::Play, false) => Ok(Access::Play),
            (Scope::Bot, true) => Ok(Access::Bot),
            (Scope::Play, true) | (Scope::Bot, false) => {
                Err(Error::OutOfScope("bot accounts have bot tokens, and other accounts have play tokens"))
            }
        }
    }

    async fn token_made_before(
        &self,
        session: Option<&Secret>,
        request: &IdempotencyKey,
        before: &UsedKey,
    ) -> Result<(Secret, AccessKey), Error> {
        if before.request != request.request {
            return Err(Error::KeyReused);
        }
        let tokens = self.store.list_access_keys(request.person, now()).await?;
        let revoked = Error::NotFound("the token that was made with this key has been revoked");
        let token = tokens.into_iter().find(|key| key.id == before.made).ok_or(revoked)?;
        Ok((session.ok_or(Error::NotSignedIn)?.token(token.id), token))
    }
}

impl AccessKind {
    /// There is no such session or token.
    pub fn not_found(self) -> Error {
        Error::NotFound(match self {
            Self::Session => "there is no such session",
            Self::Token => "there is no such token",
        })
    }
}

fn check_label(label: &str) -> Result<&str, Error> {
    let label = label.trim();
    if label.is_empty() || label.chars().count() > MAX_LABEL_LENGTH || label.chars().any(char::is_control) {
        return Err(Error::Label);
    }
    Ok(label)
}
