//! Who may search when.
//!
//! A search takes up to two seconds of a core, so a process runs a few at once and lets the others wait. Each kind of
//! search has permits of its own: a bot at a table never waits for hints, nor a quick bot for a long search. Within a
//! kind addresses take turns, and at each address people. So whoever asks for much waits for themselves, and others
//! wait for one of their searches at most.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use bots::Level;
use club::PersonId;
use tokio::sync::oneshot;
use tokio::task::JoinError;

use crate::live::lock;
use crate::turns::{Queue, Turns};
use crate::{Asker, Limited};

/// How many more searches may wait for an address than for a person: people share addresses.
pub(crate) const ADDRESS_FACTOR: usize = 4;

/// How many searches that other processes could take over wait here at least, before more are left to them.
const MIN_PLACES: usize = 2;

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchKind {
    /// The move of a bot that answers within milliseconds.
    QuickBot,
    /// The move of a bot that searches for up to two seconds.
    LongBot,
    /// A hint to a player.
    Hint,
    /// The best moves of a position in a sandbox.
    Sandbox,
    /// A turn of a finished game.
    Analysis,
}

impl SearchKind {
    /// All kinds, in the order of [`Searches::lines`].
    const ALL: [Self; 5] = [Self::QuickBot, Self::LongBot, Self::Hint, Self::Sandbox, Self::Analysis];

    /// The move of a bot of this level.
    pub(crate) fn of_bot(level: Level) -> Self {
        if level <= Level::QUICK { Self::QuickBot } else { Self::LongBot }
    }

    /// The name in metrics.
    fn name(self) -> &'static str {
        match self {
            Self::QuickBot => "quick-bot",
            Self::LongBot => "long-bot",
            Self::Hint => "hint",
            Self::Sandbox => "sandbox",
            Self::Analysis => "analysis",
        }
    }

    /// How many run at once in a process that may run `searches`. Bots have as many permits as there are; what people
    /// ask for besides has half of them.
    fn permits(self, searches: usize) -> usize {
        match self {
            Self::QuickBot | Self::LongBot => searches,
            Self::Hint | Self::Sandbox | Self::Analysis => searches.div_ceil(2),
        }
    }
}

/// Whose turn a search takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOwner {
    /// Who asked, or for a bot the host of its table.
    pub person: PersonId,
    /// The address of the request; `None` if no request waits for the search.
    pub address: Option<IpAddr>,
}

impl SearchOwner {
    /// Somebody whose search no request waits for.
    pub(crate) fn person(person: PersonId) -> Self {
        Self { person, address: None }
    }

    /// What a request to the engine counts against.
    pub(crate) fn engine_requests(self) -> Vec<(Limited, Asker)> {
        let address = self.address.map(Asker::Address);
        [Asker::Person(self.person)]
            .into_iter()
            .chain(address)
            .map(|asker| (Limited::Engine, asker))
            .collect()
    }

    /// Whose searches take turns with those of others.
    fn group(self) -> Asker {
        self.address.map_or(Asker::Person(self.person), Asker::Address)
    }
}

/// The owner has as many searches waiting as they may.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("too many searches are waiting for the same person or address")]
pub(crate) struct TooManyWaiting;

/// The searches of a process.
pub(crate) struct Searches {
    lines: [Arc<Line>; SearchKind::ALL.len()],
    /// How many searches of a kind may wait for a person who can be refused.
    max_waiting: usize,
}

impl Searches {
    /// Runs this many searches of bots at once.
    pub(crate) fn new(searches: usize, max_waiting: usize) -> Self {
        Self { lines: SearchKind::ALL.map(|kind| Arc::new(Line::new(kind, searches.max(1)))), max_waiting }
    }

    fn line(&self, kind: SearchKind) -> &Arc<Line> {
        &self.lines[kind as usize]
    }

    /// How many searches of this kind run at once.
    pub(crate) fn permits(&self, kind: SearchKind) -> usize {
        self.line(kind).permits
    }

    /// Lets a search wait for a permit, however many others wait.
    pub(crate) fn enter(&self, kind: SearchKind, owner: SearchOwner) -> Place {
        let line = self.line(kind);
        line.enter(owner, &mut line.state())
    }

    /// The same, unless too many searches of the owner wait already.
    pub(crate) fn enter_if_few_wait(
        &self,
        kind: SearchKind,
        owner: SearchOwner,
    ) -> Result<Place, TooManyWaiting> {
        let line = self.line(kind);
        // One lock for the check and the entry, so that requests that come at once are counted.
        let mut state = line.state();
        let group = state.waiting.get(owner.group());
        let of_person = group.and_then(|people| people.get(owner.person)).map_or(0, Queue::len);
        let too_many =
            of_person >= self.max_waiting || group.map_or(0, Queue::len) >= self.max_waiting * ADDRESS_FACTOR;
        if too_many && state.running.len() >= line.permits {
            return Err(TooManyWaiting);
        }
        Ok(line.enter(owner, &mut state))
    }

    /// The same, unless it would not begin soon and another process could be faster. Searches of those who have others
    /// under way wait in the store, so that the places here are for everybody else.
    pub(crate) fn enter_if_soon(&self, kind: SearchKind, owner: SearchOwner) -> Option<Place> {
        let line = self.line(kind);
        let mut state = line.state();
        let free = state.running.len() < line.permits;
        let first = !state.is_under_way(owner.group());
        let soon = free || first && state.waiting.len() < line.places();
        soon.then(|| line.enter(owner, &mut state))
    }
}

/// The searches of one kind.
struct Line {
    permits: usize,
    state: Mutex<State>,
    running: metrics::Gauge,
    waiting: metrics::Gauge,
    started: metrics::Counter,
}

#[derive(Default)]
struct State {
    /// The number of the next search.
    next: u64,
    /// Whose searches run, by number.
    running: HashMap<u64, Asker>,
    waiting: Turns<Asker, Turns<PersonId, VecDeque<Waiting>>>,
}

impl State {
    fn is_under_way(&self, group: Asker) -> bool {
        self.waiting.get(group).is_some() || self.running.values().any(|other| *other == group)
    }
}

/// A search that waits for a permit.
struct Waiting {
    number: u64,
    group: Asker,
    admit: oneshot::Sender<()>,
}

impl Line {
    fn new(kind: SearchKind, searches: usize) -> Self {
        let name = kind.name();
        Self {
            permits: kind.permits(searches),
            state: Mutex::default(),
            running: metrics::gauge!("sobremesa_searches_running", "kind" => name),
            waiting: metrics::gauge!("sobremesa_searches_waiting", "kind" => name),
            started: metrics::counter!("sobremesa_searches_total", "kind" => name),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// How many searches wait here that another process could take over.
    fn places(&self) -> usize {
        self.permits.max(MIN_PLACES)
    }

    /// Lets a search wait, and admits it if a permit is free.
    fn enter(self: &Arc<Self>, owner: SearchOwner, state: &mut State) -> Place {
        let number = state.next;
        state.next += 1;
        let (admit, admitted) = oneshot::channel();
        let waiting = Waiting { number, group: owner.group(), admit };
        state.waiting.change(owner.group(), |people| {
            people.change(owner.person, |searches| searches.push_back(waiting));
        });
        self.admit(state);
        Place { permit: Permit { line: Arc::clone(self), owner, number }, admitted }
    }

    /// Gives free permits to those who wait.
    fn admit(&self, state: &mut State) {
        while state.running.len() < self.permits
            && let Some(next) = state.waiting.take()
        {
            state.running.insert(next.number, next.group);
            self.started.increment(1);
            // If nobody receives it, `Permit` is being dropped on another thread and gives it back.
            let _ = next.admit.send(());
        }
        self.running.set(state.running.len() as f64);
        self.waiting.set(state.waiting.len() as f64);
    }

    /// Ends a search that runs or waits.
    fn leave(&self, owner: SearchOwner, number: u64) {
        let mut state = self.state();
        if state.running.remove(&number).is_none() {
            state.waiting.change(owner.group(), |people| {
                people.change(owner.person, |searches| searches.retain(|waiting| waiting.number != number));
            });
        }
        self.admit(&mut state);
    }
}

/// The place of a search that waits. Dropping it ends the search.
pub(crate) struct Place {
    permit: Permit,
    admitted: oneshot::Receiver<()>,
}

impl Place {
    /// Waits until the search may run.
    pub(crate) async fn admitted(self) -> Permit {
        // The line keeps the sender until it has sent, because `permit` is not dropped before that.
        let _ = self.admitted.await;
        self.permit
    }
}

/// The permit to run one search. Dropping it lets the next one run.
pub(crate) struct Permit {
    line: Arc<Line>,
    owner: SearchOwner,
    number: u64,
}

impl Permit {
    /// Runs a search on a blocking thread. Fails if it panics.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        search: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let searching = tokio::task::spawn_blocking(move || {
            let found = search();
            // Held by the thread and not by the task that waits: a search uses its core until it ends, also if
            // nobody waits for it any longer.
            drop(self);
            found
        });
        searching.await
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.line.leave(self.owner, self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use futures_util::FutureExt;
    use futures_util::future::BoxFuture;
    use game::Random;

    use super::*;

    fn of(person: u64) -> SearchOwner {
        SearchOwner::person(PersonId(person))
    }

    fn at(person: u64, address: u8) -> SearchOwner {
        SearchOwner { person: PersonId(person), address: Some(IpAddr::from([192, 0, 2, address])) }
    }

    fn under_way(searches: &Searches, kind: SearchKind) -> usize {
        let state = searches.line(kind).state();
        state.running.len() + state.waiting.len()
    }

    /// Searches that wait, each with its owner, polled one after the other.
    struct Crowd<'a> {
        searches: &'a Searches,
        waiting: Vec<(SearchOwner, BoxFuture<'static, Permit>)>,
    }

    impl<'a> Crowd<'a> {
        fn new(searches: &'a Searches) -> Self {
            Self { searches, waiting: Vec::new() }
        }

        fn ask(&mut self, kind: SearchKind, owner: SearchOwner) {
            self.waiting.push((owner, self.searches.enter(kind, owner).admitted().boxed()));
        }

        /// Those that have a permit now.
        fn admitted(&mut self) -> Vec<(SearchOwner, Permit)> {
            let mut admitted = Vec::new();
            self.waiting.retain_mut(|(owner, permit)| match permit.as_mut().now_or_never() {
                Some(permit) => {
                    admitted.push((*owner, permit));
                    false
                }
                None => true,
            });
            admitted
        }
    }

    #[test]
    fn whoever_floods_waits_and_others_are_next() {
        let searches = Searches::new(1, 4);
        let mut crowd = Crowd::new(&searches);
        for _ in 0..1_000 {
            crowd.ask(SearchKind::LongBot, of(1));
        }
        let mut running = crowd.admitted();
        assert_eq!(running.len(), 1);
        crowd.ask(SearchKind::LongBot, of(2));
        crowd.ask(SearchKind::LongBot, of(3));
        assert!(crowd.admitted().is_empty());
        let mut order = Vec::new();
        for _ in 0..6 {
            running.pop();
            running = crowd.admitted();
            order.extend(running.iter().map(|(owner, _)| owner.person.0));
        }
        assert_eq!(order, [1, 2, 3, 1, 1, 1], "each has a turn, whoever asks for a thousand");
        // Another kind does not wait at all.
        crowd.ask(SearchKind::QuickBot, of(2));
        assert_eq!(crowd.admitted().len(), 1);
    }

    #[test]
    fn addresses_take_turns_and_at_each_of_them_people() {
        let searches = Searches::new(1, 100);
        let mut crowd = Crowd::new(&searches);
        for person in [1, 1, 1, 2, 2, 3] {
            crowd.ask(SearchKind::Hint, at(person, 1));
        }
        crowd.ask(SearchKind::Hint, at(9, 2));
        let mut order = Vec::new();
        loop {
            let running = crowd.admitted();
            if running.is_empty() {
                break;
            }
            order.extend(running.iter().map(|(owner, _)| owner.person.0));
        }
        assert_eq!(order, [1, 1, 9, 2, 3, 1, 2]);
    }

    #[test]
    fn only_so_many_wait_for_a_person_and_for_an_address() {
        let searches = Searches::new(1, 2);
        let mut places = Vec::new();
        let mut ask = |owner| match searches.enter_if_few_wait(SearchKind::Sandbox, owner) {
            Ok(place) => {
                places.push(place);
                false
            }
            Err(TooManyWaiting) => true,
        };
        assert!(!ask(at(1, 1)), "this one runs");
        assert_eq!([(); 3].map(|()| ask(at(1, 1))), [false, false, true], "two for a person");
        let others: Vec<bool> = (2..9).map(|person| ask(at(person, 1))).collect();
        assert_eq!(others, [false, false, false, false, false, false, true], "eight for an address");
        assert!(!ask(at(1, 2)), "another address is not refused");
        drop(places);
        assert_eq!(under_way(&searches, SearchKind::Sandbox), 0);
    }

    #[test]
    fn a_search_that_would_not_begin_soon_is_left_to_other_processes() {
        let searches = Searches::new(2, 4);
        let mut places = Vec::new();
        let mut enters = |person| {
            let place = searches.enter_if_soon(SearchKind::LongBot, of(person));
            let entered = place.is_some();
            places.extend(place);
            entered
        };
        // Whoever floods gets the free permits, and leaves the places of those who wait to others.
        assert_eq!([1, 1, 1].map(&mut enters), [true, true, false]);
        assert_eq!([2, 2, 3, 4].map(&mut enters), [true, false, true, false]);
    }

    #[test]
    fn never_more_run_than_there_are_permits_and_all_permits_come_back() {
        let mut random = Random::new(5);
        for permits in 1..4 {
            let searches = Searches::new(permits, 4);
            let mut crowd = Crowd::new(&searches);
            let mut running: HashMap<&str, Vec<Permit>> = HashMap::new();
            let kind_of = |owner: SearchOwner| SearchKind::ALL[(owner.person.0 % 5) as usize];
            for _ in 0..10_000 {
                match random.below(4) {
                    0 | 1 => {
                        let owner = of(u64::from(random.below(15)));
                        crowd.ask(kind_of(owner), owner);
                    }
                    // Whoever waits goes away, with a permit that has just been given or without one.
                    2 if !crowd.waiting.is_empty() => {
                        let place = random.below(crowd.waiting.len() as u32) as usize;
                        drop(crowd.waiting.swap_remove(place));
                    }
                    _ => {
                        for (owner, permit) in crowd.admitted() {
                            running.entry(kind_of(owner).name()).or_default().push(permit);
                        }
                        for kind in SearchKind::ALL {
                            let of_kind = running.entry(kind.name()).or_default();
                            assert!(of_kind.len() <= searches.permits(kind), "{kind:?}");
                            // A permit is free only if nobody waits for it.
                            let waits = crowd.waiting.iter().any(|(owner, _)| kind_of(*owner) == kind);
                            assert!(!waits || of_kind.len() == searches.permits(kind), "{kind:?}");
                            if random.below(2) == 0 {
                                of_kind.pop();
                            }
                        }
                    }
                }
            }
            drop((crowd, running));
            for kind in SearchKind::ALL {
                assert_eq!(under_way(&searches, kind), 0, "{kind:?}");
            }
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_search_that_is_cancelled_while_it_runs_keeps_its_permit_until_it_ends() {
        let searches = Searches::new(1, 4);
        let (began, has_begun) = oneshot::channel();
        let (end, ends) = std::sync::mpsc::channel::<()>();
        let permit = searches.enter(SearchKind::LongBot, of(1)).admitted().await;
        let search = tokio::spawn(permit.run(move || {
            began.send(()).unwrap();
            ends.recv().unwrap();
        }));
        has_begun.await.unwrap();
        search.abort();
        let mut next = searches.enter(SearchKind::LongBot, of(2)).admitted().boxed();
        assert!(tokio::time::timeout(Duration::from_millis(50), &mut next).await.is_err());
        end.send(()).unwrap();
        next.await;
        // A search that panics gives its permit back too.
        let permit = searches.enter(SearchKind::LongBot, of(1)).admitted().await;
        assert!(permit.run(|| panic!("a test")).await.is_err());
        assert_eq!(under_way(&searches, SearchKind::LongBot), 0);
    }
}
