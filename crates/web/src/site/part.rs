//! A part of a page, for a page that is open.

use axum::http::HeaderValue;
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;

/// Answers with a part of a page; the browser shows this address from now on.
pub(super) fn part_at(part: Markup, address: &str) -> Response {
    let mut response = Html(part.into_string()).into_response();
    // An address that is no header value is left out: the old one stays and the part is shown all the same.
    if let Ok(address) = HeaderValue::try_from(address) {
        response.headers_mut().insert("hx-replace-url", address);
    }
    response
}
