//! The cookies of guests and sessions.

use axum::http::{HeaderMap, HeaderValue, header};
use club::PersonId;
use house::people::guest;
use house::people::secret::Secret;
use house::{Confirmed, SESSION_LIFETIME};

use crate::app::App;
use crate::cookies;
use crate::extract::{GUEST_COOKIE, SESSION_COOKIE};
use crate::fault::Fault;

/// Creates a guest and their cookie.
pub(crate) fn guest_cookie(app: &App) -> Result<(PersonId, HeaderValue), Fault> {
    let (person, proof) = app.house.new_guest();
    Ok((person, cookies::set(GUEST_COOKIE, &proof, guest::VALID, app.scheme)?))
}

/// Starts a session for the browser that sent these headers, and returns its cookie.
pub(crate) async fn session_cookie(
    app: &App,
    confirmed: &Confirmed,
    headers: &HeaderMap,
) -> Result<HeaderValue, Fault> {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or("unknown");
    let secret = app.house.start_session(confirmed, agent).await?;
    Ok(cookies::set(SESSION_COOKIE, &secret.reveal(), SESSION_LIFETIME, app.scheme)?)
}

/// The cookie that makes the browser delete its session.
pub(crate) fn signed_out_cookie(app: &App) -> Result<HeaderValue, Fault> {
    Ok(cookies::forget(SESSION_COOKIE, app.scheme)?)
}

/// The secret in the browser's session cookie; `None` if there is none or it is malformed.
pub(crate) fn session_secret(headers: &HeaderMap) -> Option<Secret> {
    cookies::read(headers, SESSION_COOKIE).and_then(|text| text.parse().ok())
}
