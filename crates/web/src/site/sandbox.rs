//! The sandbox of Siesta: the visitor plays all sides from any position, and can ask the engine.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bots::siesta::judge;
use club::engine::SANDBOX_TIME;

use super::part::part;
use super::replay::svg;
use super::shell;
use super::visitor::{EngineUser, Visitor, redirect, with_cookie};
use crate::app::App;
use crate::client::ClientAddress;
use crate::code::Code;
use crate::extract::{InForm, InQuery};
use crate::fault::Fault;
use house::engine::best_actions_in;
use pages::games::siesta::LineQuery;
use pages::games::siesta::Wish;
use pages::games::siesta::{Sandbox, position_picture};
use serde::Deserialize;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/sandbox", get(show))
        .route("/sandbox/best", get(without_engine).post(best))
        .route("/sandbox.svg", get(picture))
}

async fn show(visitor: Visitor, InQuery(line): InQuery<LineQuery>, InQuery(wish): InQuery<Wish>) -> Response {
    answer(&visitor, &Sandbox::new(visitor.words(), &line, &wish))
}

/// A position to ask the engine about.
#[derive(Deserialize)]
struct Question {
    #[serde(flatten)]
    line: LineQuery,
    #[serde(flatten)]
    wish: Wish,
}

/// The sandbox with the turns that the engine finds best. A POST, because a search costs: neither a link of another site
/// nor a crawler can ask for one.
async fn best(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    client: ClientAddress,
    InForm(Question { line, wish }): InForm<Question>,
) -> Result<Response, Fault> {
    let user = EngineUser::new(&app, &visitor, &client)?;
    let mut sandbox = Sandbox::new(visitor.words(), &line, &wish);
    if let Some(position) = sandbox.position().cloned() {
        let mover = position.mover();
        let best = best_actions_in(&app.house, user.owner, judge, position, mover, SANDBOX_TIME).await?;
        sandbox.set_judged(&best);
    }
    Ok(with_cookie(answer(&visitor, &sandbox), user.cookie))
}

/// The sandbox without the engine, for whoever comes back to the address of its answer.
async fn without_engine(RawQuery(query): RawQuery) -> Response {
    redirect(&format!("/sandbox?{}", query.unwrap_or_default()), None)
}

/// The position as an SVG file.
async fn picture(InQuery(line): InQuery<LineQuery>) -> Result<Response, Fault> {
    let wrong = |error| Fault::new(StatusCode::UNPROCESSABLE_ENTITY, Code::BadQuery, format!("{error}"));
    position_picture(&line).map(svg).map_err(wrong)
}

fn answer(visitor: &Visitor, sandbox: &Sandbox) -> Response {
    if visitor.look.part {
        return part(sandbox.update());
    }
    shell::page(visitor, &sandbox.title(), &sandbox.body()).into_response()
}
