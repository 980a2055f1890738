//! Signing in and signing up.

use maud::{Markup, html};

use crate::address::encoded;
use crate::errors::Failure;
use crate::fields::{Field, FieldError, Input, error_at};
use crate::shell::Page;
use crate::viewer::Viewer;
use crate::words::Words;

/// The path of the page for signing in.
pub const SIGN_IN: &str = "/sign-in";
/// The path of the page for signing up.
pub const SIGN_UP: &str = "/sign-up";
/// The field for the name.
pub const NAME_FIELD: &str = "name";
/// The field for the password.
pub const PASSWORD_FIELD: &str = "password";

/// The page for signing in or signing up, with what was typed and why it was refused.
#[derive(Clone, Debug, Default)]
pub struct SignPage {
    /// The name that was typed.
    pub name: String,
    /// Where to go afterwards; see [`local_path`].
    pub next: String,
    /// Why the form was refused.
    pub error: Option<FieldError>,
}

/// The path itself if it leads to a page of ours, and else the front page: a link must not be able to send
/// somebody who signs in to another site.
pub fn local_path(next: &str) -> &str {
    let ours = next.starts_with('/') && !next.starts_with("//");
    if ours && next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') { next } else { "/" }
}

/// The address of the page for signing in that leads back to `here` afterwards.
pub(crate) fn sign_in_address(here: &str) -> String {
    let here = if [SIGN_IN, SIGN_UP].contains(&here) { "/" } else { here };
    with_next(SIGN_IN, here)
}

fn with_next(page: &str, next: &str) -> String {
    let next = local_path(next);
    if next == "/" {
        return page.to_owned();
    }
    format!("{page}?next={}", encoded(next))
}

/// Why somebody was not signed in.
pub fn sign_in_refusal(words: Words, failure: &Failure) -> FieldError {
    FieldError::of_failure(words, failure, &[("wrong-password", PASSWORD_FIELD)])
}

/// Why no account was made.
pub fn sign_up_refusal(words: Words, failure: &Failure) -> FieldError {
    FieldError::of_failure(words, failure, &[("name-taken", NAME_FIELD)])
}

impl SignPage {
    /// The page for signing in.
    pub fn sign_in(&self, words: Words) -> Page {
        let title = words.say("sign-in-title");
        let body = html! {
            h1 { (title) }
            form.sheet method="post" action=(SIGN_IN) {
                (self.fields(words, false))
                button.button.primary.large type="submit" { (words.say("sign-in-do")) }
            }
            p.other { (words.say("sign-in-new")) " " a href=(with_next(SIGN_UP, &self.next)) { (words.say("sign-in-to-sign-up")) } }
        };
        page(title, &body)
    }

    /// The page for signing up.
    pub fn sign_up(&self, viewer: &Viewer) -> Page {
        let words = viewer.words();
        let title = words.say("sign-up-title");
        let body = html! {
            h1 { (title) }
            p { (words.say("sign-up-lead")) }
            p.note {
                @match viewer.guest_name() {
                    Some(guest) => { (words.with("sign-up-guest", [("name", guest.to_owned().into())])) }
                    None => { (words.say("sign-up-guests")) }
                }
            }
            form.sheet method="post" action=(SIGN_UP) {
                (self.fields(words, true))
                button.button.primary.large type="submit" { (words.say("sign-up-do")) }
            }
            p.other { (words.say("sign-up-known")) " " a href=(with_next(SIGN_IN, &self.next)) { (words.say("sign-in-do")) } }
        };
        page(title, &body)
    }

    /// Name and password; those of a new account have hints.
    fn fields(&self, words: Words, new: bool) -> Markup {
        let (next, error) = (local_path(&self.next), self.error.as_ref());
        let name = Field {
            id: NAME_FIELD,
            name: "name",
            label: words.say("field-name"),
            input: Input::Text(&self.name),
            autocomplete: "username",
            hint: new.then(|| words.say("field-name-hint")),
        };
        let password = Field {
            id: PASSWORD_FIELD,
            name: "password",
            label: words.say("field-password"),
            input: Input::Password,
            autocomplete: if new { "new-password" } else { "current-password" },
            hint: new.then(|| words.say("field-password-hint")),
        };
        html! {
            (error_at(error, ""))
            @if next != "/" { input type="hidden" name="next" value=(next); }
            (name.show(error))
            (password.show(error))
        }
    }
}

fn page(title: String, body: &Markup) -> Page {
    Page { title, body: html! { section.narrow.door { (body) } } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_leads_to_our_own_pages_only() {
        for ours in ["/", "/t/1", "/leaderboard?pool=no-siesta&x=1#top", "/people/%C3%91"] {
            assert_eq!(local_path(ours), ours);
        }
        for other in [
            "",
            "t/1",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "/\t/evil.example",
            "/\r\nset-cookie: x=1",
            "https://evil.example",
            "javascript:alert(1)",
            "/ñ",
        ] {
            assert_eq!(local_path(other), "/", "{other:?}");
        }
    }

    #[test]
    fn the_way_back_is_part_of_the_address() {
        assert_eq!(sign_in_address("/"), "/sign-in");
        assert_eq!(sign_in_address("/sign-up"), "/sign-in");
        assert_eq!(sign_in_address("/t/1?a=b&c"), "/sign-in?next=/t/1%3Fa%3Db%26c");
    }
}
