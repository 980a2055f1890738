//! Whether everything that was acknowledged is stored, and only once.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, ensure};
use serde_json::Value;

use super::server::{Folder, program};
use super::tally::{Acknowledged, Counts};

/// What became of the acknowledged moves.
#[derive(Clone, Default, Debug)]
pub(super) struct Kept {
    pub(super) acknowledged: usize,
    pub(super) lost: Vec<Acknowledged>,
    /// Moves of honest players that are stored, but were not acknowledged: the table, the seat and the event.
    pub(super) doubled: Vec<(String, String, u64)>,
}

/// The moves of each seat of each table, with the numbers of their events.
type Stored = BTreeMap<(String, String), Vec<(u64, String)>>;

/// Compares the acknowledged moves with what is stored. The server has been killed before.
pub(super) fn check(folder: &Folder, counts: &Counts) -> anyhow::Result<Kept> {
    let seats: BTreeSet<(String, String)> =
        counts.moves.iter().map(|played| (played.table.clone(), played.seat.clone())).collect();
    let mut stored = stored(folder, &seats)?;
    let mut kept = Kept { acknowledged: counts.moves.len(), ..Kept::default() };
    for played in &counts.moves {
        let moves = stored.entry((played.table.clone(), played.seat.clone())).or_default();
        let is_it = |(seq, text): &(u64, String)| {
            (played.after + 1..=played.until).contains(seq) && *text == played.text
        };
        match moves.iter().position(is_it) {
            Some(place) => drop(moves.remove(place)),
            None => kept.lost.push(played.clone()),
        }
    }
    let answered = stored.into_iter().filter(|(seat, _)| !counts.unanswered.contains(seat));
    for ((table, seat), moves) in answered {
        kept.doubled.extend(moves.into_iter().map(|(seq, _)| (table.clone(), seat.clone(), seq)));
    }
    Ok(kept)
}

/// The stored moves of these seats.
fn stored(folder: &Folder, seats: &BTreeSet<(String, String)>) -> anyhow::Result<Stored> {
    let output = program("export", &folder.data())?.output().context("cannot start the export")?;
    ensure!(output.status.success(), "the export failed: {}", String::from_utf8_lossy(&output.stderr));
    let mut stored = Stored::new();
    for line in output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let line: Value = serde_json::from_slice(line).context("the export is not JSON")?;
        let (Some(table), Some(events)) = (line["table"].as_str(), line["events"].as_array()) else {
            continue;
        };
        for (seq, event) in (line["after"].as_u64().unwrap_or_default() + 1..).zip(events) {
            let (Some(seat), Some(text)) = (event["seat"].as_str(), event["text"].as_str()) else { continue };
            let seat = (table.to_owned(), seat.to_owned());
            if event["type"] == "played" && seats.contains(&seat) {
                stored.entry(seat).or_default().push((seq, text.to_owned()));
            }
        }
    }
    Ok(stored)
}
