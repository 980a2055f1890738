//! Tables: find, create, join, play, chat.

mod acting;
mod creating;
mod finding;
mod kept;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;

pub(super) use self::acting::play_moves;
use crate::app::App;

/// The routes about tables.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    finding::routes().merge(creating::routes()).merge(acting::routes()).merge(kept::routes())
}
