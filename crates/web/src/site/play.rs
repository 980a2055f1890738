//! What somebody does at a table, from a page.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::post;
use bots::{Budget, Judge, Judged, Limits, no_siesta, siesta};
use club::{Command, Mover, Refusal, Room, State as GameState, StepError, TableId, view};
use game::{Rules, Seat};
use serde::Deserialize;

use super::errors::words_of;
use super::table::{Changed, TablePage, Wish};
use super::visitor::{Visitor, go_to};
use crate::api::body::{InForm, InPath};
use crate::api::problem::Problem;
use crate::api::tables::{again, find, known, level_of};
use crate::app::App;
use house::tables::ActError;
use pages::games::no_siesta::words as no_siesta_words;
use pages::games::siesta::draft;
use pages::games::siesta::words as siesta_words;

/// How long a hint is thought about.
const HINT: Duration = Duration::from_millis(700);
/// How long somebody waits for a turn to think.
const QUEUE: Duration = Duration::from_secs(8);

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

/// Does something at a table, and shows the table as it is then, with the refusal if there was one.
async fn act(
    app: &App,
    visitor: &Visitor,
    id: TableId,
    command: &Command,
    wish: &Wish,
) -> Result<Response, Problem> {
    let refusal = match app.house.tables.act(id, command, None).await {
        Ok(_) => None,
        Err(ActError::Refused(refusal)) => Some(refusal),
        Err(error) => return Err(error.into()),
    };
    let nothing = Wish::default();
    let wish = if refusal.is_none() { &nothing } else { wish };
    answer(app, visitor, id, refusal, wish).await
}

async fn answer(
    app: &App,
    visitor: &Visitor,
    id: TableId,
    refusal: Option<Refusal>,
    wish: &Wish,
) -> Result<Response, Problem> {
    if !visitor.look.part {
        return match refusal {
            None => Ok(go_to(&format!("/t/{id}"), None)),
            Some(refusal) => Err(refusal.into()),
        };
    }
    let slot = find(app, id).await?;
    let words = visitor.words();
    let mut page = TablePage::new(app, &slot, visitor.person(), &visitor.look, wish).await?;
    if let Some(refusal) = refusal {
        let said = match &refusal {
            Refusal::Rules(StepError::Siesta(refusal)) => siesta_words::refusal(words, &page.names, refusal),
            _ => words_of(words, &Problem::from(refusal)),
        };
        page = page.with_alert(said);
    }
    let mut response = Html(page.parts(Changed::Game).into_string()).into_response();
    if let Ok(here) = HeaderValue::try_from(format!("/t/{id}")) {
        // A turn in the making is over; the address forgets it.
        response.headers_mut().insert("hx-replace-url", here);
    }
    Ok(response)
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
    let laying = draft::Wish { laid: sent.text.clone(), ..draft::Wish::default() };
    let wish = Wish { laying, ..Wish::default() };
    let command = Command::Play { by: Mover::Person(person), expected: sent.seq, text: sent.text };
    let answer = act(&app, &visitor, id, &command, &wish).await?;
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
    act(&app, &visitor, id, &Command::Start { person, bots }, &Wish::default()).await
}

async fn take_back(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Problem> {
    let person = visitor.caller.player()?.id;
    act(&app, &visitor, id, &Command::TakeBack(person), &Wish::default()).await
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
    act(&app, &visitor, id, &command, &Wish::default()).await
}

async fn resign(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Problem> {
    let person = visitor.caller.player()?.id;
    act(&app, &visitor, id, &Command::Resign(person), &Wish::default()).await
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
    let page = TablePage::new(&app, &slot, Some(sitter.id), &visitor.look, &Wish::default()).await?;
    let parts = Html(page.parts(Changed::Talk).into_string());
    Ok(super::visitor::with_cookie(parts, cookie))
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
    #[serde(default)]
    laid: String,
    #[serde(default)]
    piece: Option<String>,
    /// Not empty if the nudge has been given, and the answer is wanted.
    #[serde(default)]
    more: String,
}

/// Where to look, and then what to do. For games against bots alone.
async fn hint(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InForm(asked): InForm<Asked>,
) -> Result<Response, Problem> {
    let person = visitor.caller.player()?.id;
    let slot = find(&app, id).await?;
    let state = slot.look(|loaded| {
        let table = &loaded.table;
        let alone = table.live().is_some_and(|game| game.people().count() == 1) && !table.options.rated;
        view::state(table, Some(person)).filter(|_| alone)
    });
    let laying = draft::Wish { laid: asked.laid, piece: asked.piece, ..draft::Wish::default() };
    let wish = Wish { laying, ..Wish::default() };
    let words = visitor.words();
    let page = TablePage::new(&app, &slot, Some(person), &visitor.look, &wish).await?;
    let Some(state) = state else {
        return Err(Problem::new(StatusCode::FORBIDDEN, "not-seated", "hints are for games against bots"));
    };
    let nudge = asked.more.is_empty();
    let said = match state {
        GameState::Siesta(position) => {
            let mover = position.mover();
            let best = best(&app, siesta::judge, *position, mover).await?;
            if nudge {
                let cell = best.iter().last().map(|placement| placement.cell.to_string()).unwrap_or_default();
                let pieces: Vec<String> =
                    best.iter().map(|placement| siesta_words::piece(words, placement.piece)).collect();
                words.with("hint-nudge", [("pieces", pieces.join(", ").into()), ("cell", cell.into())])
            } else {
                words.with("hint-answer", [("turn", best.to_string().into())])
            }
        }
        GameState::NoSiesta(position) => {
            let seat = page.you().ok_or(Refusal::NotYourTurn)?;
            let sheet = position.sheet();
            let best = best(&app, no_siesta::judge, *position, seat).await?;
            let action = no_siesta_words::action(words, &page.names, sheet, &best);
            match no_siesta_words::area(words, &best).filter(|_| nudge) {
                Some(area) => words.with("hint-area", [("area", area.into())]),
                None => words.with("hint-answer", [("turn", action.into())]),
            }
        }
    };
    Ok(Html(page.with_hint(said).parts(Changed::Game).into_string()).into_response())
}

/// What the engine would do.
async fn best<R: Rules + Send + 'static>(
    app: &App,
    judge: fn() -> Box<dyn Judge<R>>,
    position: R,
    seat: Seat,
) -> Result<R::Action, Problem>
where
    R::Action: Send,
{
    let judged = think(app, judge, position, seat, HINT).await?;
    Ok(judged.into_iter().next().ok_or(Refusal::NotYourTurn)?.action)
}

/// The turns worth a look, the best first, as far as this time goes, off the threads that serve.
pub(super) async fn think<R: Rules + Send + 'static>(
    app: &App,
    judge: fn() -> Box<dyn Judge<R>>,
    position: R,
    seat: Seat,
    time: Duration,
) -> Result<Vec<Judged<R::Action>>, Problem>
where
    R::Action: Send,
{
    let busy = || {
        let detail = "too many are thinking; try again soon";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail).retry_after(5)
    };
    let permit = tokio::time::timeout(QUEUE, Arc::clone(&app.house.searches).acquire_owned()).await;
    let permit = permit.map_err(|_| busy())?.map_err(|_| busy())?;
    let found = tokio::task::spawn_blocking(move || {
        let mut budget = Budget::new(Limits::time(time));
        let judged = judge().judge(&position, seat, &[], &mut budget);
        drop(permit);
        judged
    });
    found.await.map_err(|_| busy())
}
