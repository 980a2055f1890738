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
use store::{AccountKind, Batch, Person, Store, StoreError, report_unreadable, report_unreadable_person};

use super::{ExportArgs, log, wait_for};

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
    log::start_warnings()?;
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
        for batch in &batches {
            write_batch(batch, &shown_events(store, batch, &mut HashMap::new()).await?, out)?;
        }
        return Ok(());
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
        for batch in &batches {
            match shown_events(store, batch, &mut deleted).await {
                Ok(events) => write_batch(batch, &events, out)?,
                Err(error) => report_unreadable(batch.table, &error.to_string()),
            }
        }
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

/// The events of a batch as JSON, without the authors who deleted their accounts. `deleted` remembers of each author
/// whether they did.
async fn shown_events<'a>(
    store: &dyn Store,
    batch: &'a Batch,
    deleted: &mut HashMap<PersonId, bool>,
) -> anyhow::Result<Cow<'a, RawValue>> {
    let unreadable = || format!("batch {} cannot be read", batch.id);
    // Batches without messages are written as they are stored, also those that this version does not know.
    if !batch.events.contains("said") {
        let stored: &RawValue = serde_json::from_str(&batch.events).with_context(unreadable)?;
        return Ok(Cow::Borrowed(stored));
    }
    let events = derive::read(batch).map_err(anyhow::Error::msg).with_context(unreadable)?;
    let mut shown = Vec::with_capacity(events.len());
    for event in &events {
        let authorless = is_of_deleted(store, event, deleted).await?;
        shown.push(if authorless { event.without_author() } else { Cow::Borrowed(event) });
    }
    Ok(Cow::Owned(serde_json::value::to_raw_value(&shown)?))
}

fn write_batch(batch: &Batch, events: &RawValue, out: &mut impl Write) -> anyhow::Result<()> {
    let line = BatchLine { table: batch.table, after: batch.after, at: batch.at.0, events };
    writeln!(out, "{}", serde_json::to_string(&line)?)?;
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
    let gone = match store.find_person(*person).await {
        Ok(found) => found.is_some_and(|person| person.kind == AccountKind::Deleted),
        // Whether they deleted their account cannot be known, so their messages are written without their name.
        Err(StoreError::Unreadable(why)) => {
            report_unreadable_person(*person, &why);
            true
        }
        Err(error) => return Err(error.into()),
    };
    deleted.insert(*person, gone);
    Ok(gone)
}
