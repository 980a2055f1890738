//! The pages: HTML made here, kept fresh by htmx, and usable without it.

mod account;
mod assets;
mod errors;
mod fields;
mod home;
mod leaderboard;
mod learn;
mod live;
mod look;
mod new_table;
mod part;
mod play;
mod profile;
mod replay;
mod sandbox;
mod settings;
mod setup;
mod shell;
mod sign;
mod table;
mod verify;
mod visitor;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use tower_http::compression::CompressionLayer;

use self::look::{Look, asked_language};
use crate::api::problem::Problem;
use crate::app::App;
use crate::cookies::{self, Scheme};

/// All pages and their files.
pub(crate) fn routes() -> Router<Arc<App>> {
    let pages = Router::new()
        .merge(assets::routes())
        .merge(home::routes())
        .merge(learn::routes())
        .merge(new_table::routes())
        .merge(table::routes())
        .merge(play::routes())
        .merge(sign::routes())
        .merge(settings::routes())
        .merge(account::routes())
        .merge(profile::routes())
        .merge(leaderboard::routes())
        .merge(replay::routes())
        .merge(sandbox::routes())
        .merge(setup::routes())
        .merge(verify::routes());
    // A stream hands its connection over and would lose what compression holds back.
    pages.layer(CompressionLayer::new()).merge(live::routes())
}

/// Around everything: finds out how somebody wants to see pages, remembers a language they choose, and says
/// in it what went wrong, to those who read pages.
pub(crate) async fn dress(scheme: Scheme, mut request: Request, next: Next) -> Response {
    let reads_pages = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"));
    if !reads_pages || request.uri().path().starts_with("/api/") {
        return next.run(request).await;
    }
    let look = Look::of(request.headers(), request.uri());
    let asked = asked_language(request.uri()).is_some();
    request.extensions_mut().insert(look.clone());
    let mut response = next.run(request).await;
    if let Some(problem) = response.extensions_mut().remove::<Problem>() {
        response = errors::page(&look, &problem, &response);
    }
    if asked && let Ok(cookie) = cookies::set(look::COOKIE, &look.cookie(), look::LASTS, scheme) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
