//! Answers with pages about problems.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use pages::errors::Failure;
use pages::words::Words;

use super::look::Look;
use crate::api::problem::Problem;

/// Headers of the answer to a program that the page keeps.
const KEPT_HEADERS: [HeaderName; 2] = [header::SET_COOKIE, header::CACHE_CONTROL];

/// A problem as pages show it. How long to wait is known from the answer alone, if at all.
pub(super) fn failure_of(problem: &Problem) -> Failure {
    Failure { status: problem.status, code: problem.code, detail: problem.detail.clone(), retry_after: None }
}

/// What a problem is, in the language of the page. The handlers of tables still use this name.
pub(super) fn words_of(words: Words, problem: &Problem) -> String {
    failure_of(problem).message(words)
}

/// Turns the answer about a problem, which is for programs, into a page or into the part of one.
pub(super) fn page(look: &Look, problem: &Problem, answer: &Response) -> Response {
    let wait =
        answer.headers().get(header::RETRY_AFTER).and_then(|seconds| seconds.to_str().ok()?.parse().ok());
    let failure = Failure { retry_after: wait, ..failure_of(problem) };
    let mut response = if look.part {
        let mut response = Html(failure.alert(look.words).into_string()).into_response();
        // htmx leaves alone what it was to replace: pages have a place for alerts.
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
