//! Serves the files of the pages.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use pages::assets::ALL;

use crate::api::problem::Problem;
use crate::app::App;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/assets/{hash}/{name}", get(serve))
}

async fn serve(Path((_, name)): Path<(String, String)>) -> Response {
    match ALL.iter().find(|asset| asset.name == name) {
        Some(asset) => {
            let kept = "public, max-age=31536000, immutable";
            ([(header::CONTENT_TYPE, asset.media_type), (header::CACHE_CONTROL, kept)], asset.bytes)
                .into_response()
        }
        None => Problem::not_found("there is no such file").into_response(),
    }
}
