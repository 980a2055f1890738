//! What people ask the engine: which actions of a position are best.

use std::sync::Arc;
use std::time::Duration;

use bots::{Budget, Judge, Judged, Limits};
use club::State;
use game::{Rules, Seat};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::games::engine_of;
use crate::house::House;

/// How long a request waits for one of the permits of all searches.
const SEARCH_QUEUE_TIMEOUT: Duration = Duration::from_secs(8);

/// All searches are taken, and none became free in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too many are thinking; try again soon")]
pub struct Busy;

/// The actions worth considering for this seat, in the notation of the game, the best first. The engine
/// searches for `time`.
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
    // The semaphore is never closed; a search that panicked is as unavailable as one that is queued.
    let permit = permit.map_err(|_| Busy)?.map_err(|_| Busy)?;
    let found = tokio::task::spawn_blocking(move || {
        let found = run();
        // Held by the thread and not by the request: a search goes on when its request is gone.
        drop(permit);
        found
    });
    found.await.map_err(|_| Busy)
}
