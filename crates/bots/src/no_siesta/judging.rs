//! Ranking the actions of a position by search.

use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use no_siesta::{Action, Phase, Position};

use super::allocation::Allocator;
use super::dice::Forecast;
use super::limited_budget::LimitedBudget;
use super::sampling;
use super::weights::{Learned, Source};
use crate::{Budget, Judge, Judged, Limits, Thought};

/// The beam widths of the successive searches of the scoring phase.
const ALLOCATION_WIDTHS: [usize; 4] = [1, 4, 16, 64];
/// The beam widths of the successive searches of the dice phase, for the revenue that a choice leads to; 0 evaluates
/// the revenue without search.
const DICE_WIDTHS: [usize; 3] = [0, 1, 4];
/// The time limit if the budget has none.
const DEFAULT_JUDGE_TIME: Duration = Duration::from_secs(1);

/// Creates the strongest judge for ¡No Siesta!.
#[cfg(feature = "embedded-weights")]
pub fn judge() -> Box<dyn Judge<Position>> {
    Box::new(SearchJudge(Source::Embedded))
}

/// Creates the strongest judge for games of the variants that share these weights. It judges no others.
pub fn judge_with(learned: Arc<Learned>) -> Box<dyn Judge<Position>> {
    Box::new(SearchJudge(Source::Given(learned)))
}

/// Ranks actions by search.
struct SearchJudge(Source);

impl Judge<Position> for SearchJudge {
    fn judge(
        &mut self,
        position: &Position,
        seat: Seat,
        also: &[Action],
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<Action>),
    ) -> Vec<Judged<Action>> {
        let Some(learned) = self.0.of(position.variant()) else { return Vec::new() };
        let mut actions = Vec::with_capacity(64);
        position.actions(seat, &mut actions);
        for action in also {
            if !actions.contains(action) {
                actions.push(*action);
            }
        }
        let mut allocator = Allocator::new(&learned.network);
        let mut values = allocator.appraiser.after_each(position, seat, &actions);
        budget.spend(actions.len() as u64);
        let unlimited = budget.limits() == Limits::default();
        let own = if unlimited { Limits::time(DEFAULT_JUDGE_TIME) } else { Limits::default() };
        let mut budget = LimitedBudget::new(budget, own);
        let mut report = |values: &[f32], depth: u32, nodes: u64| {
            if !values.is_empty() {
                let best = sampling::argmax(values);
                let (action, score) = (actions[best], values[best]);
                tell(&Thought { action, score, depth, nodes, line: vec![action] });
            }
        };
        report(&values, 1, budget.nodes());
        match position.phase() {
            Phase::Score(..) => {
                for (depth, width) in (2..).zip(ALLOCATION_WIDTHS) {
                    match after_each(&mut allocator, position, seat, &actions, width, &mut budget) {
                        Some(found) => values = found,
                        None => break,
                    }
                    report(&values, depth, budget.nodes());
                }
            }
            Phase::Take(..) | Phase::Lower(_) | Phase::Last(_) => {
                for (depth, width) in (2..).zip(DICE_WIDTHS) {
                    match Forecast::new(&mut allocator, position, seat, width).values(&actions, &mut budget) {
                        Some(found) => values = found,
                        None => break,
                    }
                    report(&values, depth, budget.nodes());
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
