//! The interface of bots: limits on a search, what a search reports, and the traits of players and judges.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::{Rules, Seat};

/// The time since some fixed moment. It is passed in because not every platform has a clock of its own: a program in
/// a browser asks the browser.
pub type Clock = fn() -> Duration;

/// The clock of the operating system: the time since its first use.
#[cfg(not(target_family = "wasm"))]
pub fn system_clock() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Limits on a search; it ends at the first one reached. Without any, the bot uses its own.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Positions evaluated. The same number gives the same answer on any machine.
    pub nodes: Option<u64>,
}

impl Limits {
    /// A limit of wall time.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), nodes: None }
    }

    /// A limit of positions.
    pub const fn nodes(nodes: u64) -> Self {
        Self { time: None, nodes: Some(nodes) }
    }
}

/// Tracks time and positions spent on a search against its limits.
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    clock: Clock,
    started: Duration,
    nodes: u64,
    stop: Arc<AtomicBool>,
}

impl Budget {
    /// A budget whose time starts now, by this clock.
    pub fn new(limits: Limits, clock: Clock) -> Self {
        Self::with_stop(limits, clock, Arc::default())
    }

    /// A budget whose time starts now, and which is spent as soon as the flag is set.
    pub fn with_stop(limits: Limits, clock: Clock, stop: Arc<AtomicBool>) -> Self {
        Self { limits, clock, started: clock(), nodes: 0, stop }
    }

    /// A new budget with other limits and the same clock.
    pub fn renewed(&self, limits: Limits) -> Self {
        Self::new(limits, self.clock)
    }

    /// Replaces the limits. Time and positions spent so far still count.
    pub const fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Counts positions that were evaluated.
    pub const fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// How many positions were counted so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time since the budget was created.
    pub fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.started)
    }

    /// The limits in force.
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Whether a limit is reached or the stop flag is set.
    pub fn is_spent(&self) -> bool {
        self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.limits.time.is_some_and(|time| self.elapsed() >= time)
            || self.stop.load(Ordering::Relaxed)
    }
}

/// The result of a search, or its best result so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// The action to play.
    pub action: A,
    /// The expected final margin over the best opponent; in a solo game, the expected final score.
    pub score: f32,
    /// How many turns the search looked ahead.
    pub depth: u32,
    /// How many positions were evaluated.
    pub nodes: u64,
    /// The expected line of play, this action first.
    pub line: Vec<A>,
}

/// An action with its expected result.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged<A> {
    /// The judged action.
    pub action: A,
    /// The expected final margin over the best opponent; in a solo game, the expected final score.
    pub score: f32,
}

/// A bot that plays a seat.
pub trait Player<R: Rules>: Send {
    /// Chooses the seat's action; `None` if it is not to act. Calls `tell` with each better result on the way.
    ///
    /// The answer depends only on the position, the seed of the player, the questions it answered before
    /// and the node limit, unless time or the stop flag ends the search first.
    fn choose(
        &mut self,
        position: &R,
        seat: Seat,
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<R::Action>),
    ) -> Option<Thought<R::Action>>;
}

/// Lets the player choose with its own limits; `None` if the seat is not to act.
pub fn choose<R: Rules>(
    player: &mut dyn Player<R>,
    position: &R,
    seat: Seat,
    clock: Clock,
) -> Option<R::Action> {
    let mut budget = Budget::new(Limits::default(), clock);
    player.choose(position, seat, &mut budget, &mut |_| {}).map(|thought| thought.action)
}

/// A bot that ranks the actions of a position.
pub trait Judge<R: Rules> {
    /// The most promising actions and those of `also`, which must be legal, the best first. Calls `tell` with each
    /// better result on the way.
    fn judge(
        &mut self,
        position: &R,
        seat: Seat,
        also: &[R::Action],
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<R::Action>),
    ) -> Vec<Judged<R::Action>>;
}
