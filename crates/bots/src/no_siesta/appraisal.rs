//! What a position is worth to a seat by what was learned.

use game::Seat;
use no_siesta::{Action, Phase, Position, Target};

use super::estimate::{Estimate, POINT, Stage};
use super::features::{BETWEEN, DONE, Features, stage};
use super::network::Network;
use super::outlook::{pending, rounds_left};

/// A step further on the track decides ties at the end, for less than any point.
const TIE: f32 = 0.01;

/// Somebody who has learned what farms come to.
pub(super) struct Appraiser<'a> {
    network: &'a Network,
    /// The last answer for each seat: most steps of one player change nothing for the others.
    known: [Option<(Features, f32)>; Seat::MAX],
}

impl<'a> Appraiser<'a> {
    pub(super) fn new(network: &'a Network) -> Self {
        Self { network, known: [None; Seat::MAX] }
    }

    /// The points that the seat will have at the end.
    pub(super) fn points(&mut self, position: &Position, seat: Seat) -> f32 {
        if position.phase() == Phase::Over {
            return score(position, seat) + f32::from(position.farm(seat).track()) * TIE;
        }
        first_thought(position, seat) + self.correction(seat, Features::of(position, seat))
    }

    fn correction(&mut self, seat: Seat, features: Features) -> f32 {
        let known = &mut self.known[seat.index()];
        if let Some((same, answer)) = known
            && same.as_slice() == features.as_slice()
        {
            return *answer;
        }
        let answer = self.network.answer(&self.network.sums(features.as_slice()));
        *known = Some((features, answer));
        answer
    }

    /// The points of the best other player at the end; 0 for whoever is alone.
    pub(super) fn best_other(&mut self, position: &Position, seat: Seat) -> f32 {
        let others = position.players().seats().filter(|other| *other != seat);
        others.map(|other| self.points(position, other)).reduce(f32::max).unwrap_or(0.0)
    }

    /// The margin over the best other player at the end; alone, the score.
    pub(super) fn margin(&mut self, position: &Position, seat: Seat) -> f32 {
        self.points(position, seat) - self.best_other(position, seat)
    }

    /// The margin of the seat after each of the actions, which must be legal.
    pub(super) fn after_each(&mut self, position: &Position, seat: Seat, actions: &[Action]) -> Vec<f32> {
        let best_other = self.best_other(position, seat);
        let mut value = |action: &Action| {
            let mut after = *position;
            after.play_unchecked(seat, action);
            let other = if concerns_others(action) { self.best_other(&after, seat) } else { best_other };
            self.points(&after, seat) - other
        };
        actions.iter().map(&mut value).collect()
    }
}

/// Whether what others think of their farms may change by the action.
const fn concerns_others(action: &Action) -> bool {
    match action {
        Action::Take(..)
        | Action::Lower(_)
        | Action::Mark(_)
        | Action::Trade(..)
        | Action::Use(_)
        | Action::Move(..)
        | Action::MoveNoMore
        | Action::TakeBack(_)
        | Action::Choose(_)
        | Action::Keep(_)
        | Action::NoMarket
        | Action::Spend(_, Target::Barn | Target::Helper(_) | Target::Warehouse | Target::Stable) => false,
        Action::Spend(_, Target::Cart(_) | Target::Yoke(_) | Target::Track)
        | Action::Copy(..)
        | Action::Market(_)
        | Action::Hire(_)
        | Action::Done => true,
    }
}

/// What a sensible person thinks of the farm, in points: what was learned is how far that is wrong.
pub(super) fn first_thought(position: &Position, seat: Seat) -> f32 {
    let stage = match stage(position, seat) {
        BETWEEN | DONE => Stage::Ended,
        _ if position.farm(seat).traded_now() => Stage::Spending,
        _ => Stage::Trading,
    };
    let rounds = rounds_left(position);
    let value = Estimate::new(position, seat, rounds).value(stage) + pending(position, seat, rounds);
    value as f32 / POINT as f32
}

/// The points of the seat as things stand.
pub(super) fn score(position: &Position, seat: Seat) -> f32 {
    position.score_sheet(seat).map(|(_, points)| points).sum::<i32>() as f32
}
