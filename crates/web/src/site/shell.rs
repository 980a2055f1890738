//! Answers with whole pages.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use maud::Markup;
use pages::fields::FieldError;
pub(super) use pages::shell::Page;

use super::visitor::Visitor;

/// A whole document with this title and content.
pub(super) fn page(visitor: &Visitor, title: &str, body: &Markup) -> Html<String> {
    Html(pages::shell::page(visitor, title, body))
}

/// The whole document of a page.
pub(super) fn document(visitor: &Visitor, page: &Page) -> Html<String> {
    Html(page.document(visitor))
}

/// The page of a form, with the status of what is wrong with it, and when it may be sent again.
pub(super) fn form(visitor: &Visitor, page: &Page, error: Option<&FieldError>) -> Response {
    let mut response = document(visitor, page).into_response();
    if let Some(error) = error {
        *response.status_mut() =
            StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        if let Some(seconds) = error.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
    }
    response
}
