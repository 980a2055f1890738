//! Thinking: how much a player made of code may do, and what it finds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Rules, Seat};

/// How much a player may think: whichever limit is reached first. Without any, as much as it wants.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// By the clock.
    pub time: Option<Duration>,
    /// By positions looked at: the same number gives the same answer anywhere.
    pub nodes: Option<u64>,
}

impl Limits {
    /// This long.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), nodes: None }
    }

    /// This many positions.
    pub const fn nodes(nodes: u64) -> Self {
        Self { time: None, nodes: Some(nodes) }
    }
}

/// What is left of the limits while a player thinks.
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    started: Instant,
    nodes: u64,
    stop: Arc<AtomicBool>,
}

impl Budget {
    /// Starts the clock.
    pub fn new(limits: Limits) -> Self {
        Self::with_stop(limits, Arc::default())
    }

    /// Starts the clock of thoughts that end as soon as the flag is set.
    pub fn with_stop(limits: Limits, stop: Arc<AtomicBool>) -> Self {
        Self { limits, started: Instant::now(), nodes: 0, stop }
    }

    /// Sets other limits; what is spent stays spent.
    pub const fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Counts positions that were looked at.
    pub const fn spend(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// The positions counted so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How long it has been.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// What was allowed.
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Whether to stop now.
    pub fn is_spent(&self) -> bool {
        self.limits.nodes.is_some_and(|nodes| self.nodes >= nodes)
            || self.limits.time.is_some_and(|time| self.elapsed() >= time)
            || self.stop.load(Ordering::Relaxed)
    }
}

/// What a player found so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// What it would do.
    pub action: A,
    /// The margin over the best other that it expects at the end of the game; alone, the score.
    pub score: f32,
    /// How many turns it has looked ahead.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// How it thinks that the game goes on, its own action first.
    pub line: Vec<A>,
}

/// An action with what a player makes of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged<A> {
    /// The action.
    pub action: A,
    /// The margin over the best other that is expected at the end of the game; alone, the score.
    pub score: f32,
}

/// Somebody who plays a game.
pub trait Player<R: Rules>: Send {
    /// What the seat is to do; none if it is not to act. Tells each better thought on the way.
    ///
    /// The answer depends on nothing but the position, the seed that the player was made with, what
    /// it was asked before and the nodes of the budget, unless time or the stop flag cuts it short.
    fn choose(
        &mut self,
        position: &R,
        seat: Seat,
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<R::Action>),
    ) -> Option<Thought<R::Action>>;
}

/// What the player does in the seat, with as much thought as it wants; none if it is not to act.
pub fn choose<R: Rules>(player: &mut dyn Player<R>, position: &R, seat: Seat) -> Option<R::Action> {
    let mut budget = Budget::new(Limits::default());
    player.choose(position, seat, &mut budget, &mut |_| {}).map(|thought| thought.action)
}

/// Somebody who can tell good actions from bad ones.
pub trait Judge<R: Rules> {
    /// The actions worth a look and those of `also`, which must be legal, the best first.
    fn judge(
        &mut self,
        position: &R,
        seat: Seat,
        also: &[R::Action],
        budget: &mut Budget,
    ) -> Vec<Judged<R::Action>>;
}
