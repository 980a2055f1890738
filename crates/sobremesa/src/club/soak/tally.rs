//! What the clients of a soak run count and measure.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// How many failures of honest clients are reported in full.
const MAX_EXAMPLES: usize = 10;

/// How the outcomes of refused requests begin.
const REFUSALS: [&str; 5] = ["4", "5", "too-many", "closed by the server", "not opened"];

/// The kinds of requests of honest clients.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    Page,
    Move,
    /// The answer of a bot: from the acknowledgement of a move until it is the player's turn again.
    Bot,
    SignIn,
    /// New tables, lists of actions, chat, streams and the like.
    Other,
}

impl Kind {
    pub(super) const ALL: [Self; 5] = [Self::Page, Self::Move, Self::Bot, Self::SignIn, Self::Other];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Page => "page",
            Self::Move => "move",
            Self::Bot => "bot answer",
            Self::SignIn => "sign-in",
            Self::Other => "other request",
        })
    }
}

/// A measured time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    /// When it was measured, from the begin of the run.
    pub(super) at: Duration,
    pub(super) kind: Kind,
    pub(super) took: Duration,
}

/// A move that the server acknowledged: it is an event after `after` and not after `until`.
#[derive(Clone, Debug)]
pub(super) struct Acknowledged {
    pub(super) table: String,
    pub(super) seat: String,
    pub(super) text: String,
    pub(super) after: u64,
    pub(super) until: u64,
}

/// What was counted so far.
#[derive(Default, Debug)]
pub(super) struct Counts {
    pub(super) times: Vec<Timed>,
    pub(super) moves: Vec<Acknowledged>,
    pub(super) games: u64,
    /// Moves for which there was no answer, by table and seat: whether they were made is not known.
    pub(super) unanswered: BTreeSet<(String, String)>,
    /// Failures of honest clients.
    pub(super) failures: BTreeMap<String, u64>,
    /// The first failures in full.
    pub(super) examples: Vec<String>,
    /// What became of the requests of hostile clients, by attack.
    pub(super) hostile: BTreeMap<&'static str, BTreeMap<String, u64>>,
}

impl Counts {
    /// The requests of hostile clients so far, and those that the server refused to serve.
    pub(super) fn hostile_requests(&self) -> (u64, u64) {
        let outcomes = || self.hostile.values().flatten();
        let is_refused = |outcome: &str| REFUSALS.iter().any(|refusal| outcome.starts_with(refusal));
        let refused = outcomes().filter(|(outcome, _)| is_refused(outcome));
        (outcomes().map(|(_, count)| count).sum(), refused.map(|(_, count)| count).sum())
    }
}

/// The counts that all clients share.
#[derive(Default)]
pub(super) struct Tally {
    began: OnceLock<Instant>,
    counts: Mutex<Counts>,
}

impl Tally {
    /// Begins the time of the run, and says when that was.
    pub(super) fn begin(&self) -> Instant {
        *self.began.get_or_init(Instant::now)
    }

    /// The counts. They are valid whatever panicked while it held the lock.
    pub(super) fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time since the begin of the run; zero before it.
    pub(super) fn now(&self) -> Duration {
        self.began.get().map(Instant::elapsed).unwrap_or_default()
    }

    /// An honest client was answered.
    pub(super) fn took(&self, kind: Kind, took: Duration) {
        let at = self.now();
        self.counts().times.push(Timed { at, kind, took });
    }

    /// An honest client was not served.
    pub(super) fn failed(&self, error: &anyhow::Error) {
        let at = self.now().as_secs_f64();
        let mut counts = self.counts();
        *counts.failures.entry(error.to_string()).or_default() += 1;
        if counts.examples.len() < MAX_EXAMPLES {
            counts.examples.push(format!("{at:.1} s: {error:#}"));
        }
    }

    /// A request of an attack ended like this.
    pub(super) fn attacked(&self, attack: &'static str, outcome: String) {
        *self.counts().hostile.entry(attack).or_default().entry(outcome).or_default() += 1;
    }
}

/// The value below which this share of the sorted values lies.
pub(super) fn quantile(sorted: &[Duration], share: f64) -> Option<Duration> {
    let place = (sorted.len() as f64 * share) as usize;
    sorted.get(place.min(sorted.len().checked_sub(1)?)).copied()
}

/// The sorted times of a kind in a part of the run.
pub(super) fn times_of(times: &[Timed], kind: Kind, from: Duration, to: Duration) -> Vec<Duration> {
    let is_wanted = |timed: &&Timed| timed.kind == kind && (from..to).contains(&timed.at);
    let mut wanted: Vec<Duration> = times.iter().filter(is_wanted).map(|timed| timed.took).collect();
    wanted.sort_unstable();
    wanted
}
