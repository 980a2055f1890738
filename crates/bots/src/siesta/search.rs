//! Looking ahead for two sides: alpha-beta over the turns of the highest worth.
//!
//! All values are what the side to move will gain more than the other from here on, so what has been
//! gained so far does not matter to the choice.

use std::collections::HashMap;

use game::BySeat;
use siesta::{Position, Turn};

use super::deepen::{Candidate, LookAhead, Reach, Stopped};
use super::value::Weights;
use super::worth::{Worth, lead, turns};
use crate::Budget;

/// The most positions remembered.
const MEMORY: usize = 1 << 16;
/// Turns that have refuted others, remembered for every depth.
const REFUTATIONS: usize = 3;
/// The deepest look ahead.
const DEEPEST: u32 = 12;

#[derive(Clone, Copy)]
struct Known {
    depth: u32,
    below: usize,
    value: f32,
    bound: Bound,
    best: Option<Turn>,
}

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

pub(super) struct Search<'a> {
    weights: &'a Weights,
    budget: &'a mut Budget,
    known: HashMap<u64, Known>,
    refutations: Vec<Vec<Turn>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(weights: &'a Weights, budget: &'a mut Budget) -> Self {
        Self { weights, budget, known: HashMap::new(), refutations: vec![Vec::new(); DEEPEST as usize + 1] }
    }
}

impl LookAhead for Search<'_> {
    fn reaches() -> impl Iterator<Item = Reach> {
        let reach = |depth, root, below| Reach { depth, root, below };
        let first = [reach(2, 12, 0), reach(2, 40, 0), reach(3, 12, 6), reach(3, 30, 12)];
        let later = (4..=DEEPEST).flat_map(move |depth| {
            [reach(depth, 8 + 2 * depth as usize, 4 + depth as usize), reach(depth, 30, 8 + depth as usize)]
        });
        first.into_iter().chain(later)
    }

    fn turns(&mut self, position: &Position) -> Vec<Candidate> {
        self.budget.spend(1);
        turns(self.weights, position)
    }

    fn after(&mut self, position: &Position, turn: &Turn, reach: Reach, alpha: f32) -> Result<f32, Stopped> {
        self.after_turn(position, turn, reach.depth, reach.below, [alpha, f32::MAX])
    }

    fn line(&self, position: &Position, turns: u32) -> Vec<Turn> {
        let mut line = Vec::new();
        let mut next = position.clone();
        while line.len() < turns as usize
            && let Some(best) = self.known.get(&next.hash()).and_then(|known| known.best)
        {
            line.push(best);
            next.play_unchecked(&best);
        }
        line
    }

    fn budget(&self) -> &Budget {
        self.budget
    }
}

impl Search<'_> {
    /// What the side to move will gain more than the other, within the window from alpha to beta.
    fn value(
        &mut self,
        position: &Position,
        depth: u32,
        below: usize,
        [mut alpha, beta]: [f32; 2],
    ) -> Result<f32, Stopped> {
        if position.end().is_some() {
            return Ok(0.0);
        }
        if self.budget.is_spent() {
            return Err(Stopped);
        }
        let hash = position.hash();
        let known = self.known.get(&hash).copied();
        if let Some(known) = known
            && known.depth >= depth
            && known.below >= below
        {
            let enough = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.value >= beta,
                Bound::AtMost => known.value <= alpha,
            };
            if enough {
                return Ok(known.value);
            }
        }
        let mut best = (f32::MIN, None);
        let from = alpha;
        // What has refuted others costs no listing of turns to try.
        let tried: Vec<Turn> = known
            .and_then(|known| known.best)
            .into_iter()
            .chain(self.refutations[depth as usize].iter().copied())
            .collect();
        let mut done: Vec<Turn> = Vec::new();
        let mut worth = Worth::new(self.weights, position);
        for turn in tried {
            if done.contains(&turn) {
                continue;
            }
            let Some(gains) = gains_if_legal(position, &turn) else { continue };
            let value = if depth == 1 {
                worth.of(position, &turn, &gains)
            } else {
                self.after_turn(position, &turn, depth, below, [alpha, beta])?
            };
            done.push(turn);
            if value > best.0 {
                best = (value, Some(turn));
                alpha = alpha.max(value);
            }
            if value >= beta {
                break;
            }
        }
        if best.0 < beta {
            if depth == 1 {
                self.budget.spend(1);
                position.each_turn(|turn, gains| {
                    let value = worth.of(position, &turn, &gains);
                    if value > best.0 {
                        best = (value, Some(turn));
                    }
                });
            } else {
                let mut turns = self.turns(position);
                let width = below.min(turns.len());
                if width < turns.len() {
                    turns.select_nth_unstable_by(width, |a, b| b.worth.total_cmp(&a.worth));
                    turns.truncate(width);
                }
                turns.sort_unstable_by(|a, b| b.worth.total_cmp(&a.worth));
                for Candidate { turn, .. } in turns {
                    if done.contains(&turn) {
                        continue;
                    }
                    let value = self.after_turn(position, &turn, depth, below, [alpha, beta])?;
                    if value > best.0 {
                        best = (value, Some(turn));
                        alpha = alpha.max(value);
                    }
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        let (value, best) = best;
        let bound = if value >= beta {
            Bound::AtLeast
        } else if value > from {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        if bound == Bound::AtLeast
            && let Some(turn) = best
        {
            let refutations = &mut self.refutations[depth as usize];
            refutations.retain(|other| *other != turn);
            refutations.insert(0, turn);
            refutations.truncate(REFUTATIONS);
        }
        if self.known.len() < MEMORY || known.is_some() {
            self.known.insert(hash, Known { depth, below, value, bound, best });
        }
        Ok(value)
    }

    /// The same of a turn.
    fn after_turn(
        &mut self,
        position: &Position,
        turn: &Turn,
        depth: u32,
        below: usize,
        [alpha, beta]: [f32; 2],
    ) -> Result<f32, Stopped> {
        let mut next = position.clone();
        next.play_unchecked(turn);
        let gain = lead(&next, position.mover()) - lead(position, position.mover());
        // Deeper down fewer turns are worth a look.
        let value = self.value(&next, depth - 1, (below * 2 / 3).max(3), [gain - beta, gain - alpha])?;
        Ok(gain - value)
    }
}

/// What the turn gains, if it is legal here.
fn gains_if_legal(position: &Position, turn: &Turn) -> Option<BySeat<u8>> {
    let mut laying = position.lay();
    turn.iter().try_for_each(|placement| laying.lay(placement)).ok()?;
    laying.is_complete().then(|| laying.gains())
}
