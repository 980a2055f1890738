use crate::app::App;
use axum::{Router, extract::Request, middleware::Next, response::Response};
use std::sync::Arc;
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
}
pub(crate) async fn present(_: &App, request: Request, next: Next) -> Response {
    next.run(request).await
}
