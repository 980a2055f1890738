//! `sobremesa export`: writes people and tables as JSON lines.
//!
//! It never exports the seeds of running games, passwords, sessions or tokens. Messages of people who deleted their
//! accounts have no author.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;

use anyhow::{Context, bail};
use club::{Event, PersonId, TableId};
use house::derive;
use house::people::name::Name;
use serde::Serialize;
use serde_json::value::RawValue;
use store::{AccountKind, Batch, Person, Store};

use super::{ExportArgs, wait_for};

/// How many batches or people are read from the store at once.
const PAGE_SIZE: u32 = 1000;

#[derive(Serialize)]
struct PersonLine<'a> {
    person: PersonId,
    name: Option<&'a str>,
    kind: &'static str,
    since: u64,
}

#[derive(Serialize)]
struct BatchLine<'a> {
    table: TableId,
    after: u64,
    at: u64,
    events: &'a RawValue,
}

pub(crate) fn run(args: &ExportArgs, out: &mut impl Write) -> anyhow::Result<()> {
    wait_for(async {
        let store = args.data.open().await?;
        let done = export(&*store, args, out).await;
        store.close().await;
        done
    })
}

async fn export(store: &dyn Store, args: &ExportArgs, out: &mut impl Write) -> anyhow::Result<()> {
    if let Some(table) = args.table {
        let batches = store.read_batches(table, 0).await?;
        if batches.is_empty() {
            bail!("there is no table {table}");
        }
        return write_batches(store, &batches, &mut HashMap::new(), out).await;
    }
    let person = match &args.person {
        None => {
            let mut last = None;
            loop {
                let people = store.list_people(last, PAGE_SIZE).await?;
                let Some(person) = people.last() else { break };
                last = Some(person.id);
                people.iter().try_for_each(|person| write_person(person, out))?;
            }
            None
        }
        Some(name) => {
            let skeleton = name.parse::<Name>()?.skeleton();
            let person = store.find_person_by_name(&skeleton).await?;
            let person = person.with_context(|| format!("there is nobody called {name}"))?;
            write_person(&person, out)?;
            Some(person.id)
        }
    };
    let (mut after, mut deleted) = (0, HashMap::new());
    loop {
        let batches = match person {
            None => store.read_log(after, PAGE_SIZE).await?,
            Some(person) => store.read_log_of_person(person, after, PAGE_SIZE).await?,
        };
        let Some(last) = batches.last() else { return Ok(()) };
        after = last.id;
        write_batches(store, &batches, &mut deleted, out).await?;
    }
}

fn write_person(person: &Person, out: &mut impl Write) -> anyhow::Result<()> {
    let kind = match person.kind {
        AccountKind::Guest => "guest",
        AccountKind::Member => "member",
        AccountKind::Bot => "bot",
        AccountKind::Deleted => "deleted",
    };
    let line = PersonLine { person: person.id, name: person.name.as_deref(), kind, since: person.since.0 };
    writeln!(out, "{}", serde_json::to_string(&line)?)?;
    Ok(())
}

/// Writes batches. `deleted` remembers of each author whether the account was deleted.
async fn write_batches(
    store: &dyn Store,
    batches: &[Batch],
    deleted: &mut HashMap<PersonId, bool>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    for batch in batches {
        // Batches without messages are written as they are stored, also those that this version cannot read.
        let mut events: Cow<'_, str> = Cow::Borrowed(&batch.events);
        if batch.events.contains("said")
            && let Ok(read) = derive::read(batch)
        {
            let mut shown = Vec::with_capacity(read.len());
            for event in &read {
                shown.push(if is_of_deleted(store, event, deleted).await? {
                    event.without_author()
                } else {
                    Cow::Borrowed(event)
                });
            }
            events = Cow::Owned(serde_json::to_string(&shown)?);
        }
        let events: &RawValue = serde_json::from_str(&events)?;
        let line = BatchLine { table: batch.table, after: batch.after, at: batch.at.0, events };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    }
    Ok(())
}

/// Whether this is a message of somebody who deleted their account.
async fn is_of_deleted(
    store: &dyn Store,
    event: &Event,
    deleted: &mut HashMap<PersonId, bool>,
) -> anyhow::Result<bool> {
    let Event::Said { person, .. } = event else { return Ok(false) };
    if let Some(known) = deleted.get(person) {
        return Ok(*known);
    }
    let gone = store.find_person(*person).await?.is_some_and(|person| person.kind == AccountKind::Deleted);
    deleted.insert(*person, gone);
    Ok(gone)
}
