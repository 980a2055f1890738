//! New tables: by wish, by quick match, by rematch.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use bots::Level;
use club::Stage;
use club::{
    Chair, Clock, Command, GameName, Options, PersonId, Refusal, Sitter, TableId, Variant, VariantForm,
};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::acting::Nothing;
use super::finding::{find, seen};
use crate::api::body::{InPath, Key, Said};
use crate::api::caller::Caller;
use crate::api::people::named;
use crate::api::problem::Problem;
use crate::api::schema;
use crate::app::App;
use house::live::lock;
use house::tables::{ActError, Acted, now, random};
use store::{IdempotencyKey, TableFilter};

/// How many guests are remembered as written down.
const MOST_WRITTEN: usize = 100_000;
/// How many waiting tables a quick match tries before it lays one.
const TRIES: u32 = 8;
/// How long a server may take for a quick match before others go on.
const HELD: Duration = Duration::from_secs(5);

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(create)).routes(routes!(quick_match)).routes(routes!(rematch))
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
    #[schema(value_type = schema::GameName)]
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
    #[schema(value_type = schema::Clock)]
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
    (status = 201, body = schema::TableView), (status = 401, body = Problem), (status = 403, body = Problem),
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
    key: Option<IdempotencyKey>,
) -> Result<Acted, ActError> {
    known(app, sitter).await?;
    let id = id.unwrap_or_else(|| TableId(u64::from_be_bytes(random())));
    let acted = app
        .house
        .tables
        .create(id, key, |context| club::create(id, sitter.id, options, chairs, seating, context))
        .await?;
    metrics::counter!("sobremesa_tables_laid_total").increment(1);
    Ok(acted)
}

/// Writes a guest down who is about to be at a table.
pub(crate) async fn known(app: &App, sitter: Sitter) -> Result<(), ActError> {
    if !sitter.member && !lock(&app.house.written).contains(&sitter.id) {
        app.house.store.add_guest(sitter.id, now()).await?;
        let mut written = lock(&app.house.written);
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
    #[schema(value_type = schema::GameName)]
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
    #[schema(value_type = schema::Clock)]
    clock: Clock,
    /// As for a new table.
    #[serde(default)]
    rated: bool,
}

/// Quick match
///
/// Joins a public table that waits for just this, or lays one.
#[utoipa::path(post, path = "/match", tag = "tables", request_body = Match, responses(
    (status = 200, body = schema::TableView, description = "joined, or waiting already"),
    (status = 201, body = schema::TableView, description = "laid a new table"), (status = 422, body = Problem)))]
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
    match meet(&app, sitter, options, key.of(sitter.id, hash)).await? {
        Met::Laid(acted) => created(&app, acted, sitter.id).await,
        Met::Joined(id) => {
            let slot = find(&app, id).await?;
            Ok(Json(seen(&app, &slot, Some(sitter.id)).await?).into_response())
        }
    }
}

/// What came of a quick match.
pub(crate) enum Met {
    /// A table that waited for just this, or at which one waits already.
    Joined(TableId),
    /// A new one.
    Laid(Acted),
}

impl Met {
    /// The table.
    pub(crate) fn table(&self) -> TableId {
        match self {
            Self::Joined(table) => *table,
            Self::Laid(acted) => acted.table,
        }
    }
}

/// Sits down at a public table that waits for just this, or lays one.
pub(crate) async fn meet(
    app: &App,
    sitter: Sitter,
    options: Options,
    key: Option<IdempotencyKey>,
) -> Result<Met, Problem> {
    if let Some(acted) = app.house.tables.repeated(key.as_ref()).await? {
        let slot = find(app, acted.table).await?;
        let own = slot.look(|loaded| loaded.table.host == sitter.id);
        return Ok(if own { Met::Laid(acted) } else { Met::Joined(acted.table) });
    }
    known(app, sitter).await?;
    let _one_at_a_time = app.house.matching.lock().await;
    let terms = options.terms();
    let Some(shared) = app.house.store.shared() else {
        return join_or_lay(app, sitter, options, terms, key).await;
    };
    // Among the servers one after the other as well.
    let name = format!("match {terms}");
    let began = Instant::now();
    while !shared.acquire_lease(&name, app.house.number, now(), now() + HELD).await? {
        if began.elapsed() > HELD {
            return Err(ActError::Busy.into());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let met = join_or_lay(app, sitter, options, terms, key).await;
    if let Err(error) = shared.release_lease(&name, app.house.number).await {
        tracing::warn!(%error, "the next quick match has to wait");
    }
    met
}

async fn join_or_lay(
    app: &App,
    sitter: Sitter,
    options: Options,
    terms: String,
    key: Option<IdempotencyKey>,
) -> Result<Met, Problem> {
    let filter = TableFilter {
        stage: Some(Stage::Waiting),
        terms: Some(terms),
        public: true,
        open: true,
        limit: TRIES,
        ..TableFilter::default()
    };
    let waiting = app.house.store.list_tables(&filter).await?;
    if let Some((id, _)) = waiting.iter().find(|(_, summary)| summary.people.contains(&sitter.id)) {
        return Ok(Met::Joined(*id));
    }
    // The one that waits longest first.
    for (id, _) in waiting.iter().rev() {
        match app.house.tables.act(*id, &Command::Join(sitter), key.clone()).await {
            Ok(acted) => return Ok(Met::Joined(acted.table)),
            Err(ActError::Refused(Refusal::Full | Refusal::Over | Refusal::Seated)) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut chairs = vec![Chair::Open; options.variant.players().count()];
    chairs[0] = Chair::Person(sitter);
    Ok(Met::Laid(lay(app, sitter, options, chairs, None, None, key).await?))
}

/// Rematch
///
/// A table with the same people and options, and the seats moved on by one. Whoever asks first lays it,
/// and the others take their seats by asking as well.
#[utoipa::path(post, path = "/tables/{id}/rematch", tag = "tables", params(("id" = schema::TableId, Path)),
    responses((status = 201, body = schema::TableView), (status = 403, body = Problem), (status = 409, body = Problem)))]
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
    key: Option<IdempotencyKey>,
) -> Result<Acted, Problem> {
    if let Some(acted) = app.house.tables.repeated(key.as_ref()).await? {
        return Ok(acted);
    }
    let slot = find(app, id).await?;
    let (chairs, seating, options) = slot.look(|loaded| {
        let (chairs, seating) = club::rematch(&loaded.table, sitter.id)?;
        Ok::<_, Refusal>((chairs, seating, loaded.table.options.clone()))
    })?;
    // The address of a rematch follows from the table, so that two who ask at once meet.
    let new = id.rematch();
    let acted = if app.house.tables.find(new).await?.is_some() {
        match app.house.tables.act(new, &Command::Join(sitter), key).await {
            Ok(acted) => acted,
            Err(ActError::Refused(Refusal::Seated)) => Acted { table: new, seq: 0 },
            Err(error) => return Err(error.into()),
        }
    } else {
        match lay(app, sitter, options, chairs, Some(seating), Some(new), key.clone()).await {
            Err(ActError::Busy) => app.house.tables.act(new, &Command::Join(sitter), key).await?,
            other => other?,
        }
    };
    app.house.tables.act(id, &Command::Rematch { person: sitter.id, table: new }, None).await?;
    Ok(acted)
}
