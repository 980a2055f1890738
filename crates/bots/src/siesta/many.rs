//! Search for three or four players without teams: everybody maximises their own margin (max^n).

use game::Seat;
use siesta::{Position, Turn};

use super::deepen::{Candidate, LookAhead, Reach, Stopped};
use super::value::Weights;
use super::worth::{Worth, turns};
use crate::Budget;

/// The expected final scores by seat, up to a constant that is the same for all.
type Finals = [f32; Seat::MAX];

pub(super) struct Many<'a> {
    weights: &'a Weights,
    budget: &'a mut Budget,
    count: usize,
}

impl<'a> Many<'a> {
    pub(super) fn new(weights: &'a Weights, budget: &'a mut Budget, position: &Position) -> Self {
        Self { weights, budget, count: position.players().count() }
    }

    /// The margin of the seat over the best opponent.
    fn ahead(&self, finals: &Finals, seat: Seat) -> f32 {
        let others = (0..self.count).filter(|other| *other != seat.index());
        finals[seat.index()] - others.map(|other| finals[other]).fold(f32::MIN, f32::max)
    }

    /// The expected final scores when everybody plays their best turn, searched this many turns deep.
    fn finals(&mut self, position: &Position, depth: u32, width: usize) -> Result<Finals, Stopped> {
        let mut finals = [0.0; Seat::MAX];
        if position.end().is_some() {
            position.scores().iter().for_each(|(seat, score)| finals[seat.index()] = f32::from(*score));
            return Ok(finals);
        }
        if self.budget.is_spent() {
            return Err(Stopped);
        }
        if depth == 1 {
            return Ok(self.at_once(position));
        }
        let mover = position.mover();
        let mut turns = self.turns(position);
        turns.sort_unstable_by(|a, b| b.worth.total_cmp(&a.worth));
        let mut most = f32::MIN;
        for Candidate { turn, .. } in turns.into_iter().take(width) {
            let mut next = position.clone();
            next.play_unchecked(&turn);
            let after = self.finals(&next, depth - 1, (width * 2 / 3).max(1))?;
            let ahead = self.ahead(&after, mover);
            if ahead > most {
                (most, finals) = (ahead, after);
            }
        }
        Ok(finals)
    }

    /// The same when the mover plays the turn that is best without search.
    fn at_once(&mut self, position: &Position) -> Finals {
        self.budget.spend(1);
        let mut worth = Worth::new(self.weights, position);
        let (mut most, mut best) = (f32::MIN, [0.0; Seat::MAX]);
        position.each_turn(|turn, gains| {
            let finals = worth.finals_of(position, &turn, &gains);
            // The scores are in the order of play, the mover's first.
            let others = finals[1..self.count].iter().copied().fold(f32::MIN, f32::max);
            if finals[0] - others > most {
                (most, best) = (finals[0] - others, finals);
            }
        });
        let mut by_seat = [0.0; Seat::MAX];
        for (place, last) in best.into_iter().enumerate().take(self.count) {
            by_seat[(position.mover().index() + place) % self.count] = last;
        }
        by_seat
    }
}

impl LookAhead for Many<'_> {
    fn reaches() -> impl Iterator<Item = Reach> {
        let reach = |(depth, root, below)| Reach { depth, root, below };
        let all = [(2, 12, 0), (2, 40, 0), (3, 10, 5), (3, 20, 8), (4, 12, 6), (5, 12, 6), (6, 12, 6)];
        all.into_iter().map(reach)
    }

    fn turns(&mut self, position: &Position) -> Vec<Candidate> {
        self.budget.spend(1);
        turns(self.weights, position)
    }

    fn after(&mut self, position: &Position, turn: &Turn, reach: Reach, _: f32) -> Result<f32, Stopped> {
        let mut next = position.clone();
        next.play_unchecked(turn);
        let finals = self.finals(&next, reach.depth - 1, reach.below)?;
        Ok(self.ahead(&finals, position.mover()))
    }

    fn line(&self, _: &Position, _: u32) -> Vec<Turn> {
        Vec::new()
    }

    fn budget(&self) -> &Budget {
        self.budget
    }
}
