//! Fields of forms, with the error beside the field that it is about.

use maud::{Markup, html};

use crate::errors::Failure;
use crate::words::Words;

/// The status of an answer to a form that was filled in wrongly.
const UNPROCESSABLE: u16 = 422;

/// What is wrong with a form that somebody sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldError {
    /// The id of the field; empty if it is about the whole form.
    field: &'static str,
    message: String,
    status: u16,
    /// After how many seconds the form may be sent again, if waiting helps.
    retry_after: Option<u64>,
}

/// Which rule about names a text breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameFault {
    /// Too short or too long.
    Length,
    /// A character that names may not have.
    Character(char),
    /// Joining characters at an edge or side by side.
    Joiners,
    /// Too many combining marks.
    Marks,
    /// Letters of several scripts.
    Scripts,
    /// Kept for the club itself.
    Reserved,
}

/// Which rule about passwords a text breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PasswordFault {
    /// Too few characters.
    TooShort,
    /// Too many characters.
    TooLong,
    /// On the list of passwords that are tried first.
    Common,
    /// The name of the account.
    SameAsName,
}

impl FieldError {
    pub(crate) fn new(field: &'static str, message: String) -> Self {
        Self { field, message, status: UNPROCESSABLE, retry_after: None }
    }

    /// A failure, at the field that its code belongs to, or else at the top of the form.
    pub(crate) fn of_failure(words: Words, failure: &Failure, fields: &[(&str, &'static str)]) -> Self {
        let field = fields.iter().find(|(code, _)| *code == failure.code).map_or("", |(_, field)| field);
        let (status, retry_after) = (failure.status, failure.retry_after);
        Self { field, message: failure.message(words), status, retry_after }
    }

    /// Why a text is not a name.
    pub fn name(words: Words, field: &'static str, fault: NameFault) -> Self {
        let message = match fault {
            NameFault::Length => words.say("name-length"),
            NameFault::Character(wrong) => {
                words.with("name-character", [("character", wrong.to_string().into())])
            }
            NameFault::Joiners => words.say("name-joiners"),
            NameFault::Marks => words.say("name-marks"),
            NameFault::Scripts => words.say("name-scripts"),
            NameFault::Reserved => words.say("name-reserved"),
        };
        Self::new(field, message)
    }

    /// Why a text is not a good password.
    pub fn password(words: Words, field: &'static str, fault: PasswordFault) -> Self {
        let message = match fault {
            PasswordFault::TooShort => words.say("password-short"),
            PasswordFault::TooLong => words.say("password-long"),
            PasswordFault::Common => words.say("password-common"),
            PasswordFault::SameAsName => words.say("password-name"),
        };
        Self::new(field, message)
    }

    /// The HTTP status of the answer.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// After how many seconds the form may be sent again, if waiting helps.
    pub fn retry_after(&self) -> Option<u64> {
        self.retry_after
    }

    /// Whether it is about one of these fields.
    pub(crate) fn is_at(&self, fields: &[&str]) -> bool {
        fields.contains(&self.field)
    }
}

/// The error, if it is about this field; an empty id stands for the whole form.
pub(crate) fn error_at(error: Option<&FieldError>, field: &str) -> Markup {
    html! {
        @if let Some(error) = error.filter(|error| error.field == field) {
            p.refusal id={ @if field.is_empty() { "form" } @else { (field) } "-wrong" } role="alert" { (error.message) }
        }
    }
}

/// What is typed into a field.
pub(crate) enum Input<'a> {
    /// Text, with what was typed before.
    Text(&'a str),
    /// A password, which is never sent back.
    Password,
}

/// A field of a form with its label.
pub(crate) struct Field<'a> {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) label: String,
    pub(crate) input: Input<'a>,
    /// The value of `autocomplete`: what the browser may fill in.
    pub(crate) autocomplete: &'static str,
    pub(crate) hint: Option<String>,
}

impl Field<'_> {
    /// The field with its hint, and with the error if it is about this field.
    pub(crate) fn show(&self, error: Option<&FieldError>) -> Markup {
        let id = self.id;
        let invalid = error.is_some_and(|error| error.field == id);
        let descriptions: Vec<String> = [(self.hint.is_some(), "hint"), (invalid, "wrong")]
            .into_iter()
            .filter(|(shown, _)| *shown)
            .map(|(_, part)| format!("{id}-{part}"))
            .collect();
        let described_by = (!descriptions.is_empty()).then(|| descriptions.join(" "));
        let (kind, value) = match self.input {
            Input::Text(value) => ("text", Some(value)),
            Input::Password => ("password", None),
        };
        html! {
            div.field {
                label for=(id) { (self.label) }
                input #(id) type=(kind) name=(self.name) value=[value] required autocomplete=(self.autocomplete)
                    autocapitalize="none" spellcheck="false" maxlength="200"
                    aria-describedby=[described_by] aria-invalid=[invalid.then_some("true")];
                (error_at(error, id))
                @if let Some(hint) = &self.hint { p.hint id={ (id) "-hint" } { (hint) } }
            }
        }
    }
}
