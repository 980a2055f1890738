//! Searches on request: the best actions of a position.

use std::sync::Arc;
use std::time::Duration;

use bots::{Budget, Judge, Judged, Limits};
use club::State;
use game::{Rules, Seat};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::games::engine_of;
use crate::house::House;

/// How long a request waits for a search permit.
const SEARCH_QUEUE_TIMEOUT: Duration = Duration::from_secs(8);

/// No search permit became free in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too many searches are running; try again soon")]
pub struct Busy;

/// The best actions of this seat, in the notation of the game, the best first. The engine searches for `time`.
pub async fn best_actions(
    house: &House,
    state: State,
    seat: Seat,
    time: Duration,
) -> Result<Vec<Judged<String>>, Busy> {
    let engine = engine_of(state.game());
    search(&house.searches, move || engine.judge(&state, seat, Limits::time(time))).await
}

/// The same for a position of one game, with actions of its own type.
pub async fn best_actions_in<R>(
    house: &House,
    judge: fn() -> Box<dyn Judge<R>>,
    position: R,
    seat: Seat,
    time: Duration,
) -> Result<Vec<Judged<R::Action>>, Busy>
where
    R: Rules<Action: Send> + Send + 'static,
{
    let search_best = move || judge().judge(&position, seat, &[], &mut Budget::new(Limits::time(time)));
    search(&house.searches, search_best).await
}

/// Runs a search on a blocking thread once there is a permit for it.
async fn search<T: Send + 'static>(
    searches: &Arc<Semaphore>,
    run: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Busy> {
    let permit = timeout(SEARCH_QUEUE_TIMEOUT, Arc::clone(searches).acquire_owned()).await;
    // The semaphore is never closed. A search that panics is reported like one that got no permit.
    let permit = permit.map_err(|_| Busy)?.map_err(|_| Busy)?;
    let found = tokio::task::spawn_blocking(move || {
        let found = run();
        // Held by the thread and not by the request: a search still runs when its request is cancelled.
        drop(permit);
        found
    });
    found.await.map_err(|_| Busy)
}
