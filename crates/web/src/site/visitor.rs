//! Who asks for a page.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use club::{Kind, PersonId, Sitter};
use house::Caller;
use pages::viewer::Viewer;

use super::look::InLook;
use crate::app::App;
use crate::entry::guest_cookie;
use crate::extract::Asks;
use crate::fault::Fault;

/// Who asks for a page: a viewer, to whom pages are shown, with the proof of what they may do.
pub(super) struct Visitor {
    viewer: Viewer,
    pub(super) caller: Caller,
}

/// Pages are rendered for a viewer and need not know the proof.
impl Deref for Visitor {
    type Target = Viewer;

    fn deref(&self) -> &Viewer {
        &self.viewer
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Fault> {
        let Ok(InLook(look)) = InLook::from_request_parts(parts, app).await;
        let Asks(caller) = Asks::from_request_parts(parts, app).await?;
        let person = caller.person();
        let name = match person {
            Some(person) => {
                app.house.names.read([person].into_iter()).await?;
                Some(app.house.names.get(person))
            }
            None => None,
        };
        let member = caller.is_member();
        Ok(Self { viewer: Viewer { look, person, name, member }, caller })
    }
}

impl Visitor {
    pub(super) fn person(&self) -> Option<PersonId> {
        self.viewer.person
    }

    /// Somebody who may play. Who has no cookie yet becomes a guest, by the cookie that comes along.
    pub(super) fn player(&self, app: &App) -> Result<(Sitter, Option<HeaderValue>), Fault> {
        if self.caller != Caller::Nobody {
            return Ok((self.caller.player()?, None));
        }
        let (person, cookie) = guest_cookie(app)?;
        Ok((Sitter { id: person, kind: Kind::Human, member: false }, Some(cookie)))
    }
}

/// Sends the browser to another page, and sets a cookie if there is one.
pub(super) fn redirect(address: &str, cookie: Option<HeaderValue>) -> Response {
    with_cookie(Redirect::to(address), cookie)
}

/// Sets a cookie, if there is one, besides those that the response sets already.
pub(super) fn with_cookie(response: impl IntoResponse, cookie: Option<HeaderValue>) -> Response {
    let mut response = response.into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
