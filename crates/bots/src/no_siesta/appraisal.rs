//! What a position is worth to a seat: what a sensible person thinks of it, corrected by what was
//! learned.

use game::Seat;
use no_siesta::{Action, Phase, Position, Target};

use super::estimate::{Estimate, POINT, Stage};
use super::features::Features;
use super::network::Network;
use super::outlook::{pending, rounds_left};
use super::stage::{BETWEEN, DONE, stage};

/// A step further on the track decides ties at the end, for less than any point.
const TIE: f32 = 0.01;

/// Somebody who has learned what farms come to.
pub(super) struct Appraiser<'a> {
    network: &'a Network,
}

impl<'a> Appraiser<'a> {
    pub(super) fn new(network: &'a Network) -> Self {
        Self { network }
    }

    /// The points that the seat will have at the end.
    pub(super) fn points(&self, position: &Position, seat: Seat) -> f32 {
        if position.phase() == Phase::Over {
            return score(position, seat) + f32::from(position.farm(seat).track()) * TIE;
        }
        first_thought(position, seat) + self.network.answer(&Features::of(position, seat))
    }

    /// The points of the best other player at the end; 0 for whoever is alone.
    pub(super) fn best_other(&self, position: &Position, seat: Seat) -> f32 {
        let others = position.players().seats().filter(|other| *other != seat);
        others.map(|other| self.points(position, other)).reduce(f32::max).unwrap_or(0.0)
    }

    /// The margin of the seat after each of the actions, which must be legal.
    pub(super) fn after_each(&self, position: &Position, seat: Seat, actions: &[Action]) -> Vec<f32> {
        let best_other = self.best_other(position, seat);
        let value = |action: &Action| {
            let mut after = *position;
            after.play_unchecked(seat, action);
            let other = if concerns_others(action) { self.best_other(&after, seat) } else { best_other };
            self.points(&after, seat) - other
        };
        actions.iter().map(value).collect()
    }
}

/// Whether the action may change what the others come to.
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

/// What a sensible person thinks that the farm comes to.
pub(super) fn first_thought(position: &Position, seat: Seat) -> f32 {
    let stage = match stage(position, seat) {
        BETWEEN | DONE => Stage::Ended,
        _ if position.farm(seat).traded_now() => Stage::Spending,
        _ => Stage::Trading,
    };
    // Alone nobody else loses by a step on the track: what that costs is left to be learned.
    let rounds = position.solo().map_or_else(|| rounds_left(position), |solo| solo.pile().into());
    let value = Estimate::new(position, seat, rounds).value(stage) + pending(position, seat, rounds);
    value as f32 / POINT as f32
}

/// The points of the seat as things stand.
pub(super) fn score(position: &Position, seat: Seat) -> f32 {
    position.score_sheet(seat).map(|(_, points)| points).sum::<i32>() as f32
}
