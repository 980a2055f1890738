//! `sobremesa export`: writes people and tables as JSON lines.
//!
//! It never exports the seeds of running games, passwords, sessions or tokens.

use std::io::Write;

use anyhow::{Context, bail};
use club::{PersonId, TableId};
use house::people::name::Name;
use serde::Serialize;
use serde_json::value::RawValue;
use store::{AccountKind, Batch, Person, Store, report_unreadable};

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
        return batches.iter().try_for_each(|batch| write_batch(batch, read_events(batch)?, out));
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
    let mut after = 0;
    loop {
        let batches = match person {
            None => store.read_log(after, PAGE_SIZE).await?,
            Some(person) => store.read_log_of_person(person, after, PAGE_SIZE).await?,
        };
        let Some(last) = batches.last() else { return Ok(()) };
        after = last.id;
        for batch in &batches {
            match read_events(batch) {
                Ok(events) => write_batch(batch, events, out)?,
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

fn read_events(batch: &Batch) -> anyhow::Result<&RawValue> {
    serde_json::from_str(&batch.events).with_context(|| format!("batch {} cannot be read", batch.id))
}

fn write_batch(batch: &Batch, events: &RawValue, out: &mut impl Write) -> anyhow::Result<()> {
    let line = BatchLine { table: batch.table, after: batch.after, at: batch.at.0, events };
    writeln!(out, "{}", serde_json::to_string(&line)?)?;
    Ok(())
}
