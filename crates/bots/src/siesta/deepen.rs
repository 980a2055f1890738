//! Iterative deepening: each iteration is wider or deeper than the one before and tries the best turns
//! so far first.

use siesta::{Position, Turn};

use crate::{Budget, Judged, Thought};

/// The depth and width of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    /// Turns ahead, including the one at the root.
    pub(super) depth: u32,
    /// Turns tried at the root.
    pub(super) root: usize,
    /// Turns tried at the next level.
    pub(super) below: usize,
}

/// A turn and its worth to the player who plays it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) turn: Turn,
    pub(super) worth: f32,
}

/// The budget ended before the value was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// The turns whose worths must be exact. For all other turns, the reported worth is an upper bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    /// This many of the best turns.
    pub(super) best: usize,
    /// These turns as well.
    pub(super) also: &'a [Turn],
}

/// A search that [`deepen`] can drive.
pub(super) trait LookAhead {
    /// The iterations, from narrow and shallow to wide and deep.
    fn reaches() -> impl Iterator<Item = Reach>;

    /// All legal turns with their worth before any search.
    fn turns(&mut self, position: &Position) -> Vec<Candidate>;

    /// The worth of the turn if it is above alpha; otherwise an upper bound of it.
    fn after(&mut self, position: &Position, turn: &Turn, reach: Reach, alpha: f32) -> Result<f32, Stopped>;

    /// The expected continuation, at most this many turns.
    fn line(&self, position: &Position, turns: u32) -> Vec<Turn>;

    /// The budget of the search.
    fn budget(&self) -> &Budget;
}

/// Runs iterations until the budget is spent; returns the turns with their worths, the best first.
pub(super) fn deepen<L: LookAhead>(
    ahead: &mut L,
    position: &Position,
    wanted: Wanted<'_>,
    tell: &mut dyn FnMut(&Thought<Turn>),
) -> Vec<Judged<Turn>> {
    let mut candidates = ahead.turns(position);
    sort(&mut candidates);
    let also: Vec<Turn> = wanted.also.iter().map(Turn::set).collect();
    let mut judged = judge(&candidates);
    let Some(first) = candidates.first() else { return judged };
    tell(&thought(ahead, position, *first, 1));
    if candidates.len() == 1 {
        return judged;
    }
    for reach in L::reaches() {
        // Turns whose worth was asked for come first, so that they have one even if the budget ends early.
        let (asked, others): (Vec<_>, Vec<_>) =
            candidates[1..].iter().copied().partition(|candidate| also.contains(&candidate.turn.set()));
        let must = 1 + asked.len();
        candidates.truncate(1);
        candidates.extend(asked.into_iter().chain(others));
        let mut done: Vec<Candidate> = Vec::new();
        for (index, candidate) in candidates.iter().enumerate().take(reach.root.max(must)) {
            let alpha = if index < must { f32::MIN } else { exact_above(&done, wanted.best) };
            let Ok(worth) = ahead.after(position, &candidate.turn, reach, alpha) else { break };
            if done.iter().all(|other| other.worth < worth) {
                tell(&thought(ahead, position, Candidate { worth, ..*candidate }, reach.depth));
            }
            done.push(Candidate { worth, ..*candidate });
        }
        let enough = must.max(wanted.best.min(candidates.len()));
        let count = done.len();
        sort(&mut done);
        if count >= enough {
            judged = judge(&done);
        }
        // Turns that were not tried keep their order behind those that were.
        done.extend_from_slice(&candidates[count..]);
        candidates = done;
        if ahead.budget().is_spent() {
            break;
        }
    }
    judged
}

fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| b.worth.total_cmp(&a.worth));
}

fn judge(candidates: &[Candidate]) -> Vec<Judged<Turn>> {
    candidates.iter().map(|candidate| Judged { action: candidate.turn, score: candidate.worth }).collect()
}

/// The bound below which a worth cannot be among the `best` highest.
fn exact_above(done: &[Candidate], best: usize) -> f32 {
    let mut worths: Vec<f32> = done.iter().map(|candidate| candidate.worth).collect();
    worths.sort_by(|a, b| b.total_cmp(a));
    worths.get(best.saturating_sub(1)).copied().unwrap_or(f32::MIN)
}

fn thought<L: LookAhead>(ahead: &L, position: &Position, found: Candidate, depth: u32) -> Thought<Turn> {
    let mut next = position.clone();
    next.play_unchecked(&found.turn);
    let mut line = vec![found.turn];
    line.extend(ahead.line(&next, depth - 1));
    Thought { action: found.turn, score: found.worth, depth, nodes: ahead.budget().nodes(), line }
}
