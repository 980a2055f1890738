//! Who asks, and what they may do.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use club::{Kind, PersonId, Sitter};

use super::problem::Problem;
use crate::app::App;
use crate::cookies;
use house::people::secret::{Secret, SecretKind};
use house::tables::now;
use store::{Access, AccountKind};

/// The cookie of a session.
pub(crate) const SESSION: &str = "sobremesa_session";
/// The cookie of a guest.
pub(crate) const GUEST: &str = "sobremesa_guest";

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Caller {
    /// Nobody we know.
    Nobody,
    /// A guest, by a signed cookie.
    Guest(PersonId),
    /// Somebody by a session or a token.
    Known {
        /// Who.
        person: PersonId,
        /// What their account is.
        kind: AccountKind,
        /// What the key opens.
        access: Access,
        /// Which key.
        key: u64,
    },
}

impl Caller {
    /// Whom the headers of a request speak for.
    pub(crate) async fn find(app: &App, headers: &HeaderMap) -> Result<Self, Problem> {
        if let Some(value) = headers.get(header::AUTHORIZATION) {
            let refused = || {
                let detail = "the token is not known, was revoked or has expired";
                Problem::new(StatusCode::UNAUTHORIZED, "bad-token", detail)
            };
            let text =
                value.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).ok_or_else(refused)?;
            return Self::by_secret(app, text, SecretKind::Token).await?.ok_or_else(refused);
        }
        if let Some(text) = cookies::read(headers, SESSION)
            && let Some(caller) = Self::by_secret(app, text, SecretKind::Session).await?
        {
            return Ok(caller);
        }
        // The cookie of somebody who has registered since opens nothing: their account has a password.
        let guest = cookies::read(headers, GUEST).and_then(|text| app.house.signer.verify(text, now()));
        match guest {
            Some(person) if app.house.keys.is_guest(&*app.house.store, person).await? => {
                Ok(Self::Guest(person))
            }
            Some(_) | None => Ok(Self::Nobody),
        }
    }

    async fn by_secret(app: &App, text: &str, kind: SecretKind) -> Result<Option<Self>, Problem> {
        let Ok(secret) = text.parse::<Secret>() else { return Ok(None) };
        if secret.kind() != kind {
            return Ok(None);
        }
        let Some((key, kind)) = app.house.keys.find(&*app.house.store, secret.hash()).await? else {
            return Ok(None);
        };
        if kind == AccountKind::Deleted {
            return Ok(None);
        }
        Ok(Some(Self::Known { person: key.person, kind, access: key.access, key: key.id }))
    }

    /// Whether what proved who asks still does.
    pub(crate) async fn holds(self, app: &App) -> Result<bool, Problem> {
        Ok(match self {
            Self::Nobody => true,
            Self::Guest(person) => app.house.keys.is_guest(&*app.house.store, person).await?,
            Self::Known { person, key, .. } => {
                app.house.store.list_access_keys(person, now()).await?.iter().any(|known| known.id == key)
            }
        })
    }

    /// The person, if anybody.
    pub(crate) fn person(self) -> Option<PersonId> {
        match self {
            Self::Nobody => None,
            Self::Guest(person) | Self::Known { person, .. } => Some(person),
        }
    }

    /// Whether a browser sends the proof by itself, so that another site could make it ask.
    pub(crate) fn by_cookie(self) -> bool {
        match self {
            Self::Guest(_) | Self::Known { access: Access::Session, .. } => true,
            Self::Nobody | Self::Known { access: Access::Read | Access::Play | Access::Bot, .. } => false,
        }
    }

    /// Somebody, who may look at what is theirs.
    pub(crate) fn somebody(self) -> Result<PersonId, Problem> {
        self.person().ok_or_else(Problem::nobody)
    }

    /// Somebody who may act at tables.
    pub(crate) fn player(self) -> Result<Sitter, Problem> {
        match self {
            Self::Nobody => Err(Problem::nobody()),
            Self::Guest(id) => Ok(Sitter { id, kind: Kind::Human, member: false }),
            Self::Known { access: Access::Read, .. } => Err(out_of_scope("a read token may not act")),
            Self::Known {
                person: id, kind, access: Access::Session | Access::Play | Access::Bot, ..
            } => {
                let kind = if kind == AccountKind::Bot { Kind::Bot } else { Kind::Human };
                Ok(Sitter { id, kind, member: true })
            }
        }
    }

    /// A member with a session, who may change the account.
    pub(crate) fn owner(self) -> Result<(PersonId, u64), Problem> {
        match self {
            Self::Nobody => Err(Problem::nobody()),
            Self::Guest(_) => Err(out_of_scope("a guest has no account; register first")),
            Self::Known { person, access: Access::Session, key, .. } => Ok((person, key)),
            Self::Known { access: Access::Read | Access::Play | Access::Bot, .. } => {
                Err(out_of_scope("a token may not change the account; sign in"))
            }
        }
    }
}

fn out_of_scope(detail: &str) -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "out-of-scope", detail)
}

/// The gate found out who asks before any handler runs.
impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Ok(parts.extensions.get().copied().unwrap_or(Self::Nobody))
    }
}
