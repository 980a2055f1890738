//! The sandbox of Siesta: the visitor plays all sides from any position, and can ask the engine.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bots::siesta::judge;

use super::part::part_at;
use super::replay::svg;
use super::shell;
use super::visitor::Visitor;
use crate::app::App;
use crate::code::Code;
use crate::extract::InQuery;
use crate::fault::Fault;
use house::Error;
use house::engine::best_actions_in;
use pages::games::siesta::LineQuery;
use pages::games::siesta::Wish;
use pages::games::siesta::{Sandbox, position_picture};

const THINKING_TIME: Duration = Duration::from_millis(800);

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/sandbox", get(show))
        .route("/sandbox/best", get(best))
        .route("/sandbox.svg", get(picture))
}

async fn show(visitor: Visitor, InQuery(line): InQuery<LineQuery>, InQuery(wish): InQuery<Wish>) -> Response {
    answer(&visitor, &Sandbox::new(visitor.words(), &line, &wish))
}

/// The sandbox with the turns that the engine finds best.
async fn best(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InQuery(line): InQuery<LineQuery>,
    InQuery(wish): InQuery<Wish>,
) -> Result<Response, Fault> {
    let mut sandbox = Sandbox::new(visitor.words(), &line, &wish);
    if let Some(position) = sandbox.position().cloned() {
        let mover = position.mover();
        sandbox.set_judged(
            &best_actions_in(&app.house, judge, position, mover, THINKING_TIME).await.map_err(Error::from)?,
        );
    }
    Ok(answer(&visitor, &sandbox))
}

/// The position as an SVG file.
async fn picture(InQuery(line): InQuery<LineQuery>) -> Result<Response, Fault> {
    let wrong = |error| Fault::new(StatusCode::UNPROCESSABLE_ENTITY, Code::BadQuery, format!("{error}"));
    position_picture(&line).map(svg).map_err(wrong)
}

fn answer(visitor: &Visitor, sandbox: &Sandbox) -> Response {
    if visitor.look.part {
        return part_at(sandbox.part(), &sandbox.address());
    }
    shell::page(visitor, &sandbox.title(), &sandbox.body()).into_response()
}
