//! The pages: every handler loads what its page shows, renders it with `pages`, and answers.

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

use pages::look::{COOKIE_MAX_AGE, COOKIE_NAME, requested_language};

use self::look::read_look;
use crate::app::App;
use crate::cookies;
use crate::fault::Fault;
use crate::gate::gate;

/// The routes of all pages and of the files that they use.
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
    // Streams are not compressed: they take over their connection, and what the encoder still buffers would be lost.
    pages.layer(CompressionLayer::new()).merge(live::routes())
}

/// The middleware around every request of a browser. It reads the [`Look`](look::Look) of the request, keeps a
/// language that the address asks for in a cookie, and turns problems into pages in that language.
pub(crate) async fn present(app: &App, mut request: Request, next: Next) -> Response {
    let look = read_look(request.headers(), request.uri());
    let language_chosen = request.uri().query().and_then(requested_language).is_some();
    request.extensions_mut().insert(look.clone());
    let mut response = gate(app, request, next).await;
    if let Some(fault) = response.extensions_mut().remove::<Fault>() {
        response = errors::page(&look, &fault, &response);
    }
    if language_chosen
        && let Ok(cookie) = cookies::set(COOKIE_NAME, &look.to_cookie(), COOKIE_MAX_AGE, app.scheme)
    {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
