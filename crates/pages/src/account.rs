//! The sections of the settings about an account: name, password, sessions, tokens, and its deletion.

use club::Time;
use maud::{Markup, html};
use serde::Deserialize;

use crate::dates::day;
use crate::errors::Failure;
use crate::fields::{Field, FieldError, Input, error_at};
use crate::settings::FormOutcome;
use crate::words::Words;

/// The field for another name.
pub const NEW_NAME_FIELD: &str = "new-name";
/// The field for another password.
pub const NEW_PASSWORD_FIELD: &str = "new-password";
const TOKEN_LABEL_FIELD: &str = "token-label";
const DELETE_SURE_FIELD: &str = "delete-sure";

/// The account of the viewer.
#[derive(Clone, Debug)]
pub struct Account {
    /// The name of the account.
    pub name: String,
    /// Whether the account belongs to a program.
    pub is_bot: bool,
    /// The browsers that are signed in.
    pub sessions: Vec<Session>,
    /// The tokens that are valid.
    pub tokens: Vec<Token>,
    /// The idempotency key of the form for a new token: sent twice, the form makes one token.
    pub token_request_key: String,
}

/// A browser that is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Part of the address that ends it.
    pub id: String,
    /// The header `User-Agent` of the browser.
    pub user_agent: String,
    /// When it signed in.
    pub since: Time,
    /// Whether the page is shown in this session.
    pub is_current: bool,
}

/// A token of the API, without its secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Part of the address that revokes it.
    pub id: String,
    /// What its owner called it.
    pub label: String,
    /// What it allows.
    pub scope: Option<TokenScope>,
    /// When it expires.
    pub until: Time,
}

/// A token that was just made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewToken {
    /// What its owner called it.
    pub label: String,
    /// The token itself.
    pub secret: String,
}

/// What a token allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TokenScope {
    /// Read what its owner may see.
    Read,
    /// Play as a member.
    Play,
    /// Play as a bot account.
    Bot,
}

impl TokenScope {
    /// The value in the form.
    fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
            Self::Bot => "bot",
        }
    }

    fn label(self, words: Words) -> String {
        words.say(&format!("scope-{}", self.name()))
    }
}

/// A form that needs the password of the account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordForm {
    /// Another name.
    Name,
    /// Another password.
    Password,
    /// The deletion of the account.
    Delete,
}

impl PasswordForm {
    fn password_field(self) -> &'static str {
        match self {
            Self::Name => "name-password",
            Self::Password => "old-password",
            Self::Delete => "delete-password",
        }
    }

    /// Why the form was refused.
    pub fn refusal(self, words: Words, failure: &Failure) -> FieldError {
        if failure.code == "wrong-password" {
            return FieldError::new(self.password_field(), words.say("account-wrong-password"));
        }
        FieldError::of_failure(words, failure, &[("name-taken", NEW_NAME_FIELD)])
    }

    /// The field for the current password.
    fn field(self, words: Words) -> Field<'static> {
        Field {
            id: self.password_field(),
            name: "password",
            label: words.say("field-password-now"),
            input: Input::Password,
            autocomplete: "current-password",
            hint: None,
        }
    }
}

/// Why no token was made.
pub fn token_refusal(words: Words, failure: &Failure) -> FieldError {
    match failure.code {
        "bad-label" => FieldError::new(TOKEN_LABEL_FIELD, words.say("token-bad-label")),
        "too-many-tokens" => FieldError::new(TOKEN_LABEL_FIELD, words.say("token-too-many")),
        _ => FieldError::of_failure(words, failure, &[]),
    }
}

/// The account is not deleted, because the box that confirms it is not ticked.
pub fn deletion_not_confirmed(words: Words) -> FieldError {
    FieldError::new(DELETE_SURE_FIELD, words.say("delete-not-sure"))
}

impl Account {
    /// All sections, with what came of the form that was sent last.
    pub(crate) fn sections(&self, words: Words, outcome: &FormOutcome) -> Markup {
        let name = self.name.as_str();
        let section = |id, fields: &[&str], body: &Markup| section(words, outcome, id, fields, body);
        html! {
            section.panel {
                h2 { (words.say("settings-account")) }
                p { (words.with("settings-signed-in", [("name", name.to_owned().into())])) }
                form.inline method="post" action="/sign-out" {
                    a.button href={ "/people/" (name) } { (words.say("settings-profile")) }
                    button.button type="submit" { (words.say("sign-out")) }
                }
            }
            (section("name", &[NEW_NAME_FIELD, "name-password"], &name_form(words, outcome, name)))
            (section("password", &["old-password", NEW_PASSWORD_FIELD], &password_form(words, outcome, name)))
            (section("sessions", &[], &session_list(words, &self.sessions)))
            (section("tokens", &[TOKEN_LABEL_FIELD], &self.token_section(words, outcome)))
            (section("delete", &["delete-password", DELETE_SURE_FIELD], &delete_form(words, outcome, name)))
        }
    }

    fn token_section(&self, words: Words, outcome: &FormOutcome) -> Markup {
        html! {
            p.hint { (words.say("tokens-lead")) " " a href="/api/docs" { (words.say("footer-api")) } }
            @if let Some(new) = &outcome.new_token { (new_token(words, new)) }
            @if self.tokens.is_empty() { p.empty { (words.say("tokens-none")) } }
            @else { (token_list(words, &self.tokens)) }
            (self.token_form(words, outcome))
        }
    }

    fn token_form(&self, words: Words, outcome: &FormOutcome) -> Markup {
        let scopes = [TokenScope::Read, if self.is_bot { TokenScope::Bot } else { TokenScope::Play }];
        let label = Field {
            id: TOKEN_LABEL_FIELD,
            name: "label",
            label: words.say("token-label"),
            input: Input::Text(&outcome.typed_label),
            autocomplete: "off",
            hint: None,
        };
        html! {
            form method="post" action="/settings/tokens#tokens" {
                input type="hidden" name="key" value=(self.token_request_key);
                (label.show(outcome.error.as_ref()))
                fieldset.plain {
                    legend { (words.say("token-scope")) }
                    div.choices {
                        @for scope in scopes {
                            label {
                                input type="radio" name="scope" value=(scope.name()) checked[scope == TokenScope::Read];
                                (scope.label(words))
                            }
                        }
                    }
                }
                button.button.primary type="submit" { (words.say("token-make")) }
            }
        }
    }
}

/// A section that is open if it has an error or a result to show.
fn section(words: Words, outcome: &FormOutcome, id: &str, fields: &[&str], body: &Markup) -> Markup {
    let has_error = outcome.error.as_ref().is_some_and(|error| error.is_at(fields));
    let open = has_error || outcome.done == id || (id == "tokens" && outcome.new_token.is_some());
    html! {
        details.panel #(id) open[open] {
            summary { h2 { (words.say(&format!("settings-section-{id}"))) } }
            (outcome.note(words, id))
            (body)
        }
    }
}

/// Tells password managers whose password the form is about.
fn username(name: &str) -> Markup {
    html! { input type="text" name="username" value=(name) autocomplete="username" hidden; }
}

fn name_form(words: Words, outcome: &FormOutcome, name: &str) -> Markup {
    let error = outcome.error.as_ref();
    let new = Field {
        id: NEW_NAME_FIELD,
        name: "name",
        label: words.say("field-new-name"),
        input: Input::Text(outcome.typed_name.as_deref().unwrap_or(name)),
        autocomplete: "off",
        hint: Some(words.say("field-name-hint")),
    };
    html! {
        form method="post" action="/settings/name#name" {
            (username(name))
            (new.show(error))
            (PasswordForm::Name.field(words).show(error))
            button.button.primary type="submit" { (words.say("settings-name-do")) }
        }
    }
}

fn password_form(words: Words, outcome: &FormOutcome, name: &str) -> Markup {
    let error = outcome.error.as_ref();
    let new = Field {
        id: NEW_PASSWORD_FIELD,
        name: "new_password",
        label: words.say("field-new-password"),
        input: Input::Password,
        autocomplete: "new-password",
        hint: Some(words.say("field-new-password-hint")),
    };
    html! {
        form method="post" action="/settings/password#password" {
            (username(name))
            (PasswordForm::Password.field(words).show(error))
            (new.show(error))
            button.button.primary type="submit" { (words.say("settings-password-do")) }
        }
    }
}

fn session_list(words: Words, sessions: &[Session]) -> Markup {
    html! {
        p.hint { (words.say("sessions-lead")) }
        ul.keys {
            @for session in sessions {
                li {
                    span {
                        strong title=(session.user_agent) { (device(words, &session.user_agent)) }
                        @if session.is_current { " " span.tag.now { (words.say("sessions-this")) } }
                        br;
                        span.hint { (words.say("key-since")) " " (day(words, session.since)) }
                    }
                    @if !session.is_current {
                        form method="post" action={ "/settings/sessions/" (session.id) "/end#sessions" } {
                            button.button.small type="submit" { (words.say("sessions-end")) }
                        }
                    }
                }
            }
        }
        form method="post" action="/settings/sessions/end-all" {
            p.hint { (words.say("sessions-end-all-hint")) }
            button.button.danger type="submit" { (words.say("sessions-end-all")) }
        }
    }
}

/// The device that a browser runs on, by its `User-Agent`: enough to recognise one's own.
fn device(words: Words, user_agent: &str) -> String {
    let devices = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux"];
    let known = devices.into_iter().find(|device| user_agent.contains(device));
    known.map_or_else(|| words.say("sessions-device"), |device| device.replace("Macintosh", "Mac"))
}

fn new_token(words: Words, new: &NewToken) -> Markup {
    html! {
        div.note role="status" {
            p { (words.with("token-made", [("label", new.label.clone().into())])) }
            label for="secret" { (words.say("token-secret")) }
            div.inline {
                input.secret #secret type="text" readonly value=(new.secret);
                button.button.small type="button" data-copy="#secret" data-copied=(words.say("copied")) { (words.say("copy")) }
            }
        }
    }
}

fn token_list(words: Words, tokens: &[Token]) -> Markup {
    html! {
        ul.keys {
            @for token in tokens {
                li {
                    span {
                        strong { (token.label) }
                        @if let Some(scope) = token.scope { " " span.tag { (scope.label(words)) } }
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
}

fn delete_form(words: Words, outcome: &FormOutcome, name: &str) -> Markup {
    let error = outcome.error.as_ref();
    html! {
        p { (words.say("delete-lead")) }
        form method="post" action="/settings/delete#delete" {
            (username(name))
            (PasswordForm::Delete.field(words).show(error))
            label.check { input #delete-sure type="checkbox" name="sure" value="1" required; (words.say("delete-sure")) }
            (error_at(error, DELETE_SURE_FIELD))
            button.button.danger type="submit" { (words.say("delete-do")) }
        }
    }
}
