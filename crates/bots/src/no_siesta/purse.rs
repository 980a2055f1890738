//! A budget with limits of one's own.

use std::time::Duration;

use crate::{Budget, Limits};

/// What is left of a budget, and of what a bot allows itself where nobody else sets a limit.
pub(super) struct Purse<'a> {
    budget: &'a mut Budget,
    own: Limits,
    spent_before: u64,
    elapsed_before: Duration,
}

impl<'a> Purse<'a> {
    /// The own limits hold in any case.
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
