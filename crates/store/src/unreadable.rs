//! Tells the operator of tables, people and analyses that cannot be read, once for each of them.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex, PoisonError};

use club::{PersonId, TableId};

/// How many rows are remembered as reported. Beyond that the file is damaged as a whole, and more lines tell nothing new.
const MAX_REPORTED: usize = 10_000;

/// What a row is about, and its identity; `None` if it does not even have one.
type Reported = (Subject, Option<i64>);

/// The rows that were reported by this process.
static REPORTED: LazyLock<Mutex<HashSet<Reported>>> = LazyLock::new(Mutex::default);

/// What a row is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Subject {
    Table,
    Person,
    Analysis,
}

impl Subject {
    /// The column with its identity.
    pub(crate) fn column(self) -> &'static str {
        match self {
            Self::Table | Self::Analysis => "table_id",
            Self::Person => "id",
        }
    }
}

/// Logs that a table cannot be read, and counts it, the first time that this process finds it so.
pub fn report_unreadable(table: TableId, why: &str) {
    report_row(Subject::Table, Some(table.0.cast_signed()), why);
}

/// Logs that a person cannot be read, the first time that this process finds it so.
pub fn report_unreadable_person(person: PersonId, why: &str) {
    report_row(Subject::Person, Some(person.0.cast_signed()), why);
}

/// The same for a row of which at least the identity may be known.
pub(crate) fn report_row(subject: Subject, id: Option<i64>, why: &str) {
    if !is_new(subject, id) {
        return;
    }
    match (subject, id.map(i64::cast_unsigned)) {
        (Subject::Table, Some(table)) => {
            metrics::counter!("sobremesa_unreadable_tables").increment(1);
            let table = TableId(table);
            tracing::error!(%table, why, "a table cannot be read and is left out; all others go on");
        }
        (Subject::Table | Subject::Analysis, None) => {
            tracing::error!(why, "a row that names no table cannot be read and is left out");
        }
        (Subject::Person, Some(person)) => {
            let person = PersonId(person);
            tracing::error!(%person, why, "a person cannot be read and is left out; all others go on");
        }
        (Subject::Person, None) => {
            tracing::error!(why, "a row that names no person cannot be read and is left out");
        }
        (Subject::Analysis, Some(table)) => {
            let table = TableId(table);
            tracing::error!(%table, why, "an analysis cannot be read and is left out; all others go on");
        }
    }
}

fn is_new(subject: Subject, id: Option<i64>) -> bool {
    let mut reported = REPORTED.lock().unwrap_or_else(PoisonError::into_inner);
    reported.len() < MAX_REPORTED && reported.insert((subject, id))
}
