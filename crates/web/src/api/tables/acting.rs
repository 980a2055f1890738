//! What somebody does at a table.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use club::{Command, Mover, PersonId, Refusal, Room, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::finding::{find, seen};
use super::laying::{known, level_of};
use crate::api::body::{InPath, Key, Said};
use crate::api::caller::Caller;
use crate::api::problem::Problem;
use crate::api::schema;
use crate::app::App;
use house::tables::{ActError, Acted};
use store::IdempotencyKey;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(start))
        .routes(routes!(play))
        .routes(routes!(take_back))
        .routes(routes!(answer_takeback))
        .routes(routes!(resign))
        .routes(routes!(say))
        .routes(routes!(mute))
}

/// How far the table is.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct Done {
    /// The table.
    #[schema(value_type = schema::TableId)]
    table: TableId,
    /// The last event that came of it.
    seq: u64,
}

/// Does something at a table; a refusal because of an outdated state comes with the state.
async fn act(
    app: &App,
    id: TableId,
    person: PersonId,
    command: &Command,
    key: Option<IdempotencyKey>,
) -> Result<Json<Done>, Problem> {
    match app.house.tables.act(id, command, key).await {
        Ok(Acted { table, seq }) => Ok(Json(Done { table, seq })),
        Err(ActError::Refused(
            refusal @ (Refusal::Stale { .. } | Refusal::NotYourTurn | Refusal::OutOfTime | Refusal::Over),
        )) => {
            let slot = find(app, id).await?;
            let state = seen(app, &slot, Some(person)).await?;
            Err(Problem::from(refusal).with_state(state))
        }
        Err(error) => Err(error.into()),
    }
}

/// Nothing to say.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Take a seat
///
/// The one you are invited to, or the first that is open. The game begins when the last seat is taken.
#[utoipa::path(post, path = "/tables/{id}/join", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 404, body = Problem),
    (status = 409, body = Problem)))]
async fn join(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    InPath(id): InPath<TableId>,
    Said { said: Nothing {}, hash }: Said<Nothing>,
) -> Result<Json<Done>, Problem> {
    let sitter = caller.player()?;
    known(&app, sitter).await?;
    act(&app, id, sitter.id, &Command::Join(sitter), key.of(sitter.id, hash)).await
}

/// Leave
///
/// Before the start, the seat is free again. In a game it is the same as to resign.
#[utoipa::path(post, path = "/tables/{id}/leave", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn leave(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    InPath(id): InPath<TableId>,
    Said { said: Nothing {}, hash }: Said<Nothing>,
) -> Result<Json<Done>, Problem> {
    let person = caller.player()?.id;
    act(&app, id, person, &Command::Leave(person), key.of(person, hash)).await
}

/// How to begin.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Start {
    /// The level of the bots on the seats that are free.
    bots: u8,
}

/// Begin without waiting
///
/// Bots take the seats that are free. Only who laid the table may do this.
#[utoipa::path(post, path = "/tables/{id}/start", tag = "tables", params(("id" = schema::TableId, Path)),
    request_body = Start, responses((status = 200, body = Done), (status = 403, body = Problem),
    (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn start(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    InPath(id): InPath<TableId>,
    Said { said, hash }: Said<Start>,
) -> Result<Json<Done>, Problem> {
    let person = caller.player()?.id;
    let bots = Some(level_of(said.bots)?);
    act(&app, id, person, &Command::Start { person, bots }, key.of(person, hash)).await
}

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct Move {
    /// The `seq` of the table that you saw. Talk since then does no harm; a move does.
    seq: u64,
    /// What you do, in the notation of the game: `*F5 ^F6 #F7`.
    #[serde(rename = "move")]
    text: String,
}

/// Play
///
/// Answers when the move is durable. If the table went on meanwhile, the answer is 409 with the state.
#[utoipa::path(post, path = "/tables/{id}/play", tag = "tables", params(("id" = schema::TableId, Path)),
    request_body = Move, responses((status = 200, body = Done), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn play(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    InPath(id): InPath<TableId>,
    Said { said, hash }: Said<Move>,
) -> Result<Json<Done>, Problem> {
    let person = caller.player()?.id;
    move_at(&app, id, person, said, key.of(person, hash)).await
}

/// Plays a move, and answers when it is durable.
pub(in crate::api) async fn move_at(
    app: &App,
    id: TableId,
    person: PersonId,
    Move { seq, text }: Move,
    key: Option<IdempotencyKey>,
) -> Result<Json<Done>, Problem> {
    let command = Command::Play { by: Mover::Person(person), expected: seq, text };
    let done = act(app, id, person, &command, key).await?;
    app.house.moves.increment(1);
    Ok(done)
}

/// Take back
///
/// Your last turn, at once if only bots have moved since; otherwise the others are asked.
#[utoipa::path(post, path = "/tables/{id}/takeback", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn take_back(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    InPath(id): InPath<TableId>,
    Said { said: Nothing {}, hash }: Said<Nothing>,
) -> Result<Json<Done>, Problem> {
    let person = caller.player()?.id;
    act(&app, id, person, &Command::TakeBack(person), key.of(person, hash)).await
}

/// An answer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Answer {
    /// Whether you agree.
    agree: bool,
}

/// Answer a wish to take back
#[utoipa::path(post, path = "/tables/{id}/takeback/answer", tag = "tables", params(("id" = schema::TableId, Path)),
    request_body = Answer, responses((status = 200, body = Done), (status = 403, body = Problem),
    (status = 409, body = Problem)))]
async fn answer_takeback(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    InPath(id): InPath<TableId>,
    Said { said, hash }: Said<Answer>,
) -> Result<Json<Done>, Problem> {
    let person = caller.player()?.id;
    let command = Command::AnswerTakeback { person, agreed: said.agree };
    act(&app, id, person, &command, key.of(person, hash)).await
}

/// Resign
///
/// A bot plays on for those who stay; without anybody else the game is over.
#[utoipa::path(post, path = "/tables/{id}/resign", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn resign(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    InPath(id): InPath<TableId>,
    Said { said: Nothing {}, hash }: Said<Nothing>,
) -> Result<Json<Done>, Problem> {
    let person = caller.player()?.id;
    act(&app, id, person, &Command::Resign(person), key.of(person, hash)).await
}

/// Something to say.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Talk {
    /// To `players`, `all` or `spectators`.
    #[schema(value_type = schema::Room)]
    room: Room,
    /// What, up to 300 characters.
    text: String,
}

/// Say something
#[utoipa::path(post, path = "/tables/{id}/chat", tag = "tables", params(("id" = schema::TableId, Path)),
    request_body = Talk, responses((status = 200, body = Done), (status = 403, body = Problem),
    (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn say(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    InPath(id): InPath<TableId>,
    Said { said, hash }: Said<Talk>,
) -> Result<Json<Done>, Problem> {
    let sitter = caller.player()?;
    known(&app, sitter).await?;
    let command = Command::Say { person: sitter.id, room: said.room, text: said.text };
    act(&app, id, sitter.id, &command, key.of(sitter.id, hash)).await
}

/// Whom to mute.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Mute {
    /// The identity of the person.
    #[schema(value_type = schema::PersonId)]
    person: PersonId,
    /// Whether to mute, or to hear again.
    muted: bool,
}

/// Mute somebody
///
/// You alone no longer read what they write at this table.
#[utoipa::path(post, path = "/tables/{id}/mute", tag = "tables", params(("id" = schema::TableId, Path)),
    request_body = Mute, responses((status = 200, body = Done), (status = 422, body = Problem)))]
async fn mute(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    InPath(id): InPath<TableId>,
    Said { said, hash }: Said<Mute>,
) -> Result<Json<Done>, Problem> {
    let by = caller.player()?.id;
    let command = Command::Mute { by, whom: said.person, muted: said.muted };
    act(&app, id, by, &command, key.of(by, hash)).await
}
