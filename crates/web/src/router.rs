//! The router of a server, and the middleware around it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::api::problem::render_faults;
use crate::app::App;
use crate::code::Code;
use crate::fault::Fault;
use crate::{api, gate, ops, site};

/// The largest body of a request.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// All routes of a server. There are few layers, because axum clones each of them for every request: `present` calls
/// the gate, and the gate catches panics.
pub(crate) fn router(app: Arc<App>) -> Router {
    api::routes()
        .merge(ops::routes())
        .merge(site::routes())
        .fallback(|| async { Fault::not_found("there is nothing at this address; see /api/docs") })
        .method_not_allowed_fallback(|| async {
            let detail = "this address does not take this method; see /api/docs";
            Fault::of(Code::MethodNotAllowed, detail)
        })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), present))
        .with_state(app)
}

/// Renders errors: as pages in the reader's language for browsers, as problem+json for programs.
async fn present(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if reads_pages(request.uri(), request.headers()) {
        return site::present(&app, request, next).await;
    }
    render_faults(gate::gate(&app, request, next).await).await
}

fn reads_pages(uri: &Uri, headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html")) && !uri.path().starts_with("/api/")
}
