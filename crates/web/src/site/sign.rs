//! The door: signing in, signing up, signing out.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;

use super::fields::{Field, Typed, Wrong, wrong_at};
use super::shell;
use super::visitor::{Visitor, go_to};
use crate::api::accounts::{Credentials, NewAccount, begin_session, leave, make_account, prove};
use crate::api::body::{InForm, InQuery, Key};
use crate::api::caller::Caller;
use crate::api::problem::Problem;
use crate::app::App;
use house::people::name::Name;
use house::people::password;
use pages::address::encoded;
use pages::words::Words;

const SIGN_IN: &str = "/sign-in";
const SIGN_UP: &str = "/sign-up";

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route(SIGN_IN, get(sign_in_page).post(sign_in))
        .route(SIGN_UP, get(sign_up_page).post(sign_up))
        .route("/sign-out", post(sign_out))
}

/// Where to go afterwards.
#[derive(Deserialize)]
struct Way {
    #[serde(default)]
    next: String,
}

/// What somebody at the door says.
#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    next: String,
}

/// A path of ours; the front page instead of anything that a browser might take for another site.
fn local(next: &str) -> &str {
    let ours = next.starts_with('/') && !next.starts_with("//");
    if ours && next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') { next } else { "/" }
}

/// The address of the page for signing in, from which the way leads back here.
pub(super) fn door(here: &str) -> String {
    let here = if [SIGN_IN, SIGN_UP].contains(&here) { "/" } else { here };
    with_next(SIGN_IN, here)
}

fn with_next(page: &str, next: &str) -> String {
    let next = local(next);
    if next == "/" {
        return page.to_owned();
    }
    format!("{page}?next={}", encoded(next))
}

async fn sign_in_page(visitor: Visitor, InQuery(way): InQuery<Way>) -> Response {
    if visitor.is_member() {
        return go_to(local(&way.next), None);
    }
    show_sign_in(&visitor, "", &way.next, None)
}

async fn sign_in(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    InForm(entry): InForm<Entry>,
) -> Result<Response, Problem> {
    let name = entry.name.trim().to_owned();
    match prove(&app, Credentials { name: name.clone(), password: entry.password }).await {
        Ok(person) => {
            let cookie = begin_session(&app, person, &headers).await?;
            Ok(go_to(local(&entry.next), Some(cookie)))
        }
        Err(problem) => {
            let wrong = Wrong::of(visitor.words(), &problem, &[("wrong-password", "password")]);
            Ok(show_sign_in(&visitor, &name, &entry.next, Some(&wrong)))
        }
    }
}

async fn sign_up_page(visitor: Visitor, InQuery(way): InQuery<Way>) -> Response {
    if visitor.is_member() {
        return go_to(local(&way.next), None);
    }
    show_sign_up(&visitor, "", &way.next, None)
}

async fn sign_up(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    InForm(entry): InForm<Entry>,
) -> Result<Response, Problem> {
    let (words, name) = (visitor.words(), entry.name.trim().to_owned());
    let wrong = match good_enough(words, &name, &entry.password) {
        Err(wrong) => wrong,
        Ok(()) => {
            let said = NewAccount { name: name.clone(), password: entry.password, bot: false };
            match make_account(&app, visitor.caller, Key::default(), said).await {
                Ok(person) => {
                    let cookie = begin_session(&app, person, &headers).await?;
                    return Ok(go_to(local(&entry.next), Some(cookie)));
                }
                Err(problem) => Wrong::of(words, &problem, &[("name-taken", "name")]),
            }
        }
    };
    Ok(show_sign_up(&visitor, &name, &entry.next, Some(&wrong)))
}

/// Whether an account may have this name and this password.
fn good_enough(words: Words, name: &str, password: &str) -> Result<(), Wrong> {
    let name: Name = name.parse().map_err(|error| Wrong::name(words, "name", error))?;
    password::check(password, &name).map_err(|error| Wrong::password(words, "password", error))
}

/// Whoever has no session is out already.
async fn sign_out(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Problem> {
    let cookie = match visitor.caller.owner() {
        Ok(_) => Some(leave(&app, visitor.caller).await?),
        Err(_) => None,
    };
    Ok(go_to("/", cookie))
}

fn show_sign_in(visitor: &Visitor, name: &str, next: &str, wrong: Option<&Wrong>) -> Response {
    let words = visitor.words();
    let body = html! {
        h1 { (words.say("sign-in-title")) }
        form.sheet method="post" action=(SIGN_IN) {
            (fields(words, name, next, false, wrong))
            button.button.primary.large type="submit" { (words.say("sign-in-do")) }
        }
        p.other { (words.say("sign-in-new")) " " a href=(with_next(SIGN_UP, next)) { (words.say("sign-in-to-sign-up")) } }
    };
    page(visitor, &words.say("sign-in-title"), &body, wrong)
}

fn show_sign_up(visitor: &Visitor, name: &str, next: &str, wrong: Option<&Wrong>) -> Response {
    let words = visitor.words();
    let guest = visitor.name.clone().filter(|_| matches!(visitor.caller, Caller::Guest(_)));
    let body = html! {
        h1 { (words.say("sign-up-title")) }
        p { (words.say("sign-up-lead")) }
        p.note {
            @match guest {
                Some(guest) => { (words.with("sign-up-guest", [("name", guest.into())])) }
                None => { (words.say("sign-up-guests")) }
            }
        }
        form.sheet method="post" action=(SIGN_UP) {
            (fields(words, name, next, true, wrong))
            button.button.primary.large type="submit" { (words.say("sign-up-do")) }
        }
        p.other { (words.say("sign-up-known")) " " a href=(with_next(SIGN_IN, next)) { (words.say("sign-in-do")) } }
    };
    page(visitor, &words.say("sign-up-title"), &body, wrong)
}

fn page(visitor: &Visitor, title: &str, body: &Markup, wrong: Option<&Wrong>) -> Response {
    let page = shell::page(visitor, title, &html! { section.narrow.door { (body) } });
    (wrong.map_or(StatusCode::OK, |wrong| wrong.status), page).into_response()
}

fn fields(words: Words, name: &str, next: &str, new: bool, wrong: Option<&Wrong>) -> Markup {
    let next = local(next);
    let name = Field {
        id: "name",
        name: "name",
        label: words.say("field-name"),
        typed: Typed::Text(name),
        complete: "username",
        hint: new.then(|| words.say("field-name-hint")),
    };
    let password = Field {
        id: "password",
        name: "password",
        label: words.say("field-password"),
        typed: Typed::Password,
        complete: if new { "new-password" } else { "current-password" },
        hint: new.then(|| words.say("field-password-hint")),
    };
    html! {
        (wrong_at(wrong, ""))
        @if next != "/" { input type="hidden" name="next" value=(next); }
        (name.show(wrong))
        (password.show(wrong))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_leads_to_our_own_pages_only() {
        for ours in ["/", "/t/1", "/leaderboard?pool=no-siesta&x=1#top", "/people/%C3%91"] {
            assert_eq!(local(ours), ours);
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
            assert_eq!(local(other), "/", "{other:?}");
        }
    }

    #[test]
    fn the_way_back_is_part_of_the_address() {
        assert_eq!(door("/"), "/sign-in");
        assert_eq!(door("/sign-up"), "/sign-in");
        assert_eq!(door("/t/1?a=b&c"), "/sign-in?next=/t/1%3Fa%3Db%26c");
    }
}
