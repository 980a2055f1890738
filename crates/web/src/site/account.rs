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
use house::{AccessKind, AccountChange, Caller, ClientKey, Error, Scope};
use pages::account::{
    Account, NEW_NAME_FIELD, NEW_PASSWORD_FIELD, NewToken, PasswordForm, Session, Token, TokenScope,
    deletion_not_confirmed, token_refusal,
};
use pages::fields::FieldError;
use pages::settings::FormOutcome;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use store::{AccessKey, AccountKind};

use super::errors::failure_of;
use super::fields::{name_fault, password_fault};
use super::settings::answer;
use super::visitor::{Visitor, redirect};
use crate::app::App;
use crate::client::ClientAddress;
use crate::entry::{session_secret, signed_out_cookie};
use crate::extract::{InForm, InPath};
use crate::fault::Fault;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/settings/name", post(rename))
        .route("/settings/password", post(change_password))
        .route("/settings/tokens", post(create_token))
        .route("/settings/tokens/{id}/revoke", post(revoke_token))
        .route("/settings/sessions/{id}/end", post(end_session))
        .route("/settings/sessions/end-all", post(sign_out_everywhere))
        .route("/settings/delete", post(delete))
}

/// The account of the visitor, who owns one.
pub(super) async fn load(app: &App, visitor: &Visitor) -> Result<Account, Fault> {
    let (_, current) = visitor.caller.owner()?;
    let tokens = app.house.access_keys(visitor.caller, AccessKind::Token).await?;
    let sessions = app.house.access_keys(visitor.caller, AccessKind::Session).await?;
    Ok(Account {
        name: visitor.name.clone().unwrap_or_default(),
        is_bot: matches!(visitor.caller, Caller::Known { kind: AccountKind::Bot, .. }),
        sessions: sessions.into_iter().map(|key| session(key, current)).collect(),
        tokens: tokens.into_iter().map(token).collect(),
        token_request_key: format!("{:016x}", u64::from_be_bytes(random())),
    })
}

fn session(key: AccessKey, current: u64) -> Session {
    let is_current = key.id == current;
    Session { id: format!("{:016x}", key.id), user_agent: key.label, since: key.since, is_current }
}

fn token(key: AccessKey) -> Token {
    let scope = Scope::of(key.access).map(|scope| match scope {
        Scope::Read => TokenScope::Read,
        Scope::Play => TokenScope::Play,
        Scope::Bot => TokenScope::Bot,
    });
    Token { id: format!("{:016x}", key.id), label: key.label, scope, until: key.until }
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
    ClientAddress(from): ClientAddress,
    InForm(form): InForm<NameForm>,
) -> Result<Response, Fault> {
    visitor.caller.owner()?;
    let (words, name) = (visitor.words(), form.name.trim().to_owned());
    let error = match name.parse::<Name>() {
        Err(error) => FieldError::name(words, NEW_NAME_FIELD, name_fault(error)),
        Ok(_) => {
            let change =
                AccountChange { password: form.password, new_name: Some(name.clone()), new_password: None };
            match app.house.change_account(visitor.caller, from, change).await {
                Ok(_) => return Ok(redirect("/settings?done=name", None)),
                Err(error) => PasswordForm::Name.refusal(words, &failure_of(&error.into())),
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
    ClientAddress(from): ClientAddress,
    InForm(form): InForm<ChangePasswordForm>,
) -> Result<Response, Fault> {
    visitor.caller.owner()?;
    let words = visitor.words();
    let name = visitor.name.as_deref().unwrap_or_default().parse::<Name>().map_err(Error::from)?;
    let error = match password::check(&form.new_password, &name) {
        Err(error) => FieldError::password(words, NEW_PASSWORD_FIELD, password_fault(error)),
        Ok(()) => {
            let new_password = Some(form.new_password);
            let change = AccountChange { password: form.password, new_name: None, new_password };
            match app.house.change_account(visitor.caller, from, change).await {
                Ok(_) => return Ok(redirect("/settings?done=password", None)),
                Err(error) => PasswordForm::Password.refusal(words, &failure_of(&error.into())),
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
    scope: TokenScope,
    #[serde(default)]
    key: String,
}

async fn create_token(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    InForm(form): InForm<TokenForm>,
) -> Result<Response, Fault> {
    visitor.caller.owner()?;
    let label = form.label.trim().to_owned();
    let hash =
        Sha256::new_with_prefix("a token by page\n").chain_update(format!("{:?}\n{label}", form.scope));
    let new = house::NewToken { label: label.clone(), scope: scope(form.scope) };
    let key: ClientKey = form.key.parse()?;
    let session = session_secret(&headers);
    let hash = hash.finalize().into();
    let outcome = match app.house.create_token(visitor.caller, session.as_ref(), key, hash, new).await {
        Ok((secret, key)) => FormOutcome {
            new_token: Some(NewToken { label: key.label, secret: secret.reveal() }),
            ..FormOutcome::default()
        },
        Err(error) => {
            let error = token_refusal(visitor.words(), &failure_of(&error.into()));
            FormOutcome { typed_label: label, ..FormOutcome::refused(error) }
        }
    };
    answer(&app, &visitor, outcome).await
}

fn scope(scope: TokenScope) -> Scope {
    match scope {
        TokenScope::Read => Scope::Read,
        TokenScope::Play => Scope::Play,
        TokenScope::Bot => Scope::Bot,
    }
}

async fn end_access_key(app: &App, visitor: &Visitor, kind: AccessKind, id: &str) -> Result<(), Fault> {
    let id = u64::from_str_radix(id, 16).map_err(|_| kind.not_found())?;
    Ok(app.house.end_access_key(visitor.caller, kind, id).await?)
}

async fn revoke_token(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<String>,
) -> Result<Response, Fault> {
    end_access_key(&app, &visitor, AccessKind::Token, &id).await?;
    Ok(redirect("/settings?done=tokens", None))
}

async fn end_session(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<String>,
) -> Result<Response, Fault> {
    end_access_key(&app, &visitor, AccessKind::Session, &id).await?;
    Ok(redirect("/settings?done=sessions", None))
}

async fn sign_out_everywhere(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Fault> {
    app.house.sign_out_everywhere(visitor.caller).await?;
    Ok(redirect("/sign-in", Some(signed_out_cookie(&app)?)))
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
    ClientAddress(from): ClientAddress,
    InForm(form): InForm<DeleteForm>,
) -> Result<Response, Fault> {
    visitor.caller.owner()?;
    let words = visitor.words();
    if form.sure.is_none() {
        return answer(&app, &visitor, FormOutcome::refused(deletion_not_confirmed(words))).await;
    }
    match app.house.delete_account(visitor.caller, from, form.password).await {
        Ok(()) => Ok(redirect("/", Some(signed_out_cookie(&app)?))),
        Err(error) => {
            let error = PasswordForm::Delete.refusal(words, &failure_of(&error.into()));
            answer(&app, &visitor, FormOutcome::refused(error)).await
        }
    }
}
