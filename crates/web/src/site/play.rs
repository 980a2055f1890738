//! What somebody does on the page of a table.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::post;
use bots::{Judge, Judged};
use club::{Command, Mover, Refusal, Room, TableId};
use game::{Rules, Seat};
use serde::Deserialize;

use super::errors::words_of;
use super::table::{load, parts_at};
use super::visitor::{Visitor, go_to, with_cookie};
use crate::api::body::{InForm, InPath};
use crate::api::problem::Problem;
use crate::api::tables::{again, find, known, level_of};
use crate::app::App;
use house::engine::{best_actions, best_actions_in};
use house::tables::{ActError, Slot};
use pages::table::{Changed, Hint, TablePage, Wish};

/// How long the engine searches for a hint.
const HINT_TIME: Duration = Duration::from_millis(700);

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/t/{id}/play", post(play))
        .route("/t/{id}/join", post(join))
        .route("/t/{id}/leave", post(leave))
        .route("/t/{id}/start", post(start))
        .route("/t/{id}/takeback", post(take_back))
        .route("/t/{id}/takeback/answer", post(answer_takeback))
        .route("/t/{id}/resign", post(resign))
        .route("/t/{id}/chat", post(say))
        .route("/t/{id}/rematch", post(rematch))
        .route("/t/{id}/hint", post(hint))
}

/// Does something at a table and answers with its page, or with the page and why it was refused. `unsent` is
/// what the page goes on with after a refusal.
async fn act(
    app: &App,
    visitor: &Visitor,
    id: TableId,
    command: &Command,
    unsent: Wish,
) -> Result<Response, Problem> {
    let refusal = match app.house.tables.act(id, command, None).await {
        Ok(_) => None,
        Err(ActError::Refused(refusal)) => Some(refusal),
        Err(error) => return Err(error.into()),
    };
    if !visitor.look.part {
        return match refusal {
            None => Ok(go_to(&format!("/t/{id}"), None)),
            Some(refusal) => Err(refusal.into()),
        };
    }
    let slot = find(app, id).await?;
    let wish = if refusal.is_some() { unsent } else { Wish::default() };
    let mut page = load(app, &slot, visitor.person(), &visitor.look, wish).await?;
    page.alert = refusal.map(|refusal| in_words(&page, refusal));
    // Whatever was not sent before is done or refused: the address forgets it.
    Ok(parts_at(&format!("/t/{id}"), page.parts(Changed::Game).into_string()))
}

/// Why a command was refused, in words.
fn in_words(page: &TablePage, refusal: Refusal) -> String {
    let by_rules = match &refusal {
        Refusal::Rules(error) => page.refusal_in_words(error),
        _ => None,
    };
    by_rules.unwrap_or_else(|| words_of(page.words, &Problem::from(refusal)))
}

#[derive(Deserialize)]
struct Sent {
    seq: u64,
    #[serde(rename = "move")]
    text: String,
}

async fn play(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InForm(sent): InForm<Sent>,
) -> Result<Response, Problem> {
    let person = visitor.caller.player()?.id;
    let unsent = Wish::refused(sent.text.clone());
    let command = Command::Play { by: Mover::Person(person), expected: sent.seq, text: sent.text };
    let answer = act(&app, &visitor, id, &command, unsent).await?;
    app.house.moves.increment(1);
    Ok(answer)
}

async fn join(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Problem> {
    let (sitter, cookie) = visitor.player(&app)?;
    known(&app, sitter).await?;
    match app.house.tables.act(id, &Command::Join(sitter), None).await {
        Ok(_) | Err(ActError::Refused(Refusal::Seated)) => Ok(go_to(&format!("/t/{id}"), cookie)),
        Err(error) => Err(error.into()),
    }
}

async fn leave(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Problem> {
    let person = visitor.caller.player()?.id;
    app.house.tables.act(id, &Command::Leave(person), None).await?;
    Ok(go_to("/", None))
}

#[derive(Deserialize)]
struct Start {
    level: u8,
}

async fn start(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InForm(said): InForm<Start>,
) -> Result<Response, Problem> {
    let person = visitor.caller.player()?.id;
    let bots = Some(level_of(said.level)?);
    act(&app, &visitor, id, &Command::Start { person, bots }, Wish::default()).await
}

async fn take_back(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Problem> {
    let person = visitor.caller.player()?.id;
    act(&app, &visitor, id, &Command::TakeBack(person), Wish::default()).await
}

#[derive(Deserialize)]
struct Answer {
    agree: bool,
}

async fn answer_takeback(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InForm(said): InForm<Answer>,
) -> Result<Response, Problem> {
    let person = visitor.caller.player()?.id;
    let command = Command::AnswerTakeback { person, agreed: said.agree };
    act(&app, &visitor, id, &command, Wish::default()).await
}

async fn resign(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Problem> {
    let person = visitor.caller.player()?.id;
    act(&app, &visitor, id, &Command::Resign(person), Wish::default()).await
}

#[derive(Deserialize)]
struct Talk {
    room: Room,
    text: String,
}

async fn say(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InForm(said): InForm<Talk>,
) -> Result<Response, Problem> {
    let (sitter, cookie) = visitor.player(&app)?;
    known(&app, sitter).await?;
    let command = Command::Say { person: sitter.id, room: said.room, text: said.text };
    app.house.tables.act(id, &command, None).await?;
    if !visitor.look.part {
        return Ok(go_to(&format!("/t/{id}"), cookie));
    }
    let slot = find(&app, id).await?;
    let page = load(&app, &slot, Some(sitter.id), &visitor.look, Wish::default()).await?;
    let parts = Html(page.parts(Changed::Talk).into_string());
    Ok(with_cookie(parts, cookie))
}

async fn rematch(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Problem> {
    let sitter = visitor.caller.player()?;
    let acted = again(&app, id, sitter, None).await?;
    Ok(go_to(&format!("/t/{}", acted.table), None))
}

#[derive(Deserialize)]
struct Asked {
    /// Not empty if the nudge was given and the answer is wanted.
    #[serde(default)]
    more: String,
    #[serde(flatten)]
    unsent: Wish,
}

/// A nudge, and then the answer; in games against bots alone.
async fn hint(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InForm(asked): InForm<Asked>,
) -> Result<Response, Problem> {
    let person = visitor.caller.player()?.id;
    let slot = find(&app, id).await?;
    if !allows_hints(&slot) {
        return Err(Problem::new(StatusCode::FORBIDDEN, "not-seated", "hints are for games against bots"));
    }
    let mut page = load(&app, &slot, Some(person), &visitor.look, asked.unsent).await?;
    let (Some(state), Some(seat)) = (page.state.clone(), page.table.you) else {
        return Err(Refusal::NotYourTurn.into());
    };
    let best = best_actions(&app.house, state, seat, HINT_TIME).await?;
    let best = best.first().ok_or(Refusal::NotYourTurn)?;
    let hint = if asked.more.is_empty() { Hint::Nudge } else { Hint::Answer };
    page.hint = page.hint_in_words(hint, &best.action);
    Ok(Html(page.parts(Changed::Game).into_string()).into_response())
}

/// Whether somebody plays against bots alone, and for no rating.
fn allows_hints(slot: &Slot) -> bool {
    slot.look(|loaded| {
        let alone = loaded.table.live().is_some_and(|game| game.people().count() == 1);
        alone && !loaded.table.options.rated
    })
}

/// The actions worth considering in a position of one game, the best first.
pub(super) async fn think<R>(
    app: &App,
    judge: fn() -> Box<dyn Judge<R>>,
    position: R,
    seat: Seat,
    time: Duration,
) -> Result<Vec<Judged<R::Action>>, Problem>
where
    R: Rules<Action: Send> + Send + 'static,
{
    Ok(best_actions_in(&app.house, judge, position, seat, time).await?)
}
