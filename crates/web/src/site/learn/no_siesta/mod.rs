//! Learning ¡No Siesta!: the rules with examples, and lessons to try them.

mod rules;
mod tutorial;

use std::sync::Arc;

use axum::Router;

use crate::app::App;

pub(super) fn routes() -> Router<Arc<App>> {
    rules::routes().merge(tutorial::routes())
}
