//! The visitor of a page.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use club::{Kind, PersonId, Sitter};
use house::{Caller, SearchOwner};
use pages::viewer::Viewer;

use super::look::InLook;
use crate::app::App;
use crate::client::ClientAddress;
use crate::entry::guest_cookie;
use crate::extract::Asks;
use crate::fault::Fault;

/// The visitor of a page: the viewer for whom it is rendered, with their authentication.
pub(super) struct Visitor {
    viewer: Viewer,
    pub(super) caller: Caller,
}

/// Pages need only the viewer, not the authentication.
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

    /// The visitor as a player. A visitor without an identity becomes a guest, with the returned cookie.
    pub(super) fn player(&self, app: &App) -> Result<(Sitter, Option<HeaderValue>), Fault> {
        if self.caller != Caller::Nobody {
            return Ok((self.caller.player()?, None));
        }
        let (person, cookie) = guest_cookie(app)?;
        Ok((Sitter { id: person, kind: Kind::Human, member: false }, Some(cookie)))
    }
}

/// A visitor who asks the engine: whose turn the search takes. A visitor without an identity becomes a guest, with the
/// cookie.
pub(super) struct EngineUser {
    pub(super) owner: SearchOwner,
    pub(super) cookie: Option<HeaderValue>,
}

impl EngineUser {
    pub(super) fn new(app: &App, visitor: &Visitor, client: &ClientAddress) -> Result<Self, Fault> {
        let (sitter, cookie) = visitor.player(app)?;
        Ok(Self { owner: SearchOwner { person: sitter.id, address: Some(client.0) }, cookie })
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
