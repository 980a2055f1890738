//! The forms of the settings page that change an account.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::post;
use house::people::name::Name;
use house::people::password;
use house::tables::random;
use pages::account::{
    Account, NEW_NAME_FIELD, NEW_PASSWORD_FIELD, NewToken, PasswordForm, Session, Token, TokenScope,
    deletion_not_confirmed, token_refusal,
};
use pages::fields::FieldError;
use pages::settings::FormOutcome;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use store::AccountKind;

use super::errors::failure_of;
use super::fields::{name_fault, password_fault};
use super::settings::answer;
use super::visitor::{Visitor, redirect};
use crate::api::accounts::{AccountChange, change_account, delete_account};
use crate::api::body::{InForm, InPath, Key};
use crate::api::caller::{Caller, SESSION};
use crate::api::keys::{self, KeyView, Scope, end_key, keys, make_token};
use crate::api::problem::Problem;
use crate::app::App;
use crate::cookies;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/settings/name", post(rename))
        .route("/settings/password", post(change_password))
        .route("/settings/tokens", post(create_token))
        .route("/settings/tokens/{id}/revoke", post(revoke_token))
        .route("/settings/sessions/{id}/end", post(end_session))
        .route("/settings/delete", post(delete))
}

/// The account of the visitor, who owns one.
pub(super) async fn load(app: &App, visitor: &Visitor) -> Result<Account, Problem> {
    let tokens = keys(app, visitor.caller, false).await?;
    let sessions = keys(app, visitor.caller, true).await?;
    Ok(Account {
        name: visitor.name.clone().unwrap_or_default(),
        is_bot: matches!(visitor.caller, Caller::Known { kind: AccountKind::Bot, .. }),
        sessions: sessions.into_iter().map(session).collect(),
        tokens: tokens.into_iter().map(token).collect(),
        token_request_key: format!("{:016x}", u64::from_be_bytes(random())),
    })
}

fn session(key: KeyView) -> Session {
    Session { id: key.id, user_agent: key.label, since: key.since, is_current: key.current }
}

fn token(key: KeyView) -> Token {
    let scope = key.scope.map(|scope| match scope {
        Scope::Read => TokenScope::Read,
        Scope::Play => TokenScope::Play,
        Scope::Bot => TokenScope::Bot,
    });
    Token { id: key.id, label: key.label, scope, until: key.until }
}

#[derive(Deserialize)]
struct NameForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
}

async fn rename(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(form): InForm<NameForm>,
) -> Result<Response, Problem> {
    visitor.caller.owner()?;
    let (words, name) = (visitor.words(), form.name.trim().to_owned());
    let error = match name.parse::<Name>() {
        Err(error) => FieldError::name(words, NEW_NAME_FIELD, name_fault(error)),
        Ok(_) => {
            let change =
                AccountChange { password: form.password, new_name: Some(name.clone()), new_password: None };
            match change_account(&app, visitor.caller, change).await {
                Ok(_) => return Ok(redirect("/settings?done=name", None)),
                Err(problem) => PasswordForm::Name.refusal(words, &failure_of(&problem)),
            }
        }
    };
    let outcome = FormOutcome { typed_name: Some(name), ..FormOutcome::refused(error) };
    answer(&app, &visitor, outcome).await
}

#[derive(Deserialize)]
struct ChangePasswordForm {
    #[serde(default)]
    password: String,
    #[serde(default)]
    new_password: String,
}

async fn change_password(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(form): InForm<ChangePasswordForm>,
) -> Result<Response, Problem> {
    visitor.caller.owner()?;
    let words = visitor.words();
    let name = visitor.name.as_deref().unwrap_or_default().parse::<Name>()?;
    let error = match password::check(&form.new_password, &name) {
        Err(error) => FieldError::password(words, NEW_PASSWORD_FIELD, password_fault(error)),
        Ok(()) => {
            let new_password = Some(form.new_password);
            let change = AccountChange { password: form.password, new_name: None, new_password };
            match change_account(&app, visitor.caller, change).await {
                Ok(_) => return Ok(redirect("/settings?done=password", None)),
                Err(problem) => PasswordForm::Password.refusal(words, &failure_of(&problem)),
            }
        }
    };
    answer(&app, &visitor, FormOutcome::refused(error)).await
}

/// The form for a new token, with an idempotency key: sent twice, it makes one token.
#[derive(Deserialize)]
struct TokenForm {
    #[serde(default)]
    label: String,
    scope: Scope,
    #[serde(default)]
    key: String,
}

async fn create_token(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    InForm(form): InForm<TokenForm>,
) -> Result<Response, Problem> {
    visitor.caller.owner()?;
    let label = form.label.trim().to_owned();
    let hash =
        Sha256::new_with_prefix("a token by page\n").chain_update(format!("{:?}\n{label}", form.scope));
    let wish = keys::NewToken { label: label.clone(), scope: form.scope };
    let key = Key::read(&form.key)?;
    let outcome = match make_token(&app, visitor.caller, &headers, key, hash.finalize().into(), wish).await {
        Ok(made) => FormOutcome {
            new_token: Some(NewToken { label: made.key.label, secret: made.token }),
            ..FormOutcome::default()
        },
        Err(problem) => {
            let error = token_refusal(visitor.words(), &failure_of(&problem));
            FormOutcome { typed_label: label, ..FormOutcome::refused(error) }
        }
    };
    answer(&app, &visitor, outcome).await
}

async fn revoke_token(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<String>,
) -> Result<Response, Problem> {
    end_key(&app, visitor.caller, &id, false).await?;
    Ok(redirect("/settings?done=tokens", None))
}

async fn end_session(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<String>,
) -> Result<Response, Problem> {
    end_key(&app, visitor.caller, &id, true).await?;
    Ok(redirect("/settings?done=sessions", None))
}

#[derive(Deserialize)]
struct DeleteForm {
    #[serde(default)]
    password: String,
    #[serde(default)]
    sure: Option<String>,
}

async fn delete(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InForm(form): InForm<DeleteForm>,
) -> Result<Response, Problem> {
    visitor.caller.owner()?;
    let words = visitor.words();
    if form.sure.is_none() {
        return answer(&app, &visitor, FormOutcome::refused(deletion_not_confirmed(words))).await;
    }
    match delete_account(&app, visitor.caller, form.password).await {
        Ok(()) => Ok(redirect("/", Some(cookies::forget(SESSION, app.scheme)?))),
        Err(problem) => {
            let error = PasswordForm::Delete.refusal(words, &failure_of(&problem));
            answer(&app, &visitor, FormOutcome::refused(error)).await
        }
    }
}
