//! How somebody wants the club to look and sound, kept in their browser; and, for members, their account.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::account::{self, Told};
use super::fields::wrong_at;
use super::look::{self, Look, Theme};
use super::shell;
use super::visitor::{Visitor, go_to};
use crate::api::body::{InForm, InQuery};
use crate::api::problem::Problem;
use crate::app::App;
use crate::cookies;
use pages::words::{Language, Words};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/settings", get(show).post(save))
}

/// What was just done, by the section of the page that did it.
#[derive(Deserialize)]
struct Done {
    #[serde(default)]
    done: String,
}

/// What the form says: a box that is not ticked says nothing.
#[derive(Deserialize)]
struct Wishes {
    #[serde(default)]
    language: String,
    #[serde(default)]
    theme: String,
    #[serde(default)]
    sound: Option<String>,
    #[serde(default)]
    clear: Option<String>,
    #[serde(default)]
    confirm: Option<String>,
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InQuery(Done { done }): InQuery<Done>,
) -> Result<Response, Problem> {
    page(&app, &visitor, Told::done(done)).await
}

async fn save(
    State(app): State<Arc<App>>,
    mut look: Look,
    InForm(wishes): InForm<Wishes>,
) -> Result<Response, Problem> {
    if let Some(language) = Language::by_code(&wishes.language) {
        look.choose(language);
    }
    look.theme = Theme::by_word(&wishes.theme).unwrap_or(look.theme);
    look.sound = wishes.sound.is_some();
    look.clear_colours = wishes.clear.is_some();
    look.confirm = wishes.confirm.is_some();
    let cookie = cookies::set(look::COOKIE, &look.cookie(), look::LASTS, app.scheme)?;
    Ok(go_to("/settings?done=look", Some(cookie)))
}

/// The page, with what came of the form that was sent.
pub(super) async fn page(app: &App, visitor: &Visitor, told: Told) -> Result<Response, Problem> {
    let words = visitor.words();
    let account = match visitor.caller.owner() {
        Ok(_) => account::sections(app, visitor, &told).await?,
        Err(_) => html! {
            section.panel {
                h2 { (words.say("settings-account")) }
                p { (words.say("settings-guest")) }
                p.inline {
                    a.button.primary href="/sign-up?next=/settings" { (words.say("sign-up-do")) }
                    a.button href="/sign-in?next=/settings" { (words.say("sign-in-do")) }
                }
            }
        },
    };
    let body = html! {
        div.narrow.settings-page {
            h1 { (words.say("settings-title")) }
            (wrong_at(told.wrong.as_ref(), ""))
            (look_form(words, &visitor.look, &told))
            (account)
        }
    };
    let status = told.wrong.as_ref().map_or(StatusCode::OK, |wrong| wrong.status);
    Ok((status, shell::page(visitor, &words.say("settings-title"), &body)).into_response())
}

fn look_form(words: Words, look: &Look, told: &Told) -> Markup {
    let tick = |name: &str, on: bool, label: String, hint: String| {
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
            (told.note(words, "look"))
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
                            input type="radio" name="theme" value=(theme.word()) checked[theme == look.theme];
                            (words.say(&format!("theme-{}", theme.word())))
                        }
                    }
                }
            }
            (tick("clear", look.clear_colours, words.say("settings-clear"), words.say("settings-clear-hint")))
            (tick("sound", look.sound, words.say("settings-sound"), words.say("settings-sound-hint")))
            (tick("confirm", look.confirm, words.say("settings-confirm"), words.say("settings-confirm-hint")))
            button.button.primary type="submit" { (words.say("settings-save")) }
        }
    }
}
