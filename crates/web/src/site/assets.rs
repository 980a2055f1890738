//! Serves the files that pages use.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use pages::assets::ALL;

use crate::app::App;
use crate::fault::Fault;

/// Addresses change with the content, so browsers need not ask again.
const CACHED_FOREVER: &str = "public, max-age=31536000, immutable";

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/assets/{hash}/{name}", get(serve))
}

/// The hash in the address is for caches alone: a page of an older version still gets the file of this one.
async fn serve(Path((_, name)): Path<(String, String)>) -> Response {
    match ALL.iter().find(|asset| asset.name == name) {
        Some(asset) => {
            ([(header::CONTENT_TYPE, asset.media_type), (header::CACHE_CONTROL, CACHED_FOREVER)], asset.bytes)
                .into_response()
        }
        None => Fault::not_found("there is no such file").into_response(),
    }
}
