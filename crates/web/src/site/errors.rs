//! Answers with pages about problems.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use pages::errors::Failure;

use super::look::Look;
use crate::fault::Fault;

/// Headers of the answer without a body that the page keeps.
const KEPT_HEADERS: [HeaderName; 2] = [header::SET_COOKIE, header::CACHE_CONTROL];

/// A fault as pages show it.
pub(super) fn failure_of(fault: &Fault) -> Failure {
    Failure {
        status: fault.status.as_u16(),
        code: fault.code.word(),
        detail: fault.detail.clone(),
        retry_after: fault.retry_after,
    }
}

/// The page about a fault, or the part of a page.
pub(super) fn page(look: &Look, fault: &Fault, answer: &Response) -> Response {
    let failure = failure_of(fault);
    let mut response = if look.part {
        let mut response = Html(failure.alert(look.words).into_string()).into_response();
        // htmx keeps the part of the page that it was to replace, and shows the error in the place for alerts.
        response.headers_mut().insert("hx-retarget", HeaderValue::from_static("#alert"));
        response.headers_mut().insert("hx-reswap", HeaderValue::from_static("innerHTML"));
        response
    } else {
        Html(failure.page(look)).into_response()
    };
    *response.status_mut() = answer.status();
    let headers = response.headers_mut();
    if let Some(seconds) = failure.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    for name in KEPT_HEADERS {
        if let Some(value) = answer.headers().get(&name) {
            headers.insert(name, value.clone());
        }
    }
    for (name, value) in answer.headers() {
        if name.as_str().starts_with("content-security") || name.as_str().starts_with("x-") {
            headers.insert(name.clone(), value.clone());
        }
    }
    response
}
