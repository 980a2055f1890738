//! Commands to a table: join, leave, start, play, take back, resign, chat.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use club::{Command, PersonId, Refusal, Room, TableId};
use game::Seat;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::schema;
use crate::app::App;
use crate::extract::{Asks, IdempotencyKey, InPath, JsonBody};
use crate::fault::Fault;
use house::tables::Acted;
use house::{Error, Moves, Stopped};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(start))
        .routes(routes!(play))
        .routes(routes!(play_for_bot))
        .routes(routes!(take_back))
        .routes(routes!(answer_takeback))
        .routes(routes!(resign))
        .routes(routes!(say))
        .routes(routes!(mute))
}

/// The state of a table after a command.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct Done {
    /// The id of the table.
    #[schema(value_type = schema::TableId)]
    table: TableId,
    /// The number of the last event that the command caused.
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

/// An empty object.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Take a seat
///
/// Takes the seat that you are invited to, or the first open one. The game begins when the last seat is taken.
#[utoipa::path(post, path = "/api/v1/tables/{id}/join", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    responses((status = 200, body = Done, description = "The number of the last event of the table")))]
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

/// Leave a table
///
/// Before the game begins, this frees the seat, or declines an invitation. In a game it is the same as resigning.
#[utoipa::path(post, path = "/api/v1/tables/{id}/leave", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    responses((status = 200, body = Done, description = "The number of the last event of the table")))]
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

/// How to start a game that still has free seats.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Start {
    /// The level of the bots that take the free seats, 1 to 8.
    bots: u8,
}

/// Start the game now
///
/// Bots take the free seats. Only the host of the table may do this.
#[utoipa::path(post, path = "/api/v1/tables/{id}/start", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    request_body = Start, responses((status = 200, body = Done, description = "The number of the last event of the table")))]
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

/// A move at a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct Move {
    /// The `seq` of the table that the move is based on. The move is refused if the game has changed since; chat does
    /// not matter.
    pub(in crate::api) seq: u64,
    /// The move in the notation of the game, for instance `*F5 ^F6 #F7`.
    #[serde(rename = "move")]
    pub(in crate::api) text: String,
    /// More moves, played after it in this order, up to the first that is refused.
    #[serde(default)]
    pub(in crate::api) then: Vec<String>,
}

/// Play a move
///
/// The answer is sent when the move is durable. If the game has changed since `seq`, the answer is 409 with the
/// current state. Of several moves, all before the first refused one are played; `accepted` says how many.
#[utoipa::path(post, path = "/api/v1/tables/{id}/play", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    request_body = Move, responses((status = 200, body = Done, description = "The number of the last event of the table")))]
async fn play(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body, hash }: JsonBody<Move>,
) -> Result<Json<Done>, Fault> {
    let person = caller.player()?.id;
    play_moves(&app, id, person, body, key.for_request(person, hash)).await
}

/// Plays moves, and answers when they are durable.
pub(in crate::api) async fn play_moves(
    app: &App,
    id: TableId,
    person: PersonId,
    sent: Move,
    key: Option<store::IdempotencyKey>,
) -> Result<Json<Done>, Fault> {
    let Move { seq, text, then } = sent;
    let several = !then.is_empty();
    match app.house.play_all(id, person, Moves { seq, first: text, then }, key).await {
        Ok(acted) => done(app, id, person, Ok(acted)).await,
        Err(Stopped { error, .. }) if !several => done(app, id, person, Err(error)).await,
        Err(Stopped { accepted, error }) => {
            let fault = Fault::from(error).with_accepted(accepted);
            // Whoever sent several has not seen what the first of them led to.
            let slot = app.house.find_table(id).await?;
            Err(fault.with_state(app.house.view_table(&slot, Some(person)).await?))
        }
    }
}

/// A move of a bot.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BotMove {
    /// The letter of the bot's seat.
    #[schema(value_type = String)]
    seat: Seat,
    /// The `seq` of the table that the move is based on.
    seq: u64,
    /// The move in the notation of the game.
    #[serde(rename = "move")]
    text: String,
}

/// Play a move of a bot
///
/// For the one person of a casual table, whose device may think for the bots. The server waits a few seconds for such a
/// move while a stream with `thinks=true` is open, and then plays the bot itself.
#[utoipa::path(post, path = "/api/v1/tables/{id}/bot", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    request_body = BotMove, responses((status = 200, body = Done, description = "The number of the last event of the table")))]
async fn play_for_bot(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body: BotMove { seat, seq, text }, hash }: JsonBody<BotMove>,
) -> Result<Json<Done>, Fault> {
    let person = caller.player()?.id;
    let key = key.for_request(person, hash);
    done(&app, id, person, app.house.play_for_bot(id, person, seat, seq, text, key).await).await
}

/// Ask for a takeback
///
/// Your last turn is taken back at once if only bots have moved since. Otherwise the other players are asked.
#[utoipa::path(post, path = "/api/v1/tables/{id}/takeback", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    responses((status = 200, body = Done, description = "The number of the last event of the table")))]
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

/// The answer to a request for a takeback.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Answer {
    /// Whether you agree. The player who asked may send `false` to withdraw the request.
    agree: bool,
}

/// Answer a request for a takeback
///
/// The turn is taken back when all other people in the game agree.
#[utoipa::path(post, path = "/api/v1/tables/{id}/takeback/answer", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    request_body = Answer, responses((status = 200, body = Done, description = "The number of the last event of the table")))]
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
/// A bot takes over the seat if another person is still in the game. Otherwise the game ends.
#[utoipa::path(post, path = "/api/v1/tables/{id}/resign", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    responses((status = 200, body = Done, description = "The number of the last event of the table")))]
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

/// A chat message to send.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Talk {
    /// Who can read the message: `players`, `all` or `spectators`.
    #[schema(value_type = schema::Room)]
    room: Room,
    /// 1 to 300 characters without control characters.
    text: String,
}

/// Send a chat message
///
/// At most 5 messages in 10 seconds for each person and table, and a limited number a minute at all tables.
#[utoipa::path(post, path = "/api/v1/tables/{id}/chat", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    request_body = Talk, responses((status = 200, body = Done, description = "The number of the last event of the table")))]
async fn say(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body, hash }: JsonBody<Talk>,
) -> Result<Json<Done>, Fault> {
    let sitter = caller.player()?;
    let key = key.for_request(sitter.id, hash);
    done(&app, id, sitter.id, app.house.say(id, sitter, body.room, body.text, key).await).await
}

/// A person to mute or unmute.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Mute {
    /// The id of the person.
    #[schema(value_type = schema::PersonId)]
    person: PersonId,
    /// `true` to mute, `false` to unmute.
    muted: bool,
}

/// Mute a person
///
/// Hides the person's chat messages at this table from you. Nobody else is affected. You can mute up to 20 people who
/// play at the table or have written there.
#[utoipa::path(post, path = "/api/v1/tables/{id}/mute", tag = "tables",
    params(("id" = schema::TableId, Path, description = "The `id` of the table")),
    request_body = Mute, responses((status = 200, body = Done, description = "The number of the last event of the table")))]
async fn mute(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    IdempotencyKey(key): IdempotencyKey,
    InPath(id): InPath<TableId>,
    JsonBody { body, hash }: JsonBody<Mute>,
) -> Result<Json<Done>, Fault> {
    let by = caller.player()?.id;
    let key = key.for_request(by, hash);
    done(&app, id, by, app.house.mute(id, by, body.person, body.muted, key).await).await
}
