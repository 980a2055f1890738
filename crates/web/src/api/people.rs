//! People as everybody sees them: profiles, ratings, leaderboards.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use club::{PersonId, Pool, Standing, TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accounts::Account;
use super::problem::Problem;
use super::schema;
use crate::app::App;
use crate::extract::{InPath, InQuery};
use crate::fault::Fault;
use house::names::name_of;
use store::RatingPoint;

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
struct StandingView {
    /// Which pool.
    #[schema(value_type = schema::Pool)]
    pool: Pool,
    /// Whether these are the rated games or the casual ones.
    rated: bool,
    /// The rating, rounded, in pools that have ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<i64>,
    /// Games finished.
    games: u32,
    /// Games won.
    wins: u32,
    /// Games not won.
    losses: u32,
    /// Games that others won as well.
    draws: u32,
}

fn standing_view(pool: Pool, rated: bool, standing: &Standing) -> StandingView {
    StandingView {
        pool,
        rated,
        rating: standing.shown_rating(pool, rated),
        games: standing.games,
        wins: standing.wins,
        losses: standing.losses,
        draws: standing.draws,
    }
}

/// Somebody's profile
#[utoipa::path(get, path = "/people/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = 200, body = Profile), (status = 404, body = Problem)))]
async fn profile(State(app): State<Arc<App>>, InPath(name): InPath<String>) -> Result<Json<Profile>, Fault> {
    let person = app.house.find_person(&name).await?;
    let standings = app.house.standings(person.id).await?;
    Ok(Json(Profile {
        id: person.id,
        name: name_of(&person),
        kind: person.kind.into(),
        since: person.since,
        standings: standings
            .iter()
            .map(|(pool, rated, results)| standing_view(*pool, *rated, results))
            .collect(),
    }))
}

/// A rating after a game.
#[derive(Serialize, ToSchema)]
struct RatingView {
    /// The game.
    #[schema(value_type = schema::TableId)]
    table: TableId,
    /// When.
    #[schema(value_type = schema::Time)]
    at: Time,
    /// The rating after it, rounded.
    rating: i64,
}

/// Somebody's ratings over time
#[utoipa::path(get, path = "/people/{name}/ratings/{pool}", tag = "people",
    params(("name" = String, Path), ("pool" = schema::Pool, Path)),
    responses((status = 200, body = Vec<RatingView>), (status = 404, body = Problem)))]
async fn rating_history(
    State(app): State<Arc<App>>,
    InPath((name, pool)): InPath<(String, Pool)>,
) -> Result<Json<Vec<RatingView>>, Fault> {
    let person = app.house.find_person(&name).await?;
    let history = app.house.rating_history(person.id, pool).await?;
    let view = |point: &RatingPoint| RatingView {
        table: point.table,
        at: point.at,
        rating: point.rating.round() as i64,
    };
    Ok(Json(history.iter().map(view).collect()))
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
struct Leader {
    /// The identity.
    #[schema(value_type = schema::PersonId)]
    id: PersonId,
    /// The name.
    name: String,
    /// The results.
    #[serde(flatten)]
    standing: StandingView,
}

/// Leaderboard
#[utoipa::path(get, path = "/leaderboards/{pool}", tag = "people", params(("pool" = schema::Pool, Path), Board),
    responses((status = 200, body = Vec<Leader>), (status = 404, body = Problem)))]
async fn leaderboard(
    State(app): State<Arc<App>>,
    InPath(pool): InPath<Pool>,
    InQuery(board): InQuery<Board>,
) -> Result<Json<Vec<Leader>>, Fault> {
    let leaders = app.house.leaders(pool, board.kind).await?;
    let view = |leader: &house::Leader| Leader {
        id: leader.id,
        name: leader.name.clone(),
        standing: standing_view(pool, true, &leader.standing),
    };
    Ok(Json(leaders.iter().map(view).collect()))
}
