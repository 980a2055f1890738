//! Searches on request: the best actions of a position.

use std::ops::ControlFlow::Continue;
use std::time::{Duration, Instant};

use bots::{Budget, Judge, Judged, Limits, system_clock};
use club::State;
use club::engine::Engine;
use game::{Rules, Seat};
use tokio::time::timeout;

use crate::error::Error;
use crate::house::House;
use crate::limits::RetryAfter;
use crate::searches::{SearchKind, SearchOwner, TooManyWaiting};

/// How long a request waits for a search permit.
const SEARCH_QUEUE_TIMEOUT: Duration = Duration::from_secs(8);
/// How soon somebody who has too many searches waiting may ask again: one of them has ended by then.
const WAITING_RETRY: Duration = Duration::from_secs(2);

/// The best actions of this seat, in the notation of the game, the best first: a hint for a player. The engine
/// searches for `time`.
pub async fn best_actions(
    house: &House,
    owner: SearchOwner,
    state: State,
    seat: Seat,
    time: Duration,
) -> Result<Vec<Judged<String>>, Error> {
    let search_best = move || {
        let engine = Engine::embedded(state.variant());
        // A seat that is not to act has no actions.
        engine.judge(&state, seat, Limits::time(time), &mut |_| Continue(())).unwrap_or_default()
    };
    search(house, SearchKind::Hint, owner, search_best).await
}

/// The same for a sandbox: a position of one game, with actions of its own type.
pub async fn best_actions_in<R>(
    house: &House,
    owner: SearchOwner,
    judge: fn() -> Box<dyn Judge<R>>,
    position: R,
    seat: Seat,
    time: Duration,
) -> Result<Vec<Judged<R::Action>>, Error>
where
    R: Rules<Action: Send> + Send + 'static,
{
    let search_best = move || {
        let mut budget = Budget::new(Limits::time(time), system_clock);
        judge().judge(&position, seat, &[], &mut budget, &mut |_| {})
    };
    search(house, SearchKind::Sandbox, owner, search_best).await
}

/// Runs a search on a blocking thread once there is a permit for it.
async fn search<T: Send + 'static>(
    house: &House,
    kind: SearchKind,
    owner: SearchOwner,
    run: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    house.limits.pass(&owner.engine_requests(), Instant::now())?;
    let place = house.searches.enter_if_few_wait(kind, owner)?;
    let permit = timeout(SEARCH_QUEUE_TIMEOUT, place.admitted()).await.map_err(|_| Error::TooManySearches)?;
    // A search that panics is reported like one that got no permit.
    permit.run(run).await.map_err(|_| Error::TooManySearches)
}

impl From<TooManyWaiting> for Error {
    fn from(TooManyWaiting: TooManyWaiting) -> Self {
        Self::TooManyRequests(RetryAfter(WAITING_RETRY))
    }
}
