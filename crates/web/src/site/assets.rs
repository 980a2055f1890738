//! Serves the files that pages use.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::get;
use bots::WeightFile;
use club::engine::weight_files;
use pages::assets::{ALL, weights_address};

use crate::app::App;
use crate::fault::Fault;

/// The address of a file contains its hash, so browsers may cache it forever.
const CACHED_FOREVER: &str = "public, max-age=31536000, immutable";

pub(super) fn routes() -> Router<Arc<App>> {
    let files = Router::new().route("/assets/{hash}/{name}", get(serve));
    weight_files().fold(files, |files, file| {
        // With the hash of these bytes and no other: a browser keeps what it gets for ever.
        files.route(&weights_address(file), get(move || async move { weights(file) }))
    })
}

/// A file of learned weights, for a bot that thinks in the browser.
fn weights(file: &'static WeightFile) -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "application/octet-stream"), (header::CACHE_CONTROL, CACHED_FOREVER)],
        file.bytes,
    )
}

/// Ignores the hash in the address: a page that an older version rendered still gets the current file.
async fn serve(Path((_, name)): Path<(String, String)>) -> Response {
    match ALL.iter().find(|asset| asset.name == name) {
        Some(asset) => {
            let headers = [(header::CONTENT_TYPE, asset.media_type), (header::CACHE_CONTROL, CACHED_FOREVER)];
            let encoding = asset.encoding.map(|encoding| [(header::CONTENT_ENCODING, encoding)]);
            (headers, encoding.map(AppendHeaders), asset.bytes).into_response()
        }
        None => Fault::not_found("there is no such file").into_response(),
    }
}
