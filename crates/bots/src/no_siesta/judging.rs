//! Telling good actions from bad ones.

use std::time::Duration;

use game::Seat;
use no_siesta::{Action, Phase, Position};

use super::allocation::Allocator;
use super::dice::Forecast;
use super::group::Group;
use super::purse::Purse;
use super::weights::network;
use crate::{Budget, Judge, Judged, Limits};

/// How many positions are kept after every step that follows an action, search by search.
const ALLOCATION_WIDTHS: [usize; 4] = [1, 4, 16, 64];
/// The same for all that revenue may be used for when dice are chosen; 0 is the value at once.
const DICE_WIDTHS: [usize; 3] = [0, 1, 4];
/// How long it thinks where nobody says.
const USUAL: Duration = Duration::from_secs(1);

/// Somebody who can tell good actions of ¡No Siesta! from bad ones.
pub fn judge() -> Box<dyn Judge<Position>> {
    Box::new(Searcher)
}

struct Searcher;

impl Judge<Position> for Searcher {
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
        let own = if unlimited { Limits::time(USUAL) } else { Limits::default() };
        let mut purse = Purse::new(budget, own);
        match position.phase() {
            Phase::Score(..) => {
                for width in ALLOCATION_WIDTHS {
                    let found = actions.iter().map(|action| {
                        let mut after = *position;
                        after.play_unchecked(seat, action);
                        match after.phase() {
                            Phase::Score(now, _) if now == seat => {
                                allocator.best(&after, seat, width, &mut purse)
                            }
                            Phase::Neutral
                            | Phase::Roll(_)
                            | Phase::Take(..)
                            | Phase::Lower(_)
                            | Phase::Event(_)
                            | Phase::Last(_)
                            | Phase::Score(..)
                            | Phase::Hire(_)
                            | Phase::Over => Some(allocator.at_rest(&after, seat, &mut purse)),
                        }
                    });
                    match found.collect() {
                        Some(found) => values = found,
                        None => break,
                    }
                }
            }
            Phase::Take(..) | Phase::Lower(_) | Phase::Last(_) => {
                for width in DICE_WIDTHS {
                    match Forecast::new(&mut allocator, position, seat, width).values(&actions, &mut purse) {
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
