//! Who looks at a page, and how.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderValue;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use club::{Kind, PersonId, Sitter};

use super::look::Look;
use crate::api::accounts::new_guest;
use crate::api::caller::Caller;
use crate::api::problem::Problem;
use crate::app::App;
use pages::words::Words;
use store::AccountKind;

/// Who looks at a page, and how.
pub(super) struct Visitor {
    pub(super) look: Look,
    pub(super) caller: Caller,
    /// What they are called, if they are somebody.
    pub(super) name: Option<String>,
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let Ok(look) = Look::from_request_parts(parts, app).await;
        let caller = Caller::from_request_parts(parts, app).await?;
        let name = match caller.person() {
            Some(person) => {
                app.house.names.read([person].into_iter()).await?;
                Some(app.house.names.get(person))
            }
            None => None,
        };
        Ok(Self { look, caller, name })
    }
}

impl Visitor {
    pub(super) fn words(&self) -> Words {
        self.look.words
    }

    pub(super) fn person(&self) -> Option<PersonId> {
        self.caller.person()
    }

    /// Whether they have an account.
    pub(super) fn is_member(&self) -> bool {
        matches!(self.caller, Caller::Known { kind: AccountKind::Member | AccountKind::Bot, .. })
    }

    /// Somebody who may act: who was nobody is a guest from now on, by the cookie that comes along.
    pub(super) fn player(&self, app: &App) -> Result<(Sitter, Option<HeaderValue>), Problem> {
        if self.caller != Caller::Nobody {
            return Ok((self.caller.player()?, None));
        }
        let (person, cookie) = new_guest(app)?;
        Ok((Sitter { id: person, kind: Kind::Human, member: false }, Some(cookie)))
    }
}

/// Sends the browser on, with the cookie of a new guest if there is one.
pub(super) fn go_to(address: &str, cookie: Option<HeaderValue>) -> Response {
    with_cookie(Redirect::to(address), cookie)
}

pub(super) fn with_cookie(response: impl IntoResponse, cookie: Option<HeaderValue>) -> Response {
    let mut response = response.into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().append(axum::http::header::SET_COOKIE, cookie);
    }
    response
}
