//! What the events of a table mean for the derived tables of the store.

use std::collections::HashMap;

use club::{Chair, Event, Table, TableId, Time};

use store::{Batch, Derive, Derived, Due, Summary};

/// What follows from events at this moment that led to this table.
pub fn derived(table: &Table, at: Time, events: &[Event]) -> Derived {
    let (mut changed, mut finished) = (false, false);
    for event in events {
        match event {
            Event::Finished { .. } => (changed, finished) = (true, true),
            Event::Created { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Filled { .. }
            | Event::Closed
            | Event::Started { .. }
            | Event::Replaced { .. } => changed = true,
            Event::Played { .. }
            | Event::Happened { .. }
            | Event::TakebackAsked { .. }
            | Event::TakebackAnswered { .. }
            | Event::TakenBack { .. }
            | Event::Rematched { .. }
            | Event::Said { .. }
            | Event::Muted { .. } => {}
        }
    }
    Derived {
        summary: changed.then(|| summary(table)),
        result: if finished { club::result(table) } else { None },
        due: due(table, at, events),
    }
}

/// When somebody has to look after the table. A bot waits since the event that made it its turn.
fn due(table: &Table, at: Time, events: &[Event]) -> Due {
    let over = events.iter().any(|event| matches!(event, Event::Finished { .. }));
    let works = table.needs_work() && events.iter().any(Event::changes_game);
    if !over && !works {
        return Due::Unchanged;
    }
    let bots = table.live().is_some_and(|game| game.waiting_bots().next().is_some());
    let deadline = table.deadline().map(|(time, _)| time);
    if bots { Due::At(at) } else { deadline.map_or(Due::Never, Due::At) }
}

/// Whether the events matter for lists and results at all.
pub fn concerns_lists(events: &[Event]) -> bool {
    events
        .iter()
        .any(|event| !matches!(event, Event::Played { .. } | Event::Happened { .. } | Event::Said { .. }))
}

fn summary(table: &Table) -> Summary {
    Summary {
        stage: table.stage(),
        game: table.options.variant.game().to_string(),
        terms: table.options.terms(),
        public: table.options.public,
        open: table.chairs.iter().filter(|chair| **chair == Chair::Open).count() as u8,
        work: table.needs_work(),
        changed: table.changed,
        people: table.people().collect(),
    }
}

/// Reads the events of a batch.
pub fn read(batch: &Batch) -> Result<Vec<Event>, String> {
    serde_json::from_str(&batch.events).map_err(|error| format!("batch {}: {error}", batch.id))
}

/// Adds a batch to a table, or makes the table of its first.
pub fn fold(table: Option<Table>, batch: &Batch, events: &[Event]) -> Result<Table, String> {
    let wrong = |error: club::FoldError| format!("table {}: {error}", batch.table);
    let (mut table, rest) = match (table, events) {
        (Some(table), rest) if table.seq == batch.after => (table, rest),
        (None, [created, rest @ ..]) if batch.after == 0 => {
            (Table::new(batch.table, batch.at, created).map_err(wrong)?, rest)
        }
        (_, _) => {
            return Err(format!("table {}: batch {} does not follow the one before", batch.table, batch.id));
        }
    };
    for event in rest {
        table.fold(batch.at, event).map_err(wrong)?;
    }
    Ok(table)
}

/// Folds all tables of the club side by side, for a rebuild.
pub fn rebuilder() -> Derive {
    let mut tables: HashMap<TableId, Table> = HashMap::new();
    Box::new(move |batch| {
        let events = read(batch)?;
        let table = fold(tables.remove(&batch.table), batch, &events)?;
        let derived = derived(&table, batch.at, &events);
        tables.insert(batch.table, table);
        Ok(derived)
    })
}
