//! What a page says when a request was not carried out.

use maud::{Markup, html};

use crate::look::Look;
use crate::shell;
use crate::words::Words;

/// Why a request was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The HTTP status.
    pub status: u16,
    /// The kind of problem; the message `problem-` with this code explains it.
    pub code: &'static str,
    /// What is wrong, in English, shown where no message explains the code.
    pub detail: String,
    /// After how many seconds it may be tried again, if waiting helps.
    pub retry_after: Option<u64>,
}

impl Failure {
    /// What is wrong, in the language of the page.
    pub fn message(&self, words: Words) -> String {
        words.find(&format!("problem-{}", self.code)).unwrap_or_else(|| self.detail.clone())
    }

    /// A whole page about the failure. It names nobody: who asks may be what could not be found out.
    pub fn page(&self, look: &Look) -> String {
        let words = look.words;
        let title = self.title(words);
        let body = html! {
            section.error {
                p.number aria-hidden="true" { (self.status) }
                h1 { (title) }
                p { (self.message(words)) }
                p { a.button href="/" { (words.say("error-home")) } }
            }
        };
        shell::document(look, &title, &html! {}, &body)
    }

    /// The failure for the place that pages have for alerts.
    pub fn alert(&self, words: Words) -> Markup {
        html! { p role="alert" { (self.message(words)) } }
    }

    fn title(&self, words: Words) -> String {
        match self.status {
            404 => words.say("error-404"),
            403 | 401 => words.say("error-403"),
            429 => words.say("error-429"),
            500.. => words.say("error-500"),
            _ => words.say("error-other"),
        }
    }
}
