//! Fields of forms, with what is wrong beside the one that it is about.

use axum::http::StatusCode;
use maud::{Markup, html};

use super::errors::words_of;
use crate::api::problem::Problem;
use house::people::name::NameError;
use house::people::password::PasswordError;
use pages::words::Words;

/// What is wrong with what somebody filled in.
pub(super) struct Wrong {
    /// The field that it is about; empty if it is none in particular.
    at: &'static str,
    says: String,
    /// The status of the answer.
    pub(super) status: StatusCode,
}

impl Wrong {
    /// What is wrong with a field.
    pub(super) fn new(at: &'static str, says: String) -> Self {
        Self { at, says, status: StatusCode::UNPROCESSABLE_ENTITY }
    }

    /// A problem, at the field that its code is about.
    pub(super) fn of(words: Words, problem: &Problem, fields: &[(&str, &'static str)]) -> Self {
        let at = fields.iter().find(|(code, _)| *code == problem.code).map_or("", |(_, field)| field);
        let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { at, says: words_of(words, problem), status }
    }

    /// Why a text is no name.
    pub(super) fn name(words: Words, at: &'static str, error: NameError) -> Self {
        let says = match error {
            NameError::TooShort | NameError::TooLong => words.say("name-length"),
            NameError::Character(wrong) => {
                words.with("name-character", [("character", wrong.to_string().into())])
            }
            NameError::Edge | NameError::Doubled => words.say("name-joiners"),
            NameError::Mark => words.say("name-marks"),
            NameError::MixedScripts => words.say("name-scripts"),
            NameError::Reserved => words.say("name-reserved"),
        };
        Self::new(at, says)
    }

    /// Why a text is no good password.
    pub(super) fn password(words: Words, at: &'static str, error: PasswordError) -> Self {
        let says = match error {
            PasswordError::TooShort => words.say("password-short"),
            PasswordError::TooLong => words.say("password-long"),
            PasswordError::Common => words.say("password-common"),
            PasswordError::SameAsName => words.say("password-name"),
        };
        Self::new(at, says)
    }

    /// Whether it is about one of these fields.
    pub(super) fn is_at(&self, fields: &[&str]) -> bool {
        fields.contains(&self.at)
    }
}

/// What is wrong with this field, beside it.
pub(super) fn wrong_at(wrong: Option<&Wrong>, at: &str) -> Markup {
    html! {
        @if let Some(wrong) = wrong.filter(|wrong| wrong.at == at) {
            p.refusal id={ @if at.is_empty() { "form" } @else { (at) } "-wrong" } role="alert" { (wrong.says) }
        }
    }
}

/// What is typed into a field.
pub(super) enum Typed<'a> {
    /// Text, which is kept when something is wrong.
    Text(&'a str),
    /// A password, which is never sent back.
    Password,
}

/// A field with its label.
pub(super) struct Field<'a> {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) label: String,
    pub(super) typed: Typed<'a>,
    /// What the browser may fill in.
    pub(super) complete: &'static str,
    pub(super) hint: Option<String>,
}

impl Field<'_> {
    /// The field, with what is wrong with it.
    pub(super) fn show(&self, wrong: Option<&Wrong>) -> Markup {
        let id = self.id;
        let is_wrong = wrong.is_some_and(|wrong| wrong.at == id);
        let described: Vec<String> = [(self.hint.is_some(), "hint"), (is_wrong, "wrong")]
            .into_iter()
            .filter(|(there, _)| *there)
            .map(|(_, part)| format!("{id}-{part}"))
            .collect();
        let described = (!described.is_empty()).then(|| described.join(" "));
        let (kind, value) = match self.typed {
            Typed::Text(value) => ("text", Some(value)),
            Typed::Password => ("password", None),
        };
        html! {
            div.field {
                label for=(id) { (self.label) }
                input #(id) type=(kind) name=(self.name) value=[value] required autocomplete=(self.complete)
                    autocapitalize="none" spellcheck="false" maxlength="200"
                    aria-describedby=[described] aria-invalid=[is_wrong.then_some("true")];
                (wrong_at(wrong, id))
                @if let Some(hint) = &self.hint { p.hint id={ (id) "-hint" } { (hint) } }
            }
        }
    }
}
