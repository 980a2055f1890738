//! Answers that replace a part of an open page.

use maud::Markup;

/// What a page shows after something was chosen on it.
pub struct Part {
    /// The part, with the place where it belongs.
    pub html: Markup,
    /// The address that shows the same again; `None` if the page keeps the one that was asked for.
    pub address: Option<String>,
}

impl Part {
    /// A part that this address shows again.
    pub(crate) fn at(address: impl Into<String>, html: Markup) -> Self {
        Self { html, address: Some(address.into()) }
    }
}
