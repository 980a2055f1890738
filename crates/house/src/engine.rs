//! Searches on request: the best actions of a position.

use std::ops::ControlFlow::Continue;
use std::time::{Duration, Instant};

use bots::{Budget, Judge, Judged, Limits, system_clock};
use club::State;
use club::engine::Engine;
use game::{Rules, Seat};
use tokio::time::timeout;

use crate::Asker;
use crate::error::Error;
use crate::house::House;
use crate::limits::{RateLimit, RetryAfter};
use crate::searches::{ADDRESS_FACTOR, SearchKind, SearchOwner, TooManyWaiting};

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
    house.engine_limit.check(owner, Instant::now())?;
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

/// How often a person and an address may ask the engine: a hint, the best moves in a sandbox, an analysis. Each
/// server counts for itself, because the limit protects its own cores.
pub(crate) struct EngineLimit(Option<[RateLimit<Asker>; 2]>);

impl EngineLimit {
    /// So many requests in a minute, which may come at once; `None` for no limit.
    pub(crate) fn new(per_minute: Option<u32>) -> Self {
        let limit = |requests: f64| RateLimit::new(requests / 60.0, requests);
        let limits = |rate: f64| [limit(rate), limit(rate * ADDRESS_FACTOR as f64)];
        Self(per_minute.map(|rate| limits(f64::from(rate))))
    }

    /// Counts a request, or says when it may be made again.
    pub(crate) fn check(&self, owner: SearchOwner, now: Instant) -> Result<(), RetryAfter> {
        let Some([people, addresses]) = &self.0 else { return Ok(()) };
        let person = Asker::Person(owner.person);
        people.check(person, now)?;
        let Some(address) = owner.address else { return Ok(()) };
        // A request that the address is refused does not count for the person either.
        addresses.check(Asker::Address(address), now).inspect_err(|_| people.give_back(person, now))
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use club::PersonId;

    use super::*;

    #[test]
    fn a_person_and_an_address_ask_only_so_often() {
        let limit = EngineLimit::new(Some(3));
        let start = Instant::now();
        let ask = |person: u64, address: u8, seconds: u64| {
            let address = Some(IpAddr::from([192, 0, 2, address]));
            let owner = SearchOwner { person: PersonId(person), address };
            limit.check(owner, start + Duration::from_secs(seconds)).is_ok()
        };
        assert_eq!([(); 4].map(|()| ask(1, 1, 0)), [true, true, true, false]);
        assert!(!ask(1, 2, 0), "the person is the same at another address");
        let others = (2..12).filter(|person| ask(*person, 1, 0)).count();
        assert_eq!(others, 9, "twelve for an address, however many people ask");
        assert!(ask(20, 2, 0), "another address is not refused");
        assert_eq!(
            [(); 3].map(|()| ask(11, 2, 0)),
            [true; 3],
            "what the address was refused cost the person nothing"
        );
        assert!(ask(1, 1, 20), "a third of a minute later there is one more");
    }
}
