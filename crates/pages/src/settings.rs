//! The settings: how pages look and sound in this browser, and for members their account.

use maud::{Markup, html};

use crate::account::{Account, NewToken};
use crate::fields::{FieldError, error_at};
use crate::look::{Look, Theme};
use crate::shell::Page;
use crate::viewer::Viewer;
use crate::words::{Language, Words};

/// The settings page.
#[derive(Clone, Debug)]
pub struct Settings {
    /// None for guests and for people who are not signed in.
    pub account: Option<Account>,
    /// What came of the form that was sent last.
    pub outcome: FormOutcome,
}

/// What came of a form of the settings page.
#[derive(Clone, Debug, Default)]
pub struct FormOutcome {
    /// The id of the section whose change was made; empty if none was.
    pub done: String,
    /// Why the form was refused.
    pub error: Option<FieldError>,
    /// The name that was typed into a refused form.
    pub typed_name: Option<String>,
    /// The label of a token that was typed into a refused form.
    pub typed_label: String,
    /// A token that was just made: the only time that its secret is shown.
    pub new_token: Option<NewToken>,
}

impl FormOutcome {
    /// The section has made the change that was asked for.
    pub fn done(section: String) -> Self {
        Self { done: section, ..Self::default() }
    }

    /// The form was refused.
    pub fn refused(error: FieldError) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// Says that the change was made, in the section that made it.
    pub(crate) fn note(&self, words: Words, section: &str) -> Markup {
        // The name of the section comes from the address and may be anything.
        let message =
            (self.done == section).then(|| words.find(&format!("settings-done-{section}"))).flatten();
        html! { @if let Some(message) = message { p.note role="status" { (message) } } }
    }
}

impl Settings {
    /// The page.
    pub fn page(&self, viewer: &Viewer) -> Page {
        let words = viewer.words();
        let title = words.say("settings-title");
        let body = html! {
            div.narrow.settings-page {
                h1 { (title) }
                (error_at(self.outcome.error.as_ref(), ""))
                (look_form(words, &viewer.look, &self.outcome))
                @match &self.account {
                    Some(account) => { (account.sections(words, &self.outcome)) }
                    None => { (guest_section(words)) }
                }
            }
        };
        Page { title, body }
    }
}

fn guest_section(words: Words) -> Markup {
    html! {
        section.panel {
            h2 { (words.say("settings-account")) }
            p { (words.say("settings-guest")) }
            p.inline {
                a.button.primary href="/sign-up?next=/settings" { (words.say("sign-up-do")) }
                a.button href="/sign-in?next=/settings" { (words.say("sign-in-do")) }
            }
        }
    }
}

fn look_form(words: Words, look: &Look, outcome: &FormOutcome) -> Markup {
    let checkbox = |name: &str, on: bool, label: String, hint: String| {
        html! {
            label.check {
                input type="checkbox" name=(name) value="1" checked[on];
                span { (label) br; span.hint { (hint) } }
            }
        }
    };
    html! {
        form.panel #look method="post" action="/settings#look" {
            h2 { (words.say("settings-look")) }
            (outcome.note(words, "look"))
            div.field {
                label for="language" { (words.say("language")) }
                select #language name="language" {
                    @for language in Language::ALL {
                        option value=(language.code()) lang=(language.code()) selected[language == words.0] {
                            (language.own_name())
                        }
                    }
                }
            }
            fieldset.plain {
                legend { (words.say("settings-theme")) }
                div.choices {
                    @for theme in Theme::ALL {
                        label {
                            input type="radio" name="theme" value=(theme.name()) checked[theme == look.theme];
                            (words.say(&format!("theme-{}", theme.name())))
                        }
                    }
                }
            }
            (checkbox("clear", look.clear_colours, words.say("settings-clear"), words.say("settings-clear-hint")))
            (checkbox("sound", look.sound, words.say("settings-sound"), words.say("settings-sound-hint")))
            (checkbox("confirm", look.confirm, words.say("settings-confirm"), words.say("settings-confirm-hint")))
            button.button.primary type="submit" { (words.say("settings-save")) }
        }
    }
}
