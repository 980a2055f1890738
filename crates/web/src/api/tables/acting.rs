//! What somebody does at a table.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use club::{Command, PersonId, Refusal, Room, TableId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::problem::Problem;
use crate::api::schema;
use crate::app::App;
use crate::extract::{Asks, IdempotencyKey, InPath, JsonBody};
use crate::fault::Fault;
use house::Error;
use house::tables::Acted;

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

/// Sends a command to a table.
async fn act(
    app: &App,
    id: TableId,
    person: PersonId,
    command: &Command,
    key: Option<store::IdempotencyKey>,
) -> Result<Json<Done>, Fault> {
    done(app, id, person, app.house.tables.act(id, command, key).await.map_err(Error::from)).await
}

/// The answer to a command. A refusal because the caller saw an earlier state comes with the state as it is.
async fn done(
    app: &App,
    id: TableId,
    person: PersonId,
    acted: Result<Acted, Error>,
) -> Result<Json<Done>, Fault> {
    match acted {
        Ok(Acted { table, seq }) => Ok(Json(Done { table, seq })),
        Err(Error::Refused(
            refusal @ (Refusal::Stale { .. } | Refusal::NotYourTurn | Refusal::OutOfTime | Refusal::Over),
        )) => {
            let slot = app.house.find_table(id).await?;
            let state = app.house.view_table(&slot, Some(person)).await?;
            Err(Fault::from(refusal).with_state(state))
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
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body: Nothing {}, hash }: JsonBody<Nothing>,
) -> Result<Json<Done>, Fault> {
    let sitter = caller.player()?;
    app.house.remember_guest(sitter).await?;
    act(&app, id, sitter.id, &Command::Join(sitter), key.for_request(sitter.id, hash)).await
}

/// Leave
///
/// Before the start, the seat is free again. In a game it is the same as to resign.
#[utoipa::path(post, path = "/tables/{id}/leave", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn leave(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body: Nothing {}, hash }: JsonBody<Nothing>,
) -> Result<Json<Done>, Fault> {
    let person = caller.player()?.id;
    act(&app, id, person, &Command::Leave(person), key.for_request(person, hash)).await
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
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body, hash }: JsonBody<Start>,
) -> Result<Json<Done>, Fault> {
    let person = caller.player()?.id;
    let bots = Some(house::level(body.bots)?);
    act(&app, id, person, &Command::Start { person, bots }, key.for_request(person, hash)).await
}

/// A move.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct Move {
    /// The `seq` of the table that you saw. Chat since then does no harm; a move does.
    pub(in crate::api) seq: u64,
    /// What you do, in the notation of the game: `*F5 ^F6 #F7`.
    #[serde(rename = "move")]
    pub(in crate::api) text: String,
}

/// Play
///
/// Answers when the move is durable. If the table went on meanwhile, the answer is 409 with the state.
#[utoipa::path(post, path = "/tables/{id}/play", tag = "tables", params(("id" = schema::TableId, Path)),
    request_body = Move, responses((status = 200, body = Done), (status = 403, body = Problem),
    (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn play(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body, hash }: JsonBody<Move>,
) -> Result<Json<Done>, Fault> {
    let person = caller.player()?.id;
    play_move(&app, id, person, body.seq, body.text, key.for_request(person, hash)).await
}

/// Plays a move, and answers when it is durable.
pub(in crate::api) async fn play_move(
    app: &App,
    id: TableId,
    person: PersonId,
    seq: u64,
    text: String,
    key: Option<store::IdempotencyKey>,
) -> Result<Json<Done>, Fault> {
    done(app, id, person, app.house.play(id, person, seq, text, key).await).await
}

/// Take back
///
/// Your last turn, at once if only bots have moved since; otherwise the others are asked.
#[utoipa::path(post, path = "/tables/{id}/takeback", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn take_back(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body: Nothing {}, hash }: JsonBody<Nothing>,
) -> Result<Json<Done>, Fault> {
    let person = caller.player()?.id;
    act(&app, id, person, &Command::TakeBack(person), key.for_request(person, hash)).await
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
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body, hash }: JsonBody<Answer>,
) -> Result<Json<Done>, Fault> {
    let person = caller.player()?.id;
    let command = Command::AnswerTakeback { person, agreed: body.agree };
    act(&app, id, person, &command, key.for_request(person, hash)).await
}

/// Resign
///
/// A bot plays on for those who stay; without anybody else the game is over.
#[utoipa::path(post, path = "/tables/{id}/resign", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 200, body = Done), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn resign(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body: Nothing {}, hash }: JsonBody<Nothing>,
) -> Result<Json<Done>, Fault> {
    let person = caller.player()?.id;
    act(&app, id, person, &Command::Resign(person), key.for_request(person, hash)).await
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
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body, hash }: JsonBody<Talk>,
) -> Result<Json<Done>, Fault> {
    let sitter = caller.player()?;
    app.house.remember_guest(sitter).await?;
    let command = Command::Say { person: sitter.id, room: body.room, text: body.text };
    act(&app, id, sitter.id, &command, key.for_request(sitter.id, hash)).await
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
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body, hash }: JsonBody<Mute>,
) -> Result<Json<Done>, Fault> {
    let by = caller.player()?.id;
    let command = Command::Mute { by, whom: body.person, muted: body.muted };
    act(&app, id, by, &command, key.for_request(by, hash)).await
}
