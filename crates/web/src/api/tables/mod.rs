//! Tables: find, lay, join, play, talk.

mod acting;
mod finding;
mod laying;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

pub(super) use self::acting::move_at;
pub(crate) use self::finding::{find, seen};
pub(crate) use self::laying::{again, known, lay, level_of, meet};
use crate::app::App;

/// The routes about tables.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    finding::routes().merge(laying::routes()).merge(acting::routes())
}
