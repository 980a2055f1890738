//! People as everybody sees them: profiles, ratings, leaderboards.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use club::{PersonId, Pool, Standing, TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accounts::Account;
use super::body::{InPath, InQuery};
use super::problem::Problem;
use crate::api::schema;
use crate::app::App;
use house::names::name_of;
use house::people::name::Name;
use store::Person;

/// How many names a leaderboard has.
const LEADERS: u32 = 100;

/// The routes about people.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(profile)).routes(routes!(rating_history)).routes(routes!(leaderboard))
}

/// Somebody as everybody sees them.
#[derive(Serialize, ToSchema)]
struct Profile {
    /// The identity.
    #[schema(value_type = schema::PersonId)]
    id: PersonId,
    /// The name.
    name: String,
    /// Member or bot account.
    kind: Account,
    /// Since when.
    #[schema(value_type = schema::Time)]
    since: Time,
    /// Results by pool.
    standings: Vec<StandingView>,
}

/// Somebody's results in a pool.
#[derive(Serialize, ToSchema)]
pub(crate) struct StandingView {
    /// Which pool.
    #[schema(value_type = schema::Pool)]
    pub(crate) pool: Pool,
    /// Whether these are the rated games or the casual ones.
    pub(crate) rated: bool,
    /// The rating, rounded, in pools that have ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rating: Option<i64>,
    /// Games finished.
    pub(crate) games: u32,
    /// Games won.
    pub(crate) wins: u32,
    /// Games not won.
    pub(crate) losses: u32,
    /// Games that others won as well.
    pub(crate) draws: u32,
}

fn standing_view(pool: Pool, rated: bool, standing: &Standing) -> StandingView {
    StandingView {
        pool,
        rated,
        rating: (rated && pool.has_ratings()).then(|| standing.rating.round() as i64),
        games: standing.games,
        wins: standing.wins,
        losses: standing.losses,
        draws: standing.draws,
    }
}

/// Somebody's results in all pools.
pub(crate) async fn standings(app: &App, person: PersonId) -> Result<Vec<StandingView>, Problem> {
    let standings = app.house.store.standings(person).await?;
    Ok(standings.iter().map(|(pool, rated, standing)| standing_view(*pool, *rated, standing)).collect())
}

/// Who is called so.
pub(crate) async fn named(app: &App, name: &str) -> Result<Person, Problem> {
    let nobody = || Problem::not_found("there is nobody of this name");
    let name: Name = name.parse().map_err(|_| nobody())?;
    app.house.store.find_person_by_name(&name.skeleton()).await?.ok_or_else(nobody)
}

/// Somebody's profile
#[utoipa::path(get, path = "/people/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = 200, body = Profile), (status = 404, body = Problem)))]
async fn profile(
    State(app): State<Arc<App>>,
    InPath(name): InPath<String>,
) -> Result<Json<Profile>, Problem> {
    let person = named(&app, &name).await?;
    let standings = standings(&app, person.id).await?;
    Ok(Json(Profile {
        id: person.id,
        name: name_of(&person),
        kind: person.kind.into(),
        since: person.since,
        standings,
    }))
}

/// A rating after a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct RatingView {
    /// The game.
    #[schema(value_type = schema::TableId)]
    pub(crate) table: TableId,
    /// When.
    #[schema(value_type = schema::Time)]
    pub(crate) at: Time,
    /// The rating after it, rounded.
    pub(crate) rating: i64,
}

/// Somebody's ratings over time
#[utoipa::path(get, path = "/people/{name}/ratings/{pool}", tag = "people",
    params(("name" = String, Path), ("pool" = schema::Pool, Path)),
    responses((status = 200, body = Vec<RatingView>), (status = 404, body = Problem)))]
async fn rating_history(
    State(app): State<Arc<App>>,
    InPath((name, pool)): InPath<(String, Pool)>,
) -> Result<Json<Vec<RatingView>>, Problem> {
    let person = named(&app, &name).await?;
    Ok(Json(ratings(&app, person.id, pool).await?))
}

/// Somebody's ratings in a pool, the oldest first.
pub(crate) async fn ratings(app: &App, person: PersonId, pool: Pool) -> Result<Vec<RatingView>, Problem> {
    let points = app.house.store.rating_history(person, pool).await?;
    let view = |point: &store::RatingPoint| RatingView {
        table: point.table,
        at: point.at,
        rating: point.rating.round() as i64,
    };
    Ok(points.iter().map(view).collect())
}

/// Which leaderboard.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Board {
    /// `human` (the default) or `bot`.
    #[serde(default = "humans")]
    #[param(value_type = schema::Kind)]
    kind: club::Kind,
}

fn humans() -> club::Kind {
    club::Kind::Human
}

/// A line of a leaderboard.
#[derive(Serialize, ToSchema)]
pub(crate) struct Leader {
    /// The identity.
    #[schema(value_type = schema::PersonId)]
    pub(crate) id: PersonId,
    /// The name.
    pub(crate) name: String,
    /// The results.
    #[serde(flatten)]
    pub(crate) standing: StandingView,
}

/// Leaderboard
#[utoipa::path(get, path = "/leaderboards/{pool}", tag = "people", params(("pool" = schema::Pool, Path), Board),
    responses((status = 200, body = Vec<Leader>), (status = 404, body = Problem)))]
async fn leaderboard(
    State(app): State<Arc<App>>,
    InPath(pool): InPath<Pool>,
    InQuery(board): InQuery<Board>,
) -> Result<Json<Vec<Leader>>, Problem> {
    Ok(Json(leaders(&app, pool, board.kind).await?))
}

/// The best of a pool, among people or among programs.
pub(crate) async fn leaders(app: &App, pool: Pool, kind: club::Kind) -> Result<Vec<Leader>, Problem> {
    let leaders = app.house.store.leaders(pool, kind, LEADERS).await?;
    app.house.names.read(leaders.iter().map(|(person, _)| *person)).await?;
    let view = |(person, standing): &(PersonId, Standing)| Leader {
        id: *person,
        name: app.house.names.get(*person),
        standing: standing_view(pool, true, standing),
    };
    Ok(leaders.iter().map(view).collect())
}

/// A header value that is plain text.
pub(crate) fn plain() -> (header::HeaderName, HeaderValue) {
    (header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"))
}
