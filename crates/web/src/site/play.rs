//! The forms on the page of a table.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::post;
use club::engine::HINT_TIME;
use club::{Command, PersonId, Refusal, Room, TableId};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use store::IdempotencyKey;

use super::errors::failure_of;
use super::part::part;
use super::table::load;
use super::visitor::{EngineUser, Visitor, redirect, with_cookie};
use crate::app::App;
use crate::client::ClientAddress;
use crate::code::Code;
use crate::extract::{InForm, InPath};
use crate::fault::Fault;
use house::engine::best_actions;
use house::tables::{ActError, Acted, Slot};
use house::{ClientKey, Error, Moves, Stopped};
use pages::part::Part;
use pages::query::Query;
use pages::table::{Changed, Hint, TablePage};

/// The header that says how many of several moves were played before one was refused.
const ACCEPTED_MOVES: HeaderName = HeaderName::from_static("accepted-moves");

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

/// Runs a command and responds with the page of the table, or with the page and the reason of the refusal.
async fn act(app: &App, visitor: &Visitor, id: TableId, command: &Command) -> Result<Response, Fault> {
    let acted = app.house.tables.act(id, command, None).await.map_err(Error::from);
    answer(app, visitor, id, acted, None).await
}

/// A move that was refused, with how many of how many that were sent together were played before it.
struct RefusedMove {
    text: String,
    accepted: usize,
    count: usize,
}

/// The page of a table after a command, or the page and why the command was refused. After a refused move the page goes
/// on with it.
async fn answer(
    app: &App,
    visitor: &Visitor,
    id: TableId,
    acted: Result<Acted, Error>,
    refused: Option<RefusedMove>,
) -> Result<Response, Fault> {
    let refusal = match acted {
        Ok(_) => None,
        Err(Error::Refused(refusal)) => Some(refusal),
        Err(error) => return Err(error.into()),
    };
    if !visitor.look.part {
        return match refusal {
            None => Ok(redirect(&format!("/t/{id}"), None)),
            Some(refusal) => Err(refusal.into()),
        };
    }
    let slot = app.house.find_table(id).await?;
    let mut page = load(app, &slot, visitor.person(), &visitor.look, Query::default()).await?;
    page.alert = refusal.map(|refusal| in_words(&page, refusal));
    let mut accepted = None;
    if let Some(refused) = refused {
        accepted = (refused.count > 1).then_some(refused.accepted);
        if let Some(accepted) = accepted {
            page.alert = page.alert.take().map(|why| page.stop_in_words(accepted, refused.count, why));
        }
        page.refused_turn = Some(refused.text);
    }
    // The input is accepted or refused now, so it is removed from the address.
    let mut response = part(Part { html: page.parts(Changed::Game), address: Some(format!("/t/{id}")) });
    if let Some(accepted) = accepted {
        response.headers_mut().insert(ACCEPTED_MOVES, HeaderValue::from(accepted));
    }
    Ok(response)
}

/// The reason of a refusal in the language of the page.
fn in_words(page: &TablePage, refusal: Refusal) -> String {
    let by_rules = match &refusal {
        Refusal::Rules(error) => page.refusal_in_words(error),
        _ => None,
    };
    by_rules.unwrap_or_else(|| failure_of(&Fault::from(refusal)).message(page.words))
}

/// What a page sends to play: the fields `seq`, one or more times `move`, and `key` if a script repeats requests itself.
struct Sent {
    moves: Moves,
    key: Option<String>,
}

impl Sent {
    fn read(fields: Vec<(String, String)>) -> Result<Self, Fault> {
        let (mut seq, mut moves, mut key) = (None, Vec::new(), None);
        for (name, value) in fields {
            match name.as_str() {
                "seq" => seq = value.parse().ok(),
                "move" => moves.push(value),
                "key" => key = Some(value),
                _ => {}
            }
        }
        let mut moves = moves.into_iter();
        let (Some(seq), Some(first)) = (seq, moves.next()) else {
            return Err(Fault::of(Code::BadField, "a form to play has the fields `seq` and `move`"));
        };
        Ok(Self { moves: Moves { seq, first, then: moves.collect() }, key })
    }

    /// The idempotency key: the same moves, sent again from the same page, are the same request.
    fn key(&self, id: TableId, person: PersonId) -> Result<Option<IdempotencyKey>, Fault> {
        let Moves { seq, first, then } = &self.moves;
        let hash = Sha256::digest(format!("{id} {seq} {first}\n{}", then.join("\n")));
        let key = match &self.key {
            Some(key) => key.clone(),
            None => hash.iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        Ok(key.parse::<ClientKey>()?.for_request(person, hash.into()))
    }
}

async fn play(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
    InForm(fields): InForm<Vec<(String, String)>>,
) -> Result<Response, Fault> {
    let person = visitor.caller.player()?.id;
    let sent = Sent::read(fields)?;
    let key = sent.key(id, person)?;
    let texts: Vec<String> = [&sent.moves.first].into_iter().chain(&sent.moves.then).cloned().collect();
    match app.house.play_all(id, person, sent.moves, key).await {
        Ok(acted) => answer(&app, &visitor, id, Ok(acted), None).await,
        Err(Stopped { accepted, error }) => {
            let text = texts.get(accepted).cloned().unwrap_or_default();
            let refused = RefusedMove { text, accepted, count: texts.len() };
            answer(&app, &visitor, id, Err(error), Some(refused)).await
        }
    }
}

async fn join(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Fault> {
    let (sitter, cookie) = visitor.player(&app)?;
    app.house.remember_guest(sitter).await?;
    match app.house.tables.act(id, &Command::Join(sitter), None).await {
        Ok(_) | Err(ActError::Refused(Refusal::Seated)) => Ok(redirect(&format!("/t/{id}"), cookie)),
        Err(error) => Err(Error::from(error).into()),
    }
}

async fn leave(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Fault> {
    let person = visitor.caller.player()?.id;
    app.house.tables.act(id, &Command::Leave(person), None).await.map_err(Error::from)?;
    Ok(redirect("/", None))
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
) -> Result<Response, Fault> {
    let person = visitor.caller.player()?.id;
    let bots = Some(house::level(said.level)?);
    act(&app, &visitor, id, &Command::Start { person, bots }).await
}

async fn take_back(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Fault> {
    let person = visitor.caller.player()?.id;
    act(&app, &visitor, id, &Command::TakeBack(person)).await
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
) -> Result<Response, Fault> {
    let person = visitor.caller.player()?.id;
    let command = Command::AnswerTakeback { person, agreed: said.agree };
    act(&app, &visitor, id, &command).await
}

async fn resign(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Fault> {
    let person = visitor.caller.player()?.id;
    act(&app, &visitor, id, &Command::Resign(person)).await
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
) -> Result<Response, Fault> {
    let (sitter, cookie) = visitor.player(&app)?;
    app.house.say(id, sitter, said.room, said.text, None).await?;
    if !visitor.look.part {
        return Ok(redirect(&format!("/t/{id}"), cookie));
    }
    let slot = app.house.find_table(id).await?;
    let page = load(&app, &slot, Some(sitter.id), &visitor.look, Query::default()).await?;
    let parts = Html(page.parts(Changed::Talk).into_string());
    Ok(with_cookie(parts, cookie))
}

async fn rematch(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(id): InPath<TableId>,
) -> Result<Response, Fault> {
    let sitter = visitor.caller.player()?;
    let acted = app.house.rematch(id, sitter, None).await?;
    Ok(redirect(&format!("/t/{}", acted.table), None))
}

#[derive(Deserialize)]
struct Asked {
    /// Not empty if the visitor has seen the nudge and asks for the best move.
    #[serde(default)]
    more: String,
    #[serde(flatten)]
    unsent: Query,
}

/// Gives a nudge first and the best move on the second request. Only in games against bots.
async fn hint(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    client: ClientAddress,
    InPath(id): InPath<TableId>,
    InForm(asked): InForm<Asked>,
) -> Result<Response, Fault> {
    let person = visitor.caller.player()?.id;
    let user = EngineUser::new(&app, &visitor, &client)?;
    let slot = app.house.find_table(id).await?;
    if !allows_hints(&slot) {
        return Err(Fault::new(StatusCode::FORBIDDEN, Code::NotSeated, "hints are for games against bots"));
    }
    let mut page = load(&app, &slot, Some(person), &visitor.look, asked.unsent).await?;
    let seat = page.table.you.ok_or(Refusal::NotSeated)?;
    let state = page.state.clone().ok_or(Refusal::NotYourTurn)?;
    let best = best_actions(&app.house, user.owner, state, seat, HINT_TIME).await?;
    let best = best.first().ok_or(Refusal::NotYourTurn)?;
    let hint = if asked.more.is_empty() { Hint::Nudge } else { Hint::Answer };
    page.hint = page.hint_in_words(hint, &best.action);
    Ok(Html(page.parts(Changed::Game).into_string()).into_response())
}

/// Whether the game is unrated and has only one person.
fn allows_hints(slot: &Slot) -> bool {
    slot.look(|loaded| {
        let alone = loaded.table.live().is_some_and(|game| game.people().count() == 1);
        alone && !loaded.table.options.rated
    })
}
