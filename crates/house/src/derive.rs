//! What the store derives from the events of a table: lists, results, and when it needs work.

use std::collections::{HashMap, HashSet};

use club::{Chair, Event, Table, TableId, Time};

use store::{Batch, Derive, Derived, Due, Summary, report_unreadable};

/// What an event changes in the lists of tables and in the results.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Change {
    /// Nothing that is listed.
    Nothing,
    /// The summary of its table.
    Summary,
    /// The summary, and there is a result.
    Result,
}

fn change(event: &Event) -> Change {
    match event {
        Event::Finished { .. } => Change::Result,
        Event::Created { .. }
        | Event::Joined { .. }
        | Event::Left { .. }
        | Event::Filled { .. }
        | Event::Closed
        | Event::Started { .. }
        | Event::Replaced { .. } => Change::Summary,
        Event::Played { .. }
        | Event::Happened { .. }
        | Event::TakebackAsked { .. }
        | Event::TakebackAnswered { .. }
        | Event::TakenBack { .. }
        | Event::Rematched { .. }
        | Event::Said { .. }
        | Event::Muted { .. } => Change::Nothing,
    }
}

/// The largest change of several events.
fn change_of(events: &[Event]) -> Change {
    events.iter().map(change).max().unwrap_or(Change::Nothing)
}

/// What the store derives from events at this moment that led to this table.
pub fn derived(table: &Table, at: Time, events: &[Event]) -> Derived {
    let change = change_of(events);
    Derived {
        summary: (change >= Change::Summary).then(|| summary(table)),
        result: if change == Change::Result { club::result(table) } else { None },
        due: due(table, at, events),
    }
}

/// When the table needs work. A bot is due at the event that made it its turn.
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

/// Whether the events change lists or results: if not, nothing has to be derived from them but what is due.
pub fn changes_lists(events: &[Event]) -> bool {
    change_of(events) > Change::Nothing
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
        host: Some(table.host),
    }
}

/// Reads the events of a batch.
pub fn read(batch: &Batch) -> Result<Vec<Event>, String> {
    let events: Vec<Event> =
        serde_json::from_str(&batch.events).map_err(|error| format!("batch {}: {error}", batch.id))?;
    if events.len() != batch.count as usize {
        return Err(format!("batch {}: it has {} events instead of {}", batch.id, events.len(), batch.count));
    }
    Ok(events)
}

/// Makes a table of its first events.
pub fn new_table(id: TableId, at: Time, events: &[Event]) -> Result<Table, String> {
    let [created, rest @ ..] = events else { return Err(format!("table {id}: it has no events")) };
    let mut table = Table::new(id, at, created).map_err(|error| format!("table {id}: {error}"))?;
    fold(&mut table, at, rest)?;
    Ok(table)
}

/// Adds events to a table.
pub fn fold(table: &mut Table, at: Time, events: &[Event]) -> Result<(), String> {
    for event in events {
        table.fold(at, event).map_err(|error| format!("table {}: {error}", table.id))?;
    }
    Ok(())
}

/// Adds a batch of the store to a table, or makes the table of its first batch.
pub fn fold_batch(table: Option<Table>, batch: &Batch, events: &[Event]) -> Result<Table, String> {
    match table {
        None if batch.after == 0 => new_table(batch.table, batch.at, events),
        Some(mut table) if table.seq == batch.after => {
            fold(&mut table, batch.at, events)?;
            Ok(table)
        }
        Some(_) | None => {
            Err(format!("table {}: batch {} does not follow the one before", batch.table, batch.id))
        }
    }
}

/// Derives everything again from all batches of the log, in order. Tables that cannot be read are reported, and left out
/// from where that begins.
pub fn rebuilder() -> Derive {
    let mut tables: HashMap<TableId, Table> = HashMap::new();
    let mut unreadable: HashSet<TableId> = HashSet::new();
    Box::new(move |batch| {
        if unreadable.contains(&batch.table) {
            return Ok(Derived::default());
        }
        let before = tables.remove(&batch.table);
        let read = read(batch).and_then(|events| Ok((fold_batch(before, batch, &events)?, events)));
        match read {
            Ok((table, events)) => {
                let derived = derived(&table, batch.at, &events);
                tables.insert(batch.table, table);
                Ok(derived)
            }
            Err(why) => {
                report_unreadable(batch.table, &why);
                unreadable.insert(batch.table);
                Ok(Derived::default())
            }
        }
    })
}
