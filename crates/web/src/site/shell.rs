//! Answers with whole pages.

use axum::response::Html;
use maud::Markup;
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
