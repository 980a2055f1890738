//! A position of Siesta set up piece by piece, to go on with in the sandbox.

use std::sync::Arc;

use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::part::part;
use super::shell;
use super::visitor::Visitor;
use crate::app::App;
use crate::extract::InQuery;
use pages::games::siesta::LineQuery;
use pages::games::siesta::{Setup, SetupQuery};

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/sandbox/setup", get(show))
}

async fn show(
    visitor: Visitor,
    InQuery(line): InQuery<LineQuery>,
    InQuery(changes): InQuery<SetupQuery>,
) -> Response {
    let setup = Setup::new(visitor.words(), &line, &changes);
    if visitor.look.part {
        return part(setup.update());
    }
    shell::page(&visitor, &setup.title(), &setup.body()).into_response()
}
