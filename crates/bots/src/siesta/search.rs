//! Search for two sides: alpha-beta over the turns of the highest worth.
//!
//! All values are how much more the side to move will gain than the other in the rest of the game. Points
//! that were gained before do not matter to the choice.

use std::collections::HashMap;

use game::BySeat;
use siesta::{Position, Turn};

use super::deepen::{Candidate, LookAhead, Reach, Stopped};
use super::value::Weights;
use super::worth::{Worth, lead, turns};
use crate::Budget;

/// The most entries of the transposition table.
const MAX_TABLE_ENTRIES: usize = 1 << 16;
/// How many killer turns (turns that caused a cutoff elsewhere) are kept for each depth.
const KILLERS_PER_DEPTH: usize = 3;
/// The deepest search.
const MAX_DEPTH: u32 = 12;

/// An entry of the transposition table.
#[derive(Clone, Copy)]
struct Entry {
    depth: u32,
    below: usize,
    value: f32,
    bound: Bound,
    best: Option<Turn>,
}

/// How the value of an entry relates to the true value.
#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Entry {
    /// The value, if the entry is from a search at least as deep and wide and decides this window.
    fn value_for(&self, depth: u32, below: usize, [alpha, beta]: [f32; 2]) -> Option<f32> {
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        };
        (self.depth >= depth && self.below >= below && decides).then_some(self.value)
    }
}

/// A position of the tree while its turns are tried.
struct Node<'p> {
    position: &'p Position,
    depth: u32,
    /// How many of the best turns are tried, besides the table's and the killers.
    below: usize,
    alpha: f32,
    beta: f32,
    /// The best value so far, and its turn.
    value: f32,
    best: Option<Turn>,
}

impl Node<'_> {
    /// Counts the value of a turn; returns whether it is a cutoff.
    fn count(&mut self, turn: Turn, value: f32) -> bool {
        if value > self.value {
            (self.value, self.best) = (value, Some(turn));
            self.alpha = self.alpha.max(value);
        }
        value >= self.beta
    }
}

pub(super) struct Search<'a> {
    weights: &'a Weights,
    budget: &'a mut Budget,
    table: HashMap<u64, Entry>,
    /// Killer turns by depth, the latest first.
    killers: Vec<Vec<Turn>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(weights: &'a Weights, budget: &'a mut Budget) -> Self {
        Self { weights, budget, table: HashMap::new(), killers: vec![Vec::new(); MAX_DEPTH as usize + 1] }
    }
}

impl LookAhead for Search<'_> {
    fn reaches() -> impl Iterator<Item = Reach> {
        let reach = |depth, root, below| Reach { depth, root, below };
        let first = [reach(2, 12, 0), reach(2, 40, 0), reach(3, 12, 6), reach(3, 30, 12)];
        let later = (4..=MAX_DEPTH).flat_map(move |depth| {
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
            && let Some(best) = self.table.get(&next.hash()).and_then(|entry| entry.best)
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
    /// How much more the side to move will gain than the other, within the window from alpha to beta.
    fn value(
        &mut self,
        position: &Position,
        depth: u32,
        below: usize,
        [alpha, beta]: [f32; 2],
    ) -> Result<f32, Stopped> {
        if position.end().is_some() {
            return Ok(0.0);
        }
        if self.budget.is_spent() {
            return Err(Stopped);
        }
        let hash = position.hash();
        let entry = self.table.get(&hash).copied();
        if let Some(value) = entry.and_then(|entry| entry.value_for(depth, below, [alpha, beta])) {
            return Ok(value);
        }
        let mut node = Node { position, depth, below, alpha, beta, value: f32::MIN, best: None };
        let mut worth = Worth::new(self.weights, position);
        let tried = self.try_known(&mut node, &mut worth, entry.and_then(|entry| entry.best))?;
        if node.value < beta && depth == 1 {
            self.try_all(&mut node, &mut worth);
        } else if node.value < beta {
            self.try_most_promising(&mut node, &tried)?;
        }
        let bound = if node.value >= beta {
            Bound::AtLeast
        } else if node.value > alpha {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let Node { value, best, .. } = node;
        if bound == Bound::AtLeast
            && let Some(turn) = best
        {
            self.add_killer(depth, turn);
        }
        // A full table still updates the positions it has.
        if self.table.len() < MAX_TABLE_ENTRIES || entry.is_some() {
            self.table.insert(hash, Entry { depth, below, value, bound, best });
        }
        Ok(value)
    }

    /// Tries the best turn of the table and the killers, which saves generating turns if one is a cutoff.
    /// Returns the turns that it tried.
    fn try_known(
        &mut self,
        node: &mut Node<'_>,
        worth: &mut Worth<'_>,
        best: Option<Turn>,
    ) -> Result<Vec<Turn>, Stopped> {
        let known: Vec<Turn> =
            best.into_iter().chain(self.killers[node.depth as usize].iter().copied()).collect();
        let mut tried = Vec::new();
        for turn in known {
            if tried.contains(&turn) {
                continue;
            }
            let Some(gains) = gains_if_legal(node.position, &turn) else { continue };
            let value = if node.depth == 1 {
                worth.of(node.position, &turn, &gains)
            } else {
                self.after_turn(node.position, &turn, node.depth, node.below, [node.alpha, node.beta])?
            };
            tried.push(turn);
            if node.count(turn, value) {
                break;
            }
        }
        Ok(tried)
    }

    /// The last depth: takes the worth of all turns without search.
    fn try_all(&mut self, node: &mut Node<'_>, worth: &mut Worth<'_>) {
        self.budget.spend(1);
        let position = node.position;
        position.each_turn(|turn, gains| {
            let value = worth.of(position, &turn, &gains);
            node.count(turn, value);
        });
    }

    /// Tries the turns of the highest worth, except those that were tried before.
    fn try_most_promising(&mut self, node: &mut Node<'_>, tried: &[Turn]) -> Result<(), Stopped> {
        let mut turns = self.turns(node.position);
        let width = node.below.min(turns.len());
        if width < turns.len() {
            turns.select_nth_unstable_by(width, |a, b| b.worth.total_cmp(&a.worth));
            turns.truncate(width);
        }
        turns.sort_unstable_by(|a, b| b.worth.total_cmp(&a.worth));
        for Candidate { turn, .. } in turns.into_iter().filter(|candidate| !tried.contains(&candidate.turn)) {
            let window = [node.alpha, node.beta];
            let value = self.after_turn(node.position, &turn, node.depth, node.below, window)?;
            if node.count(turn, value) {
                break;
            }
        }
        Ok(())
    }

    fn add_killer(&mut self, depth: u32, turn: Turn) {
        let killers = &mut self.killers[depth as usize];
        killers.retain(|other| *other != turn);
        killers.insert(0, turn);
        killers.truncate(KILLERS_PER_DEPTH);
    }

    /// The value of a turn for the side that plays it, within the window.
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
        // Deeper levels try fewer turns.
        let value = self.value(&next, depth - 1, (below * 2 / 3).max(3), [gain - beta, gain - alpha])?;
        Ok(gain - value)
    }
}

/// What the turn gains each seat; `None` if it is not legal here.
fn gains_if_legal(position: &Position, turn: &Turn) -> Option<BySeat<u8>> {
    let mut laying = position.lay();
    turn.iter().try_for_each(|placement| laying.lay(placement)).ok()?;
    laying.is_complete().then(|| laying.gains())
}
