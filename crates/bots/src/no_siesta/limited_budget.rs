//! A budget with additional limits.

use std::time::Duration;

use crate::{Budget, Limits};

/// A caller's budget together with a bot's own limits, which count from the creation of this value.
pub(super) struct LimitedBudget<'a> {
    budget: &'a mut Budget,
    own: Limits,
    spent_before: u64,
    elapsed_before: Duration,
}

impl<'a> LimitedBudget<'a> {
    /// Adds the bot's own limits to the budget.
    pub(super) fn new(budget: &'a mut Budget, own: Limits) -> Self {
        let (spent_before, elapsed_before) = (budget.nodes(), budget.elapsed());
        Self { budget, own, spent_before, elapsed_before }
    }

    pub(super) fn spend(&mut self, nodes: u64) {
        self.budget.spend(nodes);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    pub(super) fn is_spent(&self) -> bool {
        self.own.nodes.is_some_and(|nodes| self.budget.nodes() - self.spent_before >= nodes)
            || self.own.time.is_some_and(|time| self.budget.elapsed() - self.elapsed_before >= time)
            || self.budget.is_spent()
    }
}
