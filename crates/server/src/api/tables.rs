//! Tables: find, lay, join, play, talk.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bots::Level;
use club::view::{self, TableView};
use club::{
    Chair, Clock, Command, GameName, Mover, Options, PersonId, Refusal, Room, Sitter, TableId, Time, Variant,
    VariantForm,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{InPath, InQuery, Key, Said};
use super::caller::Caller;
use super::people::{named, plain};
use super::problem::Problem;
use crate::app::App;
use crate::live::lock;
use crate::store::{RequestKey, Stage, TableFilter};
use crate::tables::{ActError, Acted, Slot, now, random};

/// How many tables a page of a list has at most.
const PAGE: u32 = 50;
/// How many guests are remembered as written down.
const MOST_WRITTEN: usize = 100_000;
/// How many waiting tables a quick match tries before it lays one.
const TRIES: u32 = 8;

/// How long a server may take for a quick match before others go on.
const HELD: Duration = Duration::from_secs(5);

/// The routes about tables.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(quick_match))
        .routes(routes!(show))
        .routes(routes!(actions))
        .routes(routes!(record))
        .routes(routes!(join))
        .routes(routes!(leave))
        .routes(routes!(start))
        .routes(routes!(play))
        .routes(routes!(take_back))
        .routes(routes!(answer_takeback))
        .routes(routes!(resign))
        .routes(routes!(say))
        .routes(routes!(mute))
        .routes(routes!(rematch))
}

/// A table as this person sees it.
pub(crate) async fn seen(app: &App, slot: &Slot, person: Option<PersonId>) -> Result<TableView, Problem> {
    let people: Vec<PersonId> = slot.look(|loaded| {
        let table = &loaded.table;
        table.people().chain([table.host]).chain(table.chat.iter().map(|said| said.person)).collect()
    });
    app.names.read(people.into_iter()).await?;
    Ok(slot.look(|loaded| view::table(&loaded.table, person, &|id| app.names.get(id))))
}

pub(crate) async fn find(app: &App, id: TableId) -> Result<Arc<Slot>, Problem> {
    app.tables.find(id).await?.ok_or_else(|| Problem::not_found("there is no such table"))
}

/// Which tables.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// `waiting`, `playing`, `finished` or `closed`; all of them if not said.
    #[serde(default)]
    stage: Option<WantedStage>,
    /// `siesta` or `no-siesta`.
    #[serde(default)]
    game: Option<GameName>,
    /// Only tables with this person; with your own name you find your tables that are not listed as well.
    #[serde(default)]
    person: Option<String>,
    /// The `next` of the page before.
    #[serde(default)]
    after: Option<String>,
}

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum WantedStage {
    Waiting,
    Playing,
    Finished,
    Closed,
}

/// A page of tables, the one that changed last first.
#[derive(Serialize, ToSchema)]
struct Page {
    /// The tables.
    tables: Vec<TableView>,
    /// What to send as `after` for the next page, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// Find tables
#[utoipa::path(get, path = "/tables", tag = "tables", params(Wanted), responses((status = 200, body = Page),
    (status = 400, body = Problem)))]
async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    InQuery(wanted): InQuery<Wanted>,
) -> Result<Json<Page>, Problem> {
    let person = match &wanted.person {
        None => None,
        Some(text) => Some(somebody(&app, caller, text).await?),
    };
    let before = match &wanted.after {
        None => None,
        Some(text) => Some(cursor(text).ok_or_else(|| {
            Problem::new(StatusCode::BAD_REQUEST, "bad-query", "`after` is the `next` of the page before")
        })?),
    };
    let stage = wanted.stage.map(|stage| match stage {
        WantedStage::Waiting => Stage::Waiting,
        WantedStage::Playing => Stage::Playing,
        WantedStage::Finished => Stage::Finished,
        WantedStage::Closed => Stage::Closed,
    });
    let filter = TableFilter {
        stage,
        game: wanted.game.map(|game| game.to_string()),
        person,
        public: person.is_none() || person != caller.person(),
        before,
        limit: PAGE,
        ..TableFilter::default()
    };
    let found = app.store.tables(&filter).await?;
    let next = found.last().filter(|_| found.len() == PAGE as usize);
    let next = next.map(|(id, summary)| format!("{}-{id}", summary.changed.0));
    let mut tables = Vec::with_capacity(found.len());
    for (id, _) in &found {
        let slot = find(&app, *id).await?;
        let mut table = seen(&app, &slot, caller.person()).await?;
        table.chat.clear();
        tables.push(table);
    }
    Ok(Json(Page { tables, next }))
}

fn cursor(text: &str) -> Option<(Time, TableId)> {
    let (time, id) = text.split_once('-')?;
    Some((Time(time.parse().ok()?), id.parse().ok()?))
}

async fn somebody(app: &App, caller: Caller, text: &str) -> Result<PersonId, Problem> {
    if text == "me" {
        return caller.somebody();
    }
    Ok(named(app, text).await?.id)
}

/// Who is to sit on a seat of a new table.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum SeatWish {
    /// You.
    Me,
    /// Whoever comes.
    Open,
    /// A bot of the house, by its level.
    Bot(u8),
    /// Somebody by name.
    Invite(String),
}

/// A new table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewTable {
    /// Which game.
    game: GameName,
    /// Siesta: `ffa` or `teams`. ¡No Siesta!: `standard`, `original`, `experienced` or `solo`.
    #[serde(default)]
    mode: Option<String>,
    /// Siesta only: `printed` or `online`.
    #[serde(default)]
    scoring: Option<String>,
    /// Who is to sit: exactly one is `me`. The order of play is drawn at the start.
    seats: Vec<SeatWish>,
    /// How long somebody may think.
    #[serde(default)]
    clock: Clock,
    /// Whether the result changes ratings.
    #[serde(default)]
    rated: bool,
    /// Whether the table is listed; anybody who has its address may look on either way.
    #[serde(default)]
    public: bool,
}

/// Lay a table
///
/// The game begins as soon as every seat is taken.
#[utoipa::path(post, path = "/tables", tag = "tables", request_body = NewTable, responses(
    (status = 201, body = TableView), (status = 401, body = Problem), (status = 403, body = Problem),
    (status = 422, body = Problem)))]
async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    Said { said, hash }: Said<NewTable>,
) -> Result<Response, Problem> {
    let sitter = caller.player()?;
    let NewTable { game, mode, scoring, seats, clock, rated, public } = said;
    let form = VariantForm { game, players: seats.len(), mode, scoring };
    let variant = Variant::try_from(form).map_err(Refusal::from)?;
    let mut chairs = Vec::with_capacity(seats.len());
    for seat in &seats {
        chairs.push(match seat {
            SeatWish::Me => Chair::Person(sitter),
            SeatWish::Open => Chair::Open,
            SeatWish::Bot(level) => Chair::Bot { level: level_of(*level)? },
            SeatWish::Invite(name) => Chair::Invited(named(&app, name).await?.id),
        });
    }
    let options = Options { variant, clock, rated, public };
    let acted = lay(&app, sitter, options, chairs, None, None, key.of(sitter.id, hash)).await?;
    created(&app, acted, sitter.id).await
}

pub(crate) fn level_of(number: u8) -> Result<Level, Problem> {
    let wrong = |error: bots::LevelError| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-level", error.to_string())
    };
    Level::new(number).map_err(wrong)
}

pub(crate) async fn lay(
    app: &App,
    sitter: Sitter,
    options: Options,
    chairs: Vec<Chair>,
    seating: Option<Vec<usize>>,
    id: Option<TableId>,
    key: Option<RequestKey>,
) -> Result<Acted, ActError> {
    known(app, sitter).await?;
    let id = id.unwrap_or_else(|| TableId(u64::from_be_bytes(random())));
    let acted = app
        .tables
        .create(id, key, |context| club::create(id, sitter.id, options, chairs, seating, context))
        .await?;
    metrics::counter!("sobremesa_tables_laid_total").increment(1);
    Ok(acted)
}

/// Writes a guest down who is about to be at a table.
pub(crate) async fn known(app: &App, sitter: Sitter) -> Result<(), ActError> {
    if !sitter.member && !lock(&app.written).contains(&sitter.id) {
        app.store.add_guest(sitter.id, now()).await?;
        let mut written = lock(&app.written);
        if written.len() >= MOST_WRITTEN {
            written.clear();
        }
        written.insert(sitter.id);
    }
    Ok(())
}

async fn created(app: &App, acted: Acted, person: PersonId) -> Result<Response, Problem> {
    let slot = find(app, acted.table).await?;
    let table = seen(app, &slot, Some(person)).await?;
    let location = [(header::LOCATION, format!("/api/v1/tables/{}", acted.table))];
    Ok((StatusCode::CREATED, location, Json(table)).into_response())
}

/// What somebody would like to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Match {
    /// Which game.
    game: GameName,
    /// How many play.
    players: usize,
    /// As for a new table.
    #[serde(default)]
    mode: Option<String>,
    /// As for a new table.
    #[serde(default)]
    scoring: Option<String>,
    /// As for a new table.
    #[serde(default)]
    clock: Clock,
    /// As for a new table.
    #[serde(default)]
    rated: bool,
}

/// Quick match
///
/// Joins a public table that waits for just this, or lays one.
#[utoipa::path(post, path = "/match", tag = "tables", request_body = Match, responses(
    (status = 200, body = TableView, description = "joined, or waiting already"),
    (status = 201, body = TableView, description = "laid a new table"), (status = 422, body = Problem)))]
async fn quick_match(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    Said { said, hash }: Said<Match>,
) -> Result<Response, Problem> {
    let sitter = caller.player()?;
    let form = VariantForm { game: said.game, players: said.players, mode: said.mode, scoring: said.scoring };
    let variant = Variant::try_from(form).map_err(Refusal::from)?;
    let options = Options { variant, clock: said.clock, rated: said.rated, public: true };
    let key = key.of(sitter.id, hash);
    if let Some(acted) = app.tables.repeated(key.as_ref()).await? {
        let slot = find(&app, acted.table).await?;
        let table = seen(&app, &slot, Some(sitter.id)).await?;
        return if table.host.id == sitter.id {
            created(&app, acted, sitter.id).await
        } else {
            Ok(Json(table).into_response())
        };
    }
    known(&app, sitter).await?;
    let _one_at_a_time = app.matching.lock().await;
    let terms = options.terms();
    let Some(shared) = app.store.shared() else {
        return matched(&app, sitter, options, terms, key).await;
    };
    // Among the servers one after the other as well.
    let name = format!("match {terms}");
    let began = Instant::now();
    while !shared.hold(&name, app.number, now(), now() + HELD).await? {
        if began.elapsed() > HELD {
            return Err(ActError::Busy.into());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let answer = matched(&app, sitter, options, terms, key).await;
    if let Err(error) = shared.let_go(&name, app.number).await {
        tracing::warn!(%error, "the next quick match has to wait");
    }
    answer
}

/// Joins the table that waits longest on these terms, or lays one.
async fn matched(
    app: &App,
    sitter: Sitter,
    options: Options,
    terms: String,
    key: Option<RequestKey>,
) -> Result<Response, Problem> {
    let filter = TableFilter {
        stage: Some(Stage::Waiting),
        terms: Some(terms),
        public: true,
        open: true,
        limit: TRIES,
        ..TableFilter::default()
    };
    let waiting = app.store.tables(&filter).await?;
    if let Some((id, _)) = waiting.iter().find(|(_, summary)| summary.people.contains(&sitter.id)) {
        let slot = find(app, *id).await?;
        return Ok(Json(seen(app, &slot, Some(sitter.id)).await?).into_response());
    }
    for (id, _) in waiting.iter().rev() {
        match app.tables.act(*id, &Command::Join(sitter), key.clone()).await {
            Ok(acted) => {
                let slot = find(app, acted.table).await?;
                return Ok(Json(seen(app, &slot, Some(sitter.id)).await?).into_response());
            }
            Err(ActError::Refused(Refusal::Full | Refusal::Over | Refusal::Seated)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut chairs = vec![Chair::Open; options.variant.players().count()];
    chairs[0] = Chair::Person(sitter);
    let acted = lay(app, sitter, options, chairs, None, None, key).await?;
    created(app, acted, sitter.id).await
}

/// Look at a table
#[utoipa::path(get, path = "/tables/{id}", tag = "tables", params(("id" = TableId, Path)),
    responses((status = 200, body = TableView), (status = 404, body = Problem)))]
async fn show(
    State(app): State<Arc<App>>,
    caller: Caller,
    InPath(id): InPath<TableId>,
) -> Result<Json<TableView>, Problem> {
    let slot = find(&app, id).await?;
    Ok(Json(seen(&app, &slot, caller.person()).await?))
}

/// What you may do now.
#[derive(Serialize, ToSchema)]
struct Actions {
    /// What a move has to name.
    seq: u64,
    /// All that you may do, in the notation of the game; nothing while others are to act.
    actions: Vec<String>,
}

/// What may I do
#[utoipa::path(get, path = "/tables/{id}/actions", tag = "tables", params(("id" = TableId, Path)),
    responses((status = 200, body = Actions), (status = 401, body = Problem), (status = 404, body = Problem)))]
async fn actions(
    State(app): State<Arc<App>>,
    caller: Caller,
    InPath(id): InPath<TableId>,
) -> Result<Json<Actions>, Problem> {
    let person = caller.somebody()?;
    let slot = find(&app, id).await?;
    // A list can have tens of thousands of turns: worked out on a copy, beside the other requests.
    let table = slot.look(|loaded| loaded.table.clone());
    let seq = table.seq;
    let actions = tokio::task::spawn_blocking(move || view::actions(&table, person)).await;
    let actions = actions.map_err(|_| {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the list could not be made")
    })?;
    Ok(Json(Actions { seq, actions }))
}

/// The record of a game
///
/// In the text notation, with the hash of the seed, and the seed once the game is over.
#[utoipa::path(get, path = "/tables/{id}/record", tag = "tables", params(("id" = TableId, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = Problem),
    (status = 409, body = Problem)))]
async fn record(State(app): State<Arc<App>>, InPath(id): InPath<TableId>) -> Result<Response, Problem> {
    let slot = find(&app, id).await?;
    let people: Vec<PersonId> = slot.look(|loaded| loaded.table.people().collect());
    app.names.read(people.into_iter()).await?;
    let record = slot.look(|loaded| club::record::record(&loaded.table, &|id| app.names.get(id)));
    let record = record.ok_or(Refusal::NotStarted)?;
    Ok(([plain()], record).into_response())
}

/// How far the table is.
#[derive(Serialize, ToSchema)]
pub(super) struct Done {
    /// The table.
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
    key: Option<RequestKey>,
) -> Result<Json<Done>, Problem> {
    match app.tables.act(id, command, key).await {
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
struct Nothing {}

/// Take a seat
///
/// The one you are invited to, or the first that is open. The game begins when the last seat is taken.
#[utoipa::path(post, path = "/tables/{id}/join", tag = "tables", params(("id" = TableId, Path)),
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
#[utoipa::path(post, path = "/tables/{id}/leave", tag = "tables", params(("id" = TableId, Path)),
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
#[utoipa::path(post, path = "/tables/{id}/start", tag = "tables", params(("id" = TableId, Path)),
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
pub(super) struct Move {
    /// The `seq` of the table that you saw. Talk since then does no harm; a move does.
    seq: u64,
    /// What you do, in the notation of the game: `*F5 ^F6 #F7`.
    #[serde(rename = "move")]
    text: String,
}

/// Play
///
/// Answers when the move is durable. If the table went on meanwhile, the answer is 409 with the state.
#[utoipa::path(post, path = "/tables/{id}/play", tag = "tables", params(("id" = TableId, Path)),
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
pub(super) async fn move_at(
    app: &App,
    id: TableId,
    person: PersonId,
    Move { seq, text }: Move,
    key: Option<RequestKey>,
) -> Result<Json<Done>, Problem> {
    let command = Command::Play { by: Mover::Person(person), expected: seq, text };
    let done = act(app, id, person, &command, key).await?;
    app.moves.increment(1);
    Ok(done)
}

/// Take back
///
/// Your last turn, at once if only bots have moved since; otherwise the others are asked.
#[utoipa::path(post, path = "/tables/{id}/takeback", tag = "tables", params(("id" = TableId, Path)),
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
#[utoipa::path(post, path = "/tables/{id}/takeback/answer", tag = "tables", params(("id" = TableId, Path)),
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
#[utoipa::path(post, path = "/tables/{id}/resign", tag = "tables", params(("id" = TableId, Path)),
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
    room: Room,
    /// What, up to 300 characters.
    text: String,
}

/// Say something
#[utoipa::path(post, path = "/tables/{id}/chat", tag = "tables", params(("id" = TableId, Path)),
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
    person: PersonId,
    /// Whether to mute, or to hear again.
    muted: bool,
}

/// Mute somebody
///
/// You alone no longer read what they write at this table.
#[utoipa::path(post, path = "/tables/{id}/mute", tag = "tables", params(("id" = TableId, Path)),
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

/// Rematch
///
/// A table with the same people and options, and the seats moved on by one. Whoever asks first lays it,
/// and the others take their seats by asking as well.
#[utoipa::path(post, path = "/tables/{id}/rematch", tag = "tables", params(("id" = TableId, Path)),
    responses((status = 201, body = TableView), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn rematch(
    State(app): State<Arc<App>>,
    caller: Caller,
    key: Key,
    InPath(id): InPath<TableId>,
    Said { said: Nothing {}, hash }: Said<Nothing>,
) -> Result<Response, Problem> {
    let sitter = caller.player()?;
    let acted = again(&app, id, sitter, key.of(sitter.id, hash)).await?;
    created(&app, acted, sitter.id).await
}

/// Lays the table of a rematch, or sits down at it.
pub(crate) async fn again(
    app: &App,
    id: TableId,
    sitter: Sitter,
    key: Option<RequestKey>,
) -> Result<Acted, Problem> {
    if let Some(acted) = app.tables.repeated(key.as_ref()).await? {
        return Ok(acted);
    }
    let slot = find(app, id).await?;
    let (chairs, seating, options) = slot.look(|loaded| {
        let (chairs, seating) = club::rematch(&loaded.table, sitter.id)?;
        Ok::<_, Refusal>((chairs, seating, loaded.table.options.clone()))
    })?;
    // The address of a rematch follows from the table, so that two who ask at once meet.
    let new = id.rematch();
    let acted = if app.tables.find(new).await?.is_some() {
        match app.tables.act(new, &Command::Join(sitter), key).await {
            Ok(acted) => acted,
            Err(ActError::Refused(Refusal::Seated)) => Acted { table: new, seq: 0 },
            Err(error) => return Err(error.into()),
        }
    } else {
        match lay(app, sitter, options, chairs, Some(seating), Some(new), key.clone()).await {
            Err(ActError::Busy) => app.tables.act(new, &Command::Join(sitter), key).await?,
            other => other?,
        }
    };
    app.tables.act(id, &Command::Rematch { person: sitter.id, table: new }, None).await?;
    Ok(acted)
}
