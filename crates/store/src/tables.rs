//! Summaries of tables, from which lists are made.

use club::{PersonId, Stage, TableId, Time};

/// What lists show of a table and filter by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Waiting, playing, finished or closed.
    pub stage: Stage,
    /// The game, as its rules name it.
    pub game: String,
    /// Everything that the players of a quick match agree on, as one text.
    pub terms: String,
    /// Whether the table is listed.
    pub public: bool,
    /// The number of seats that anybody may take.
    pub open: u8,
    /// Whether the table has bots or clocks, which need work while the game runs.
    pub work: bool,
    /// When the summary last changed.
    pub changed: Time,
    /// All who sit at the table or are invited.
    pub people: Vec<PersonId>,
    /// Who created it; `None` in rows that an earlier version wrote.
    pub host: Option<PersonId>,
}

/// How many tables of a host are not over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HostedTables {
    /// Those that are listed and wait for people.
    pub waiting: u32,
    /// Those that wait or are played, listed or not.
    pub unfinished: u32,
}

/// Which tables to list. A field that is `None` or `false` does not filter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableFilter {
    /// Only tables in this stage.
    pub stage: Option<Stage>,
    /// Only tables of this game.
    pub game: Option<String>,
    /// Only tables on these terms.
    pub terms: Option<String>,
    /// Only tables with this person.
    pub person: Option<PersonId>,
    /// Only tables that are listed.
    pub public: bool,
    /// Only tables with an open seat.
    pub open: bool,
    /// The cursor of the next page: `changed` and identity of the last table of the page before.
    pub before: Option<(Time, TableId)>,
    /// The size of a page.
    pub limit: u32,
}
