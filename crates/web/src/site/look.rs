//! Reads the language and the appearance of pages from a request.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri, header};
pub(super) use pages::look::Look;
use pages::look::{COOKIE_NAME, LookRequest};

use crate::cookies;

/// The look that the headers and the address of a request ask for.
pub(super) fn read_look(headers: &HeaderMap, uri: &Uri) -> Look {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    Look::of(&LookRequest {
        accept_language: text(header::ACCEPT_LANGUAGE),
        cookie: cookies::read(headers, COOKIE_NAME).unwrap_or_default(),
        path: uri.path(),
        query: uri.query().unwrap_or_default(),
        host: text(header::HOST),
        // htmx also asks when somebody goes back in the history of a page, but then for the whole page.
        part: headers.contains_key("hx-request") && !headers.contains_key("hx-history-restore-request"),
    })
}

/// Extracts the look of a request.
pub(super) struct InLook(pub(super) Look);

impl<S: Send + Sync> FromRequestParts<S> for InLook {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        // The middleware has read it already, except for requests that do not accept HTML.
        let look = parts.extensions.get::<Look>().cloned();
        Ok(Self(look.unwrap_or_else(|| read_look(&parts.headers, &parts.uri))))
    }
}
