//! The settings page, and the form for how pages look in this browser.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use pages::look::{COOKIE_MAX_AGE, COOKIE_NAME, Theme};
use pages::settings::{FormOutcome, Settings};
use pages::words::Language;
use serde::Deserialize;

use super::look::InLook;
use super::visitor::{Visitor, redirect};
use super::{account, shell};
use crate::app::App;
use crate::cookies;
use crate::extract::{InForm, InQuery};
use crate::fault::Fault;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/settings", get(show).post(save))
}

/// The section whose form was accepted just before.
#[derive(Deserialize)]
struct Done {
    #[serde(default)]
    done: String,
}

/// The form for how pages look. A box that is not ticked is not sent.
#[derive(Deserialize)]
struct LookForm {
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
) -> Result<Response, Fault> {
    answer(&app, &visitor, FormOutcome::done(done)).await
}

async fn save(
    State(app): State<Arc<App>>,
    InLook(mut look): InLook,
    InForm(form): InForm<LookForm>,
) -> Result<Response, Fault> {
    if let Some(language) = Language::by_code(&form.language) {
        look.choose_language(language);
    }
    look.theme = Theme::by_name(&form.theme).unwrap_or(look.theme);
    look.sound = form.sound.is_some();
    look.clear_colours = form.clear.is_some();
    look.confirm = form.confirm.is_some();
    let cookie = cookies::set(COOKIE_NAME, &look.to_cookie(), COOKIE_MAX_AGE, app.scheme)?;
    Ok(redirect("/settings?done=look", Some(cookie)))
}

/// The page, with what came of a form.
pub(super) async fn answer(app: &App, visitor: &Visitor, outcome: FormOutcome) -> Result<Response, Fault> {
    let account = match visitor.caller.owner() {
        Ok(_) => Some(account::load(app, visitor).await?),
        Err(_) => None,
    };
    let settings = Settings { account, outcome };
    Ok(shell::form(visitor, &settings.page(visitor), settings.outcome.error.as_ref()))
}
