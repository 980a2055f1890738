//! Public profiles.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use club::{PersonId, Pool, Stage, Standing};
use house::names::name_of;
use pages::profile::{FinishedGame, Outcome, PoolResults, Profile, Tally};
use store::{AccountKind, TableFilter};

use super::shell;
use super::visitor::Visitor;
use crate::app::App;
use crate::extract::InPath;
use crate::fault::Fault;

/// How many finished games a profile lists at most.
const MAX_GAMES_LISTED: u32 = 20;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/people/{name}", get(show))
}

async fn show(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InPath(name): InPath<String>,
) -> Result<Response, Fault> {
    let profile = load(&app, &visitor, &name).await?;
    Ok(shell::document(&visitor, &profile.page(visitor.words())).into_response())
}

async fn load(app: &App, visitor: &Visitor, name: &str) -> Result<Profile, Fault> {
    let person = app.house.find_person(name).await?;
    Ok(Profile {
        name: name_of(&person),
        is_bot: person.kind == AccountKind::Bot,
        since: person.since,
        is_own: visitor.person() == Some(person.id),
        pools: load_pools(app, person.id).await?,
        games: load_games(app, visitor, person.id).await?,
    })
}

/// The pools in which somebody has results, with the rated games before the casual ones.
async fn load_pools(app: &App, person: PersonId) -> Result<Vec<PoolResults>, Fault> {
    let standings = app.house.standings(person).await?;
    let mut pools = Vec::new();
    for pool in Pool::ALL {
        let mut tallies: Vec<Tally> = standings
            .iter()
            .filter(|(of, ..)| *of == pool)
            .map(|(_, rated, standing)| tally(pool, *rated, standing))
            .collect();
        tallies.sort_by_key(|tally| !tally.rated);
        if !tallies.is_empty() {
            let history = app.house.rating_history(person, pool, None).await?;
            let ratings = history.iter().map(|point| point.rating.round() as i64).collect();
            pools.push(PoolResults { pool, tallies, ratings });
        }
    }
    Ok(pools)
}

fn tally(pool: Pool, rated: bool, standing: &Standing) -> Tally {
    Tally {
        rated,
        rating: standing.shown_rating(pool, rated),
        games: standing.games,
        wins: standing.wins,
        losses: standing.losses,
        draws: standing.draws,
        left_early: standing.left_early,
    }
}

/// Somebody's last finished games. Games that are not listed are shown to nobody but themselves.
async fn load_games(app: &App, visitor: &Visitor, person: PersonId) -> Result<Vec<FinishedGame>, Fault> {
    let filter = TableFilter {
        stage: Some(Stage::Finished),
        person: Some(person),
        public: visitor.person() != Some(person),
        limit: MAX_GAMES_LISTED,
        ..TableFilter::default()
    };
    let mut games = Vec::new();
    for (id, _) in app.house.store.list_tables(&filter).await? {
        let Some(slot) = app.house.tables.find_listed(id).await? else { continue };
        let result = slot.look(|loaded| club::result(&loaded.table));
        let entry = result.and_then(|result| result.people.into_iter().find(|entry| entry.person == person));
        let outcome = entry.as_ref().map(Outcome::from);
        games.push(FinishedGame { table: app.house.view_table(&slot, visitor.person()).await?, outcome });
    }
    Ok(games)
}
