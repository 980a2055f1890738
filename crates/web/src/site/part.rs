//! Responses that replace a part of an open page.

use axum::http::HeaderValue;
use axum::response::{Html, IntoResponse, Response};
use pages::part::Part;

/// Answers with a part of a page; the browser shows its address from now on, if it has one.
pub(super) fn part(part: Part) -> Response {
    let mut response = Html(part.html.into_string()).into_response();
    // An address that is not a valid header value is left out: the browser keeps the old one and shows the part.
    if let Some(Ok(address)) = part.address.map(HeaderValue::try_from) {
        response.headers_mut().insert("hx-replace-url", address);
    }
    response
}
