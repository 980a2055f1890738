//! What somebody sees when something went wrong: what it was, and where to go from there.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use maud::html;

use super::look::Look;
use super::shell;
use crate::api::problem::Problem;
use pages::words::Words;

/// A problem in words, by its code.
pub(super) fn words_of(words: Words, problem: &Problem) -> String {
    words.find(&format!("problem-{}", problem.code)).unwrap_or_else(|| problem.detail.clone())
}

/// The page, or the part of one, about a problem.
pub(super) fn page(look: &Look, problem: &Problem, answer: &Response) -> Response {
    let words = look.words;
    let says = words_of(words, problem);
    let mut response = if look.part {
        let mut response = html! { p role="alert" { (says) } }.into_string().into_response();
        // Whatever was to change stays as it is; the page has a place for alerts.
        response.headers_mut().insert("hx-retarget", HeaderValue::from_static("#alert"));
        response.headers_mut().insert("hx-reswap", HeaderValue::from_static("innerHTML"));
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        response
    } else {
        let title = match problem.status {
            404 => words.say("error-404"),
            403 | 401 => words.say("error-403"),
            429 => words.say("error-429"),
            500.. => words.say("error-500"),
            _ => words.say("error-other"),
        };
        let body = html! {
            section.error {
                p.number aria-hidden="true" { (problem.status) }
                h1 { (title) }
                p { (says) }
                p { a.button href="/" { (words.say("error-home")) } }
            }
        };
        shell::document(look, &title, &html! {}, &body).into_response()
    };
    *response.status_mut() = answer.status();
    for name in [header::RETRY_AFTER, header::SET_COOKIE, header::CACHE_CONTROL] {
        if let Some(value) = answer.headers().get(&name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    for (name, value) in answer.headers() {
        if name.as_str().starts_with("content-security") || name.as_str().starts_with("x-") {
            response.headers_mut().insert(name.clone(), value.clone());
        }
    }
    response
}
