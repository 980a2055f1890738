//! Signing in, signing up and signing out.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use house::people::name::Name;
use house::people::password;
use house::{ClientKey, NewAccount};
use pages::fields::FieldError;
use pages::shell::Page;
use pages::sign::{
    NAME_FIELD, PASSWORD_FIELD, SIGN_IN, SIGN_UP, SignPage, local_path, sign_in_refusal, sign_up_refusal,
};
use pages::words::Words;
use serde::Deserialize;

use super::errors::failure_of;
use super::fields::{name_fault, password_fault};
use super::shell;
use super::visitor::{Visitor, redirect};
use crate::app::App;
use crate::client::ClientAddress;
use crate::entry::{session_cookie, signed_out_cookie};
use crate::extract::{InForm, InQuery};
use crate::fault::Fault;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route(SIGN_IN, get(show_sign_in).post(sign_in))
        .route(SIGN_UP, get(show_sign_up).post(sign_up))
        .route("/sign-out", post(sign_out))
}

/// Where to go after signing in.
#[derive(Deserialize)]
struct Next {
    #[serde(default)]
    next: String,
}

/// The form of both pages.
#[derive(Deserialize)]
struct SignForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    next: String,
}

async fn show_sign_in(visitor: Visitor, InQuery(Next { next }): InQuery<Next>) -> Response {
    if visitor.member {
        return redirect(local_path(&next), None);
    }
    let page = SignPage { next, ..SignPage::default() };
    answer(&visitor, &page, &page.sign_in(visitor.words()))
}

async fn sign_in(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    ClientAddress(from): ClientAddress,
    headers: HeaderMap,
    InForm(form): InForm<SignForm>,
) -> Result<Response, Fault> {
    let name = form.name.trim().to_owned();
    match app.house.check_credentials(&name, form.password, from).await {
        Ok(confirmed) => {
            let cookie = session_cookie(&app, &confirmed, &headers).await?;
            Ok(redirect(local_path(&form.next), Some(cookie)))
        }
        Err(error) => {
            let error = sign_in_refusal(visitor.words(), &failure_of(&error.into()));
            let page = SignPage { name, next: form.next, error: Some(error) };
            Ok(answer(&visitor, &page, &page.sign_in(visitor.words())))
        }
    }
}

async fn show_sign_up(visitor: Visitor, InQuery(Next { next }): InQuery<Next>) -> Response {
    if visitor.member {
        return redirect(local_path(&next), None);
    }
    let page = SignPage { next, ..SignPage::default() };
    answer(&visitor, &page, &page.sign_up(&visitor))
}

async fn sign_up(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    ClientAddress(from): ClientAddress,
    headers: HeaderMap,
    InForm(form): InForm<SignForm>,
) -> Result<Response, Fault> {
    let (words, name) = (visitor.words(), form.name.trim().to_owned());
    let error = match check(words, &name, &form.password) {
        Err(error) => error,
        Ok(()) => {
            let account = NewAccount { name: name.clone(), password: form.password, bot: false };
            match app.house.register(visitor.caller, from, ClientKey::default(), account).await {
                Ok(confirmed) => {
                    let cookie = session_cookie(&app, &confirmed, &headers).await?;
                    return Ok(redirect(local_path(&form.next), Some(cookie)));
                }
                Err(error) => sign_up_refusal(words, &failure_of(&error.into())),
            }
        }
    };
    let page = SignPage { name, next: form.next, error: Some(error) };
    Ok(answer(&visitor, &page, &page.sign_up(&visitor)))
}

/// Whether an account may have this name and this password.
fn check(words: Words, name: &str, password: &str) -> Result<(), FieldError> {
    let name: Name = name.parse().map_err(|error| FieldError::name(words, NAME_FIELD, name_fault(error)))?;
    password::check(password, &name)
        .map_err(|error| FieldError::password(words, PASSWORD_FIELD, password_fault(error)))
}

/// Ends the session. Who has none is sent to the front page as well: they are signed out already.
async fn sign_out(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Fault> {
    let cookie = match visitor.caller.owner() {
        Ok(_) => {
            app.house.sign_out(visitor.caller).await?;
            Some(signed_out_cookie(&app)?)
        }
        Err(_) => None,
    };
    Ok(redirect("/", cookie))
}

fn answer(visitor: &Visitor, form: &SignPage, page: &Page) -> Response {
    shell::form(visitor, page, form.error.as_ref())
}
