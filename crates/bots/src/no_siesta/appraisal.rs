//! The expected final points of a seat: a heuristic estimate plus the correction of the learned network.

use game::Seat;
use no_siesta::{Action, Phase, Position, Target};

use super::estimate::{Estimate, POINT, Stage};
use super::features::Features;
use super::network::Network;
use super::outlook::{pending, rounds_left};
use super::stage::{BETWEEN, DONE, stage};

/// Ties are decided by the track, so a space counts a little, but always less than a point.
const TRACK_TIE_BREAK: f32 = 0.01;

/// Estimates final points with a network.
pub(super) struct Appraiser<'a> {
    network: &'a Network,
}

impl<'a> Appraiser<'a> {
    pub(super) fn new(network: &'a Network) -> Self {
        Self { network }
    }

    /// The expected final points of the seat.
    pub(super) fn points(&self, position: &Position, seat: Seat) -> f32 {
        if position.phase() == Phase::Over {
            return score(position, seat) + f32::from(position.farm(seat).track()) * TRACK_TIE_BREAK;
        }
        heuristic_points(position, seat) + self.network.answer(&Features::of(position, seat))
    }

    /// The expected final points of the best opponent; 0 in a solo game.
    pub(super) fn best_other(&self, position: &Position, seat: Seat) -> f32 {
        let others = position.players().seats().filter(|other| *other != seat);
        others.map(|other| self.points(position, other)).reduce(f32::max).unwrap_or(0.0)
    }

    /// The expected margin of the seat after each of the actions, which must be legal.
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

/// Whether the action may change the expected points of opponents.
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

/// The heuristic estimate of the seat's final points, without the network.
pub(super) fn heuristic_points(position: &Position, seat: Seat) -> f32 {
    let stage = match stage(position, seat) {
        BETWEEN | DONE => Stage::Ended,
        _ if position.farm(seat).traded_now() => Stage::Spending,
        _ => Stage::Trading,
    };
    // In a solo game a step on the track costs no opponent anything, so the network learns its cost.
    let rounds = position.solo().map_or_else(|| rounds_left(position), |solo| solo.pile().into());
    let value = Estimate::new(position, seat, rounds).value(stage) + pending(position, seat, rounds);
    value as f32 / POINT as f32
}

/// The present points of the seat.
pub(super) fn score(position: &Position, seat: Seat) -> f32 {
    position.score_sheet(seat).map(|(_, points)| points).sum::<i32>() as f32
}
