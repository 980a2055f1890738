//! Responses that replace a part of an open page.

use axum::http::HeaderValue;
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;

/// Answers with a part of a page; the browser shows this address from now on.
pub(super) fn part_at(part: Markup, address: &str) -> Response {
    let mut response = Html(part.into_string()).into_response();
    // An address that is not a valid header value is left out: the browser keeps the old one and shows the part.
    if let Ok(address) = HeaderValue::try_from(address) {
        response.headers_mut().insert("hx-replace-url", address);
    }
    response
}
