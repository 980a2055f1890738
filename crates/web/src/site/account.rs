//! The part of the settings that is about an account: name, password, tokens, sessions, and its end.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::post;
use maud::{Markup, html};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::fields::{Field, Typed, Wrong, wrong_at};
use super::settings::page;
use super::visitor::{Visitor, go_to};
use crate::api::accounts::{AccountChange, change_account, delete_account};
use crate::api::body::{InForm, InPath, Key};
use crate::api::caller::{Caller, SESSION};
use crate::api::keys::{KeyView, NewToken, Scope, TokenView, end_key, keys, make_token};
use crate::api::problem::Problem;
use crate::app::App;
use crate::cookies;
use house::people::name::Name;
use house::people::password;
use house::tables::random;
use pages::dates::day;
use pages::words::Words;
use store::AccountKind;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/settings/name", post(rename))
        .route("/settings/password", post(new_password))
        .route("/settings/tokens", post(new_token))
        .route("/settings/tokens/{id}/revoke", post(revoke_token))
        .route("/settings/sessions/{id}/end", post(end_session))
        .route("/settings/delete", post(delete))
}

/// What came of the form that was sent, to be told where it stands.
#[derive(Default)]
pub(super) struct Told {
    /// The section that has done what was asked.
    done: String,
    pub(super) wrong: Option<Wrong>,
    /// The new name that was typed.
    name: Option<String>,
    /// The label of a token that was typed.
    label: String,
    /// A token that was made.
    token: Option<TokenView>,
}

impl Told {
    /// A section has done what was asked.
    pub(super) fn done(section: String) -> Self {
        Self { done: section, ..Self::default() }
    }

    /// What a section has done.
    pub(super) fn note(&self, words: Words, section: &str) -> Markup {
        let says = (self.done == section).then(|| words.find(&format!("settings-done-{section}"))).flatten();
        html! { @if let Some(says) = says { p.note role="status" { (says) } } }
    }
}

/// The settings again, with what is wrong.
async fn again(app: &App, visitor: &Visitor, wrong: Wrong, told: Told) -> Result<Response, Problem> {
    page(app, visitor, Told { wrong: Some(wrong), ..told }).await
}

/// Why an account was not changed: beside its password, or where the code of the problem belongs.
fn refused(words: Words, problem: &Problem, password: &'static str, name: &'static str) -> Wrong {
    if problem.code == "wrong-password" {
        return Wrong::new(password, words.say("account-wrong-password"));
    }
    Wrong::of(words, problem, &[("name-taken", name)])
}

#[derive(Deserialize)]
struct NewName {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
}

async fn rename(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(said): InForm<NewName>,
) -> Result<Response, Problem> {
    visitor.caller.owner()?;
    let (words, name) = (visitor.words(), said.name.trim().to_owned());
    let wrong = match name.parse::<Name>() {
        Err(error) => Wrong::name(words, "new-name", error),
        Ok(_) => {
            let change =
                AccountChange { password: said.password, new_name: Some(name.clone()), new_password: None };
            match change_account(&app, visitor.caller, change).await {
                Ok(_) => return Ok(go_to("/settings?done=name", None)),
                Err(problem) => refused(words, &problem, "name-password", "new-name"),
            }
        }
    };
    again(&app, &visitor, wrong, Told { name: Some(name), ..Told::default() }).await
}

#[derive(Deserialize)]
struct NewPassword {
    #[serde(default)]
    password: String,
    #[serde(default)]
    new_password: String,
}

async fn new_password(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(said): InForm<NewPassword>,
) -> Result<Response, Problem> {
    visitor.caller.owner()?;
    let words = visitor.words();
    let name = visitor.name.as_deref().unwrap_or_default().parse::<Name>()?;
    let wrong = match password::check(&said.new_password, &name) {
        Err(error) => Wrong::password(words, "new-password", error),
        Ok(()) => {
            let new_password = Some(said.new_password);
            let change = AccountChange { password: said.password, new_name: None, new_password };
            match change_account(&app, visitor.caller, change).await {
                Ok(_) => return Ok(go_to("/settings?done=password", None)),
                Err(problem) => refused(words, &problem, "old-password", ""),
            }
        }
    };
    again(&app, &visitor, wrong, Told::default()).await
}

/// A token, and a key so that the same form sent twice makes one.
#[derive(Deserialize)]
struct TokenWish {
    #[serde(default)]
    label: String,
    scope: Scope,
    #[serde(default)]
    key: String,
}

async fn new_token(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    InForm(said): InForm<TokenWish>,
) -> Result<Response, Problem> {
    visitor.caller.owner()?;
    let label = said.label.trim().to_owned();
    let hash =
        Sha256::new_with_prefix("a token by page\n").chain_update(format!("{:?}\n{label}", said.scope));
    let wish = NewToken { label: label.clone(), scope: said.scope };
    let key = Key::read(&said.key)?;
    match make_token(&app, visitor.caller, &headers, key, hash.finalize().into(), wish).await {
        Ok(token) => page(&app, &visitor, Told { token: Some(token), ..Told::default() }).await,
        Err(problem) => {
            let wrong = match problem.code {
                "bad-label" => Wrong::new("token-label", visitor.words().say("token-bad-label")),
                "too-many-tokens" => Wrong::new("token-label", visitor.words().say("token-too-many")),
                _ => Wrong::of(visitor.words(), &problem, &[]),
            };
            again(&app, &visitor, wrong, Told { label, ..Told::default() }).await
        }
    }
}

async fn revoke_token(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<String>,
) -> Result<Response, Problem> {
    end_key(&app, visitor.caller, &id, false).await?;
    Ok(go_to("/settings?done=tokens", None))
}

async fn end_session(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<String>,
) -> Result<Response, Problem> {
    end_key(&app, visitor.caller, &id, true).await?;
    Ok(go_to("/settings?done=sessions", None))
}

#[derive(Deserialize)]
struct Farewell {
    #[serde(default)]
    password: String,
    #[serde(default)]
    sure: Option<String>,
}

async fn delete(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(said): InForm<Farewell>,
) -> Result<Response, Problem> {
    visitor.caller.owner()?;
    let words = visitor.words();
    if said.sure.is_none() {
        let wrong = Wrong::new("delete-sure", words.say("delete-not-sure"));
        return again(&app, &visitor, wrong, Told::default()).await;
    }
    match delete_account(&app, visitor.caller, said.password).await {
        Ok(()) => Ok(go_to("/", Some(cookies::forget(SESSION, app.scheme)?))),
        Err(problem) => {
            let wrong = refused(words, &problem, "delete-password", "");
            again(&app, &visitor, wrong, Told::default()).await
        }
    }
}

/// All sections about the account of who looks.
pub(super) async fn sections(app: &App, visitor: &Visitor, told: &Told) -> Result<Markup, Problem> {
    let words = visitor.words();
    let tokens = keys(app, visitor.caller, false).await?;
    let sessions = keys(app, visitor.caller, true).await?;
    let name = visitor.name.clone().unwrap_or_default();
    Ok(html! {
        section.panel {
            h2 { (words.say("settings-account")) }
            p { (words.with("settings-signed-in", [("name", name.clone().into())])) }
            form.inline method="post" action="/sign-out" {
                a.button href={ "/people/" (name) } { (words.say("settings-profile")) }
                button.button type="submit" { (words.say("sign-out")) }
            }
        }
        (section(words, told, "name", &["new-name", "name-password"], &name_form(words, told, &name)))
        (section(words, told, "password", &["old-password", "new-password"], &password_form(words, told, &name)))
        (section(words, told, "sessions", &[], &session_list(words, &sessions)))
        (section(words, told, "tokens", &["token-label"], &token_part(words, told, visitor.caller, &tokens)))
        (section(words, told, "delete", &["delete-password", "delete-sure"], &delete_form(words, told, &name)))
    })
}

/// A section that opens when there is something to see in it.
fn section(words: Words, told: &Told, id: &str, fields: &[&str], body: &Markup) -> Markup {
    let wrong = told.wrong.as_ref().is_some_and(|wrong| wrong.is_at(fields));
    let open = wrong || told.done == id || (id == "tokens" && told.token.is_some());
    html! {
        details.panel #(id) open[open] {
            summary { h2 { (words.say(&format!("settings-section-{id}"))) } }
            (told.note(words, id))
            (body)
        }
    }
}

/// A field for the password as it is now.
fn password_field(words: Words, id: &'static str) -> Field<'static> {
    Field {
        id,
        name: "password",
        label: words.say("field-password-now"),
        typed: Typed::Password,
        complete: "current-password",
        hint: None,
    }
}

/// For managers of passwords: whose it is.
fn username(name: &str) -> Markup {
    html! { input type="text" name="username" value=(name) autocomplete="username" hidden; }
}

fn name_form(words: Words, told: &Told, name: &str) -> Markup {
    let wrong = told.wrong.as_ref();
    let new = Field {
        id: "new-name",
        name: "name",
        label: words.say("field-new-name"),
        typed: Typed::Text(told.name.as_deref().unwrap_or(name)),
        complete: "off",
        hint: Some(words.say("field-name-hint")),
    };
    html! {
        form method="post" action="/settings/name#name" {
            (username(name))
            (new.show(wrong))
            (password_field(words, "name-password").show(wrong))
            button.button.primary type="submit" { (words.say("settings-name-do")) }
        }
    }
}

fn password_form(words: Words, told: &Told, name: &str) -> Markup {
    let wrong = told.wrong.as_ref();
    let new = Field {
        id: "new-password",
        name: "new_password",
        label: words.say("field-new-password"),
        typed: Typed::Password,
        complete: "new-password",
        hint: Some(words.say("field-new-password-hint")),
    };
    html! {
        form method="post" action="/settings/password#password" {
            (username(name))
            (password_field(words, "old-password").show(wrong))
            (new.show(wrong))
            button.button.primary type="submit" { (words.say("settings-password-do")) }
        }
    }
}

fn session_list(words: Words, sessions: &[KeyView]) -> Markup {
    html! {
        p.hint { (words.say("sessions-lead")) }
        ul.keys {
            @for session in sessions {
                li {
                    span {
                        strong title=(session.label) { (device(words, &session.label)) }
                        @if session.current { " " span.tag.now { (words.say("sessions-this")) } }
                        br;
                        span.hint { (words.say("key-since")) " " (day(words, session.since)) }
                    }
                    @if !session.current {
                        form method="post" action={ "/settings/sessions/" (session.id) "/end#sessions" } {
                            button.button.small type="submit" { (words.say("sessions-end")) }
                        }
                    }
                }
            }
        }
    }
}

/// What a browser says of the device that it runs on; more of it nobody wants to read.
fn device(words: Words, agent: &str) -> String {
    let devices = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux"];
    let known = devices.into_iter().find(|device| agent.contains(device));
    known.map_or_else(|| words.say("sessions-device"), |device| device.replace("Macintosh", "Mac"))
}

fn token_part(words: Words, told: &Told, caller: Caller, tokens: &[KeyView]) -> Markup {
    let bot = matches!(caller, Caller::Known { kind: AccountKind::Bot, .. });
    let scopes = if bot { ["read", "bot"] } else { ["read", "play"] };
    let label = Field {
        id: "token-label",
        name: "label",
        label: words.say("token-label"),
        typed: Typed::Text(&told.label),
        complete: "off",
        hint: None,
    };
    html! {
        p.hint { (words.say("tokens-lead")) " " a href="/api/docs" { (words.say("footer-api")) } }
        @if let Some(made) = &told.token {
            div.note role="status" {
                p { (words.with("token-made", [("label", made.key.label.clone().into())])) }
                label for="secret" { (words.say("token-secret")) }
                div.inline {
                    input.secret #secret type="text" readonly value=(made.token);
                    button.button.small type="button" data-copy="#secret" data-copied=(words.say("copied")) { (words.say("copy")) }
                }
            }
        }
        @if tokens.is_empty() { p.empty { (words.say("tokens-none")) } }
        @else {
            ul.keys {
                @for token in tokens {
                    li {
                        span {
                            strong { (token.label) }
                            @if let Some(scope) = token.scope { " " span.tag { (scope_name(words, scope)) } }
                            br;
                            span.hint { (words.say("key-until")) " " (day(words, token.until)) }
                        }
                        form method="post" action={ "/settings/tokens/" (token.id) "/revoke#tokens" } {
                            button.button.small type="submit" { (words.say("token-revoke")) }
                        }
                    }
                }
            }
        }
        form method="post" action="/settings/tokens#tokens" {
            input type="hidden" name="key" value=(format!("{:016x}", u64::from_be_bytes(random())));
            (label.show(told.wrong.as_ref()))
            fieldset.plain {
                legend { (words.say("token-scope")) }
                div.choices {
                    @for scope in scopes {
                        label {
                            input type="radio" name="scope" value=(scope) checked[scope == "read"];
                            (words.say(&format!("scope-{scope}")))
                        }
                    }
                }
            }
            button.button.primary type="submit" { (words.say("token-make")) }
        }
    }
}

fn scope_name(words: Words, scope: Scope) -> String {
    match scope {
        Scope::Read => words.say("scope-read"),
        Scope::Play => words.say("scope-play"),
        Scope::Bot => words.say("scope-bot"),
    }
}

fn delete_form(words: Words, told: &Told, name: &str) -> Markup {
    let wrong = told.wrong.as_ref();
    html! {
        p { (words.say("delete-lead")) }
        form method="post" action="/settings/delete#delete" {
            (username(name))
            (password_field(words, "delete-password").show(wrong))
            label.check { input #delete-sure type="checkbox" name="sure" value="1" required; (words.say("delete-sure")) }
            (wrong_at(wrong, "delete-sure"))
            button.button.danger type="submit" { (words.say("delete-do")) }
        }
    }
}
