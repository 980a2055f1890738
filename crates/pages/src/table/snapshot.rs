//! What a browser needs of the page of a table to render the game after a choice by itself.

use club::view::TableView;
use club::{Attendance, PersonId, State, Time, Variant};
use game::Viewer;
use serde::{Deserialize, Serialize};

use super::TablePage;
use crate::names::Names;
use crate::query::Query;
use crate::snapshot::Steps;
use crate::words::Words;

/// A game that is on, as one of its players sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableSnapshot {
    /// The table without its chat, and without the position, which follows from the steps.
    table: TableView,
    person: Option<PersonId>,
    steps: Steps,
    confirm: bool,
}

impl TableSnapshot {
    /// The snapshot of a page; `None` unless its person plays. Nobody else has anything to choose.
    pub fn of(page: &TablePage) -> Option<Self> {
        if !page.plays() {
            return None;
        }
        let mut table = page.table.clone();
        table.chat.clear();
        if let Some(game) = &mut table.game {
            game.position.clear();
        }
        Some(Self { table, person: page.person, steps: Steps(page.steps.clone()), confirm: page.confirm })
    }

    /// The page with another choice; `None` if the steps are no game of this variant. The chat and who is connected are
    /// not on it.
    pub fn page(self, words: Words, query: Query) -> Option<TablePage> {
        let Self { mut table, person, steps: Steps(steps), confirm } = self;
        let mut state = State::start(Variant::try_from(table.variant.clone()).ok()?);
        for step in &steps {
            state.repeat(step).ok()?;
        }
        let state = state.view(table.you.map_or(Viewer::Spectator, Viewer::Seat));
        if let Some(game) = &mut table.game {
            game.position = state.text();
        }
        Some(TablePage {
            words,
            names: Names::at(words, &table),
            table,
            person,
            state: Some(state),
            steps,
            resigned: None,
            accuracies: Vec::new(),
            rating_changes: Vec::new(),
            query,
            refused_turn: None,
            confirm,
            address: String::new(),
            now: Time::default(),
            alert: None,
            hint: None,
            attendance: Attendance { seats: Vec::new(), others: 0 },
        })
    }

    /// The table that the snapshot is of.
    pub fn path(&self) -> String {
        format!("/t/{}", self.table.id)
    }
}
