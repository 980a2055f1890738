//! A bot that ranks actions by the learned value and then, if its style says so, searches.

use std::time::Duration;

use game::{Random, Seat};
use no_siesta::{Action, Phase, Position};

use super::allocation::Allocator;
use super::appraisal::Appraiser;
use super::dice::Forecast;
use super::limited_budget::LimitedBudget;
use super::network::Network;
use super::sampling;
use super::weights::Source;
use crate::{Budget, Level, Limits, Player, Thought};

/// The strongest level never takes longer for an action, however slow the machine.
const MAX_ACTION_TIME: Duration = Duration::from_millis(1_900);

/// The beam widths of the successive searches of the scoring phase.
const ALLOCATION_WIDTHS: [usize; 6] = [1, 4, 16, 64, 256, 1024];
/// The beam widths of the successive searches of the dice phase, for the revenue that a choice leads to; 0 evaluates
/// the revenue without search.
const DICE_WIDTHS: [usize; 4] = [0, 1, 4, 16];

/// How a bot chooses.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Softmax temperature in points: actions that are worse by about this much are still chosen at times.
    temperature: f32,
    /// Whether it searches.
    searches: bool,
    /// Its own limits for one search.
    own: Limits,
}

impl Style {
    /// The best action by the learned value, without search.
    pub(super) const VALUE: Self =
        Self { temperature: 0.0, searches: false, own: Limits { time: None, nodes: None } };

    /// The best action by search.
    pub(super) const SEARCH: Self = Self { searches: true, ..Self::VALUE };

    pub(super) const fn of(level: Level) -> Self {
        match level.number() {
            1 => Self { temperature: 0.7, ..Self::VALUE },
            2 => Self { temperature: 0.55, ..Self::VALUE },
            3 => Self { temperature: 0.42, ..Self::VALUE },
            4 => Self { temperature: 0.3, ..Self::VALUE },
            5 => Self { temperature: 0.2, ..Self::VALUE },
            6 => Self::VALUE,
            7 => Self { own: Limits::nodes(1_000), ..Self::SEARCH },
            _ => Self { own: Limits { nodes: Some(20_000), time: Some(MAX_ACTION_TIME) }, ..Self::SEARCH },
        }
    }
}

/// The time limit of a search if neither the style nor the budget has a limit.
const DEFAULT_SEARCH_TIME: Duration = Duration::from_secs(1);

/// A bot with the learned value.
pub(super) struct Thinker {
    style: Style,
    source: Source,
    random: Random,
    /// The rest of the last line found: the hash of each position on it, the action to play there and the value
    /// of the line.
    plan: Vec<(u64, Action, f32)>,
}

impl Thinker {
    pub(super) fn new(style: Style, source: Source, seed: u64) -> Self {
        Self { style, source, random: Random::new(seed), plan: Vec::new() }
    }

    /// Runs wider and wider searches until the budget is spent, and reports the result of each.
    fn search(
        &mut self,
        network: &Network,
        position: &Position,
        seat: Seat,
        actions: &[Action],
        budget: &mut LimitedBudget<'_>,
        report: &mut dyn FnMut(Thought<Action>),
    ) {
        let mut allocator = Allocator::new(network);
        match position.phase() {
            Phase::Score(..) => {
                for (depth, width) in (2..).zip(ALLOCATION_WIDTHS) {
                    let Some(found) = allocator.search(position, seat, width, budget) else { return };
                    let Some(action) = found.line.first() else { return };
                    self.remember_plan(position, seat, &found.line, found.value);
                    let (action, score, line) = (*action, found.value, found.line);
                    report(Thought { action, score, depth, nodes: budget.nodes(), line });
                    if found.complete {
                        return;
                    }
                }
            }
            Phase::Take(..) | Phase::Lower(_) | Phase::Last(_) => {
                for (depth, width) in (2..).zip(DICE_WIDTHS) {
                    allocator.refresh();
                    let mut forecast = Forecast::new(&mut allocator, position, seat, width);
                    let Some(values) = forecast.values(actions, budget) else { return };
                    let best = sampling::argmax(&values);
                    let (action, score) = (actions[best], values[best]);
                    report(Thought { action, score, depth, nodes: budget.nodes(), line: vec![action] });
                }
            }
            Phase::Neutral | Phase::Roll(_) | Phase::Event(_) | Phase::Hire(_) | Phase::Over => {}
        }
    }

    fn remember_plan(&mut self, position: &Position, seat: Seat, line: &[Action], value: f32) {
        self.plan.clear();
        let mut position = *position;
        for action in line {
            self.plan.push((position.hash(), *action, value));
            position.play_unchecked(seat, action);
        }
    }
}

impl Player<Position> for Thinker {
    fn choose(
        &mut self,
        position: &Position,
        seat: Seat,
        budget: &mut Budget,
        tell: &mut dyn FnMut(&Thought<Action>),
    ) -> Option<Thought<Action>> {
        let mut actions = Vec::with_capacity(64);
        position.actions(seat, &mut actions);
        let hash = position.hash();
        if let Some((_, action, score)) = self.plan.iter().find(|(known, ..)| *known == hash).copied()
            && actions.contains(&action)
        {
            let thought = Thought { action, score, depth: 1, nodes: budget.nodes(), line: vec![action] };
            tell(&thought);
            return Some(thought);
        }
        let learned = self.source.of(position.variant())?;
        let appraiser = Appraiser::new(&learned.network);
        let values = appraiser.after_each(position, seat, &actions);
        budget.spend(actions.len() as u64);
        if actions.is_empty() {
            return None;
        }
        let place = sampling::softmax(&values, self.style.temperature, &mut self.random);
        let action = actions[place];
        let nodes = budget.nodes();
        let mut thought = Thought { action, score: values[place], depth: 1, nodes, line: vec![action] };
        tell(&thought);
        if actions.len() > 1 && self.style.searches {
            let mut own = self.style.own;
            if own == Limits::default() && budget.limits() == Limits::default() {
                own.time = Some(DEFAULT_SEARCH_TIME);
            }
            let mut budget = LimitedBudget::new(budget, own);
            self.search(&learned.network, position, seat, &actions, &mut budget, &mut |better| {
                tell(&better);
                thought = better;
            });
        }
        Some(thought)
    }
}
