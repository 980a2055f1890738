//! Looking ahead for three or four players who each play for themselves.

use game::{BySeat, Seat};
use siesta::{Position, Turn};

use super::deepen::{Candidate, LookAhead, Reach, Stopped};
use super::value::Weights;
use super::worth::Worth;
use crate::Budget;

/// What everybody has at the end, by seat, up to a common term.
type Finals = [f32; Seat::MAX];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    MaxN,
    Paranoid,
    BestReply,
}

pub(super) struct Many<'a> {
    weights: &'a Weights,
    budget: &'a mut Budget,
    kind: Kind,
    root: Seat,
    count: usize,
}

impl<'a> Many<'a> {
    pub(super) fn new(weights: &'a Weights, budget: &'a mut Budget, position: &Position) -> Self {
        let kind = match std::env::var("KIND").as_deref() {
            Ok("maxn") => Kind::MaxN,
            Ok("paranoid") => Kind::Paranoid,
            _ => Kind::BestReply,
        };
        Self { weights, budget, kind, root: position.mover(), count: position.players().count() }
    }
}

impl LookAhead for Many<'_> {
    fn reaches() -> impl Iterator<Item = Reach> {
        let reach = |(depth, root, below)| Reach { depth, root, below };
        [(2, 12, 0), (2, 40, 0), (3, 10, 5), (3, 20, 8), (4, 8, 4), (4, 12, 6), (5, 10, 4)]
            .into_iter()
            .map(reach)
    }

    fn turns(&mut self, position: &Position) -> Vec<Candidate> {
        self.listed(position)
    }

    fn after(&mut self, position: &Position, turn: &Turn, reach: Reach, alpha: f32) -> Result<f32, Stopped> {
        let mut next = position.clone();
        next.play_unchecked(turn);
        let finals = self.finals(&next, reach.depth - 1, reach.below, [alpha, f32::MAX])?;
        Ok(self.ahead(&finals, self.root))
    }

    fn line(&self, _: &Position, _: u32) -> Vec<Turn> {
        Vec::new()
    }

    fn budget(&self) -> &Budget {
        self.budget
    }
}

impl Many<'_> {
    /// The margin of the seat over the best other.
    fn ahead(&self, finals: &Finals, seat: Seat) -> f32 {
        let others = (0..self.count).filter(|other| *other != seat.index());
        finals[seat.index()] - others.map(|other| finals[other]).fold(f32::MIN, f32::max)
    }

    /// How much the one to move likes this.
    fn liking(&self, finals: &Finals, mover: Seat) -> f32 {
        match self.kind {
            Kind::MaxN => self.ahead(finals, mover),
            Kind::Paranoid | Kind::BestReply => {
                let ahead = self.ahead(finals, self.root);
                if mover == self.root { ahead } else { -ahead }
            }
        }
    }

    /// All turns with how much the mover likes them.
    fn listed(&mut self, position: &Position) -> Vec<Candidate> {
        self.budget.spend(1);
        let mover = position.mover();
        let mut worth = Worth::new(self.weights, position);
        let mut turns = Vec::with_capacity(4096);
        position.each_turn(|turn, gains| {
            let finals = self.by_seat(&worth.finals_of(position, &turn, &gains), mover);
            turns.push(Candidate { turn, worth: self.liking(&finals, mover) });
        });
        turns
    }

    fn by_seat(&self, in_order: &[f32; Seat::MAX], mover: Seat) -> Finals {
        let mut finals = [0.0; Seat::MAX];
        for place in 0..self.count {
            finals[(mover.index() + place) % self.count] = in_order[place];
        }
        finals
    }

    fn finals(
        &mut self,
        position: &Position,
        depth: u32,
        below: usize,
        [alpha, beta]: [f32; 2],
    ) -> Result<Finals, Stopped> {
        if position.end().is_some() {
            let scores = position.scores();
            let mut finals = [0.0; Seat::MAX];
            for (seat, score) in scores.iter() {
                finals[seat.index()] = f32::from(*score);
            }
            return Ok(finals);
        }
        if self.budget.is_spent() {
            return Err(Stopped);
        }
        if self.kind == Kind::BestReply && position.mover() != self.root {
            // Whoever hurts the root most replies; then the root is to move again.
            let mut worst: Option<Finals> = None;
            let mut beta = beta;
            let root = self.root;
            for seat in position.players().seats().filter(|seat| *seat != root) {
                let turned = position.with_mover(seat);
                if turned.end().is_some() {
                    continue;
                }
                let finals = self.node(&turned, depth, below, [alpha, beta])?;
                let ahead = self.ahead(&finals, self.root);
                if worst.is_none_or(|worst| ahead < self.ahead(&worst, self.root)) {
                    worst = Some(finals);
                    beta = beta.min(ahead);
                }
                if beta <= alpha {
                    break;
                }
            }
            if let Some(worst) = worst {
                return Ok(worst);
            }
        }
        self.node(position, depth, below, [alpha, beta])
    }

    fn node(
        &mut self,
        position: &Position,
        depth: u32,
        below: usize,
        [mut alpha, mut beta]: [f32; 2],
    ) -> Result<Finals, Stopped> {
        let mover = position.mover();
        if depth == 1 {
            self.budget.spend(1);
            let mut worth = Worth::new(self.weights, position);
            let mut best: Option<(f32, Finals)> = None;
            position.each_turn(|turn, gains: BySeat<u8>| {
                let finals = self.by_seat(&worth.finals_of(position, &turn, &gains), mover);
                let liking = self.liking(&finals, mover);
                if best.is_none_or(|(most, _)| liking > most) {
                    best = Some((liking, finals));
                }
            });
            return Ok(best.map_or([0.0; Seat::MAX], |(_, finals)| finals));
        }
        let mut turns = self.listed(position);
        turns.sort_unstable_by(|a, b| b.worth.total_cmp(&a.worth));
        turns.truncate(below);
        let mut best: Option<(f32, Finals)> = None;
        for Candidate { turn, .. } in turns {
            let mut next = position.clone();
            next.play_unchecked(&turn);
            if self.kind == Kind::BestReply && mover != self.root && next.end().is_none() {
                next = next.with_mover(self.root);
            }
            let finals = self.finals(&next, depth - 1, below * 2 / 3, [alpha, beta])?;
            let liking = self.liking(&finals, mover);
            if best.is_none_or(|(most, _)| liking > most) {
                best = Some((liking, finals));
            }
            if self.kind != Kind::MaxN {
                if mover == self.root {
                    alpha = alpha.max(liking);
                } else {
                    beta = beta.min(-liking);
                }
                if alpha >= beta {
                    break;
                }
            }
        }
        Ok(best.map_or([0.0; Seat::MAX], |(_, finals)| finals))
    }
}
