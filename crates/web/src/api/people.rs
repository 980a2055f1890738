//! Public information about people: profiles, ratings, leaderboards.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use club::{PersonId, Pool, Standing, TableId, Time};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::accounts::Account;
use super::schema;
use crate::app::App;
use crate::extract::{Asks, InPath, InQuery};
use crate::fault::Fault;
use house::names::name_of;
use store::RatingPoint;

/// The routes about people.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(profile)).routes(routes!(rating_history)).routes(routes!(leaderboard))
}

/// The public profile of an account.
#[derive(Serialize, ToSchema)]
struct Profile {
    /// The permanent id of the account.
    #[schema(value_type = schema::PersonId)]
    id: PersonId,
    /// The current name.
    name: String,
    /// `member` or `bot`.
    kind: Account,
    /// When the account was registered.
    #[schema(value_type = schema::Time)]
    since: Time,
    /// Results by pool, rated and casual games apart; pools without games are left out.
    standings: Vec<StandingView>,
}

/// The results of an account in a pool.
#[derive(Serialize, ToSchema)]
struct StandingView {
    /// The pool that the games belong to.
    #[schema(value_type = schema::Pool)]
    pool: Pool,
    /// Whether these are the results of rated or of casual games.
    rated: bool,
    /// The rating, rounded; only for rated games in pools that have ratings.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<i64>,
    /// The number of finished games.
    games: u32,
    /// The number of games with the first rank alone.
    wins: u32,
    /// The number of games without the first rank.
    losses: u32,
    /// The number of games with a shared first rank.
    draws: u32,
    /// The number of games that the person left before they had finished two turns; they are among the losses.
    left_early: u32,
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
        left_early: standing.left_early,
    }
}

/// Get a profile
#[utoipa::path(get, path = "/api/v1/people/{name}", tag = "people",
    params(("name" = String, Path, description = "The name of an account, in upper or lower case")),
    responses((status = 200, body = Profile, description = "The profile and the results of the account")))]
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
    /// The table of the game; `null` if it is not listed and the caller did not sit there.
    #[schema(value_type = Option<schema::TableId>)]
    table: Option<TableId>,
    /// When the game ended.
    #[schema(value_type = schema::Time)]
    at: Time,
    /// The rating after the game, rounded.
    rating: i64,
}

/// Get the rating history of a person
#[utoipa::path(get, path = "/api/v1/people/{name}/ratings/{pool}", tag = "people",
    params(("name" = String, Path, description = "The name of an account, in upper or lower case"),
    ("pool" = schema::Pool, Path, description = "The pool whose ratings are listed")),
    responses((status = 200, body = Vec<RatingView>, description = "The rating after each rated game, oldest first")))]
async fn rating_history(
    State(app): State<Arc<App>>,
    Asks(caller): Asks,
    InPath((name, pool)): InPath<(String, Pool)>,
) -> Result<Json<Vec<RatingView>>, Fault> {
    let person = app.house.find_person(&name).await?;
    let history = app.house.rating_history(person.id, pool, caller.person()).await?;
    let view = |point: &RatingPoint| RatingView {
        table: point.table,
        at: point.at,
        rating: point.rating.round() as i64,
    };
    Ok(Json(history.iter().map(view).collect()))
}

/// The query of a leaderboard.
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

/// An entry of a leaderboard.
#[derive(Serialize, ToSchema)]
struct Leader {
    /// The permanent id of the account.
    #[schema(value_type = schema::PersonId)]
    id: PersonId,
    /// The current name.
    name: String,
    /// The rated results in the pool.
    #[serde(flatten)]
    standing: StandingView,
}

/// Get a leaderboard
#[utoipa::path(get, path = "/api/v1/leaderboards/{pool}", tag = "people",
    params(("pool" = schema::Pool, Path, description = "The pool whose results are ranked"), Board),
    responses((status = 200, body = Vec<Leader>, description = "Up to 100 accounts, the highest rating first")))]
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
