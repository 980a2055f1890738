//! A bot that thinks: first by what it has learned, one action deep, then by search.

use std::time::Duration;

use game::{Random, Seat};
use no_siesta::{Action, Phase, Position};

use super::allocation::Allocator;
use super::appraisal::Appraiser;
use super::dice::Forecast;
use super::group::Group;
use super::purse::Purse;
use super::temper;
use super::weights::network;
use crate::{Budget, Level, Limits, Player, Thought};

/// However slow the machine, nobody waits longer for an action.
const PATIENCE: Duration = Duration::from_millis(1_900);

/// How many positions are kept after every step of a scoring phase, search by search.
const ALLOCATION_WIDTHS: [usize; 6] = [1, 4, 16, 64, 256, 1024];
/// The same for all that revenue may be used for when dice are chosen; 0 is the value at once.
const DICE_WIDTHS: [usize; 4] = [0, 1, 4, 16];

/// How a bot thinks.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// By how many points an action may seem worse and still be chosen now and then.
    temperature: f32,
    /// Whether it looks further than one action.
    searches: bool,
    /// What it allows itself.
    own: Limits,
}

impl Style {
    /// One action deep.
    pub(super) const VALUE: Self =
        Self { temperature: 0.0, searches: false, own: Limits { time: None, nodes: None } };

    /// As well as it can.
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
            _ => Self { own: Limits { nodes: Some(20_000), time: Some(PATIENCE) }, ..Self::SEARCH },
        }
    }
}

/// How long a search may take where nobody says.
const USUAL: Duration = Duration::from_secs(1);

/// A bot that thinks.
pub(super) struct Thinker {
    style: Style,
    random: Random,
    /// What to do next in positions of which it knows.
    plan: Vec<(u64, Action, f32)>,
}

impl Thinker {
    pub(super) fn new(style: Style, seed: u64) -> Self {
        Self { style, random: Random::new(seed), plan: Vec::new() }
    }

    /// Does all its searches, unless the budget is spent before, and tells of each better thought.
    fn search(
        &mut self,
        position: &Position,
        seat: Seat,
        actions: &[Action],
        purse: &mut Purse<'_>,
        report: &mut dyn FnMut(Thought<Action>),
    ) {
        let mut allocator = Allocator::new(network(Group::of(position.variant())));
        match position.phase() {
            Phase::Score(..) => {
                for (depth, width) in (2..).zip(ALLOCATION_WIDTHS) {
                    let Some(found) = allocator.search(position, seat, width, purse) else { return };
                    let Some(action) = found.line.first() else { return };
                    self.remember(position, seat, &found.line, found.value);
                    let (action, score, line) = (*action, found.value, found.line);
                    report(Thought { action, score, depth, nodes: purse.nodes(), line });
                    if found.complete {
                        return;
                    }
                }
            }
            Phase::Take(..) | Phase::Lower(_) | Phase::Last(_) => {
                for (depth, width) in (2..).zip(DICE_WIDTHS) {
                    allocator.refresh();
                    let mut forecast = Forecast::new(&mut allocator, position, seat, width);
                    let Some(values) = forecast.values(actions, purse) else { return };
                    let best = temper::best(&values);
                    let (action, score) = (actions[best], values[best]);
                    report(Thought { action, score, depth, nodes: purse.nodes(), line: vec![action] });
                }
            }
            Phase::Neutral | Phase::Roll(_) | Phase::Event(_) | Phase::Hire(_) | Phase::Over => {}
        }
    }

    fn remember(&mut self, position: &Position, seat: Seat, line: &[Action], value: f32) {
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
        let appraiser = Appraiser::new(network(Group::of(position.variant())));
        let values = appraiser.after_each(position, seat, &actions);
        budget.spend(actions.len() as u64);
        if actions.is_empty() {
            return None;
        }
        let place = temper::pick(&values, self.style.temperature, &mut self.random);
        let action = actions[place];
        let nodes = budget.nodes();
        let mut thought = Thought { action, score: values[place], depth: 1, nodes, line: vec![action] };
        tell(&thought);
        if actions.len() > 1 && self.style.searches {
            let mut own = self.style.own;
            if own == Limits::default() && budget.limits() == Limits::default() {
                own.time = Some(USUAL);
            }
            let mut purse = Purse::new(budget, own);
            self.search(position, seat, &actions, &mut purse, &mut |better| {
                tell(&better);
                thought = better;
            });
        }
        Some(thought)
    }
}
