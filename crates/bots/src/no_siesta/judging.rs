//! Ranking the actions of a position by search.

use std::time::Duration;

use game::Seat;
use no_siesta::{Action, Phase, Position};

use super::allocation::Allocator;
use super::dice::Forecast;
use super::group::Group;
use super::limited_budget::LimitedBudget;
use super::weights::network;
use crate::{Budget, Judge, Judged, Limits};

/// The beam widths of the successive searches of the scoring phase.
const ALLOCATION_WIDTHS: [usize; 4] = [1, 4, 16, 64];
/// The beam widths of the successive searches of the dice phase, for the revenue that a choice leads to; 0 evaluates
/// the revenue without search.
const DICE_WIDTHS: [usize; 3] = [0, 1, 4];
/// The time limit if the budget has none.
const DEFAULT_JUDGE_TIME: Duration = Duration::from_secs(1);

/// Creates the strongest judge for ¡No Siesta!.
pub fn judge() -> Box<dyn Judge<Position>> {
    Box::new(SearchJudge)
}

struct SearchJudge;

impl Judge<Position> for SearchJudge {
    fn judge(
        &mut self,
        position: &Position,
        seat: Seat,
        also: &[Action],
        budget: &mut Budget,
    ) -> Vec<Judged<Action>> {
        let mut actions = Vec::with_capacity(64);
        position.actions(seat, &mut actions);
        for action in also {
            if !actions.contains(action) {
                actions.push(*action);
            }
        }
        let mut allocator = Allocator::new(network(Group::of(position.variant())));
        let mut values = allocator.appraiser.after_each(position, seat, &actions);
        budget.spend(actions.len() as u64);
        let unlimited = budget.limits() == Limits::default();
        let own = if unlimited { Limits::time(DEFAULT_JUDGE_TIME) } else { Limits::default() };
        let mut budget = LimitedBudget::new(budget, own);
        match position.phase() {
            Phase::Score(..) => {
                for width in ALLOCATION_WIDTHS {
                    match after_each(&mut allocator, position, seat, &actions, width, &mut budget) {
                        Some(found) => values = found,
                        None => break,
                    }
                }
            }
            Phase::Take(..) | Phase::Lower(_) | Phase::Last(_) => {
                for width in DICE_WIDTHS {
                    match Forecast::new(&mut allocator, position, seat, width).values(&actions, &mut budget) {
                        Some(found) => values = found,
                        None => break,
                    }
                }
            }
            Phase::Neutral | Phase::Roll(_) | Phase::Event(_) | Phase::Hire(_) | Phase::Over => {}
        }
        let mut judged: Vec<Judged<Action>> =
            actions.into_iter().zip(values).map(|(action, score)| Judged { action, score }).collect();
        judged.sort_by(|a, b| b.score.total_cmp(&a.score));
        judged
    }
}

/// The best margin at the end of the scoring phase after each of the actions; `None` if the budget is spent first.
fn after_each(
    allocator: &mut Allocator<'_>,
    position: &Position,
    seat: Seat,
    actions: &[Action],
    width: usize,
    budget: &mut LimitedBudget<'_>,
) -> Option<Vec<f32>> {
    let value = |action: &Action| {
        let mut after = *position;
        after.play_unchecked(seat, action);
        match after.phase() {
            Phase::Score(now, _) if now == seat => allocator.best(&after, seat, width, budget),
            Phase::Neutral
            | Phase::Roll(_)
            | Phase::Take(..)
            | Phase::Lower(_)
            | Phase::Event(_)
            | Phase::Last(_)
            | Phase::Score(..)
            | Phase::Hire(_)
            | Phase::Over => Some(allocator.at_rest(&after, seat, budget)),
        }
    };
    actions.iter().map(value).collect()
}
