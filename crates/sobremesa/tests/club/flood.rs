//! Somebody who opens far more tables with long searches than the server has cores, and others who play meanwhile.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::club::{Club, PATIENCE, Table, Who};

/// How many tables are opened: few enough for every day, and a thousand with `SOBREMESA_NIGHTLY` set.
pub(crate) fn tables(usual: usize) -> usize {
    if std::env::var_os("SOBREMESA_NIGHTLY").is_some() { 1_000 } else { usual }
}

/// Opens a table with a bot at which it is the bot's turn.
pub(crate) fn bot_to_act(club: &Club, who: &Who, level: u8) -> (Table, u64) {
    let answer =
        club.post(who, "/api/v1/tables", &json!({ "game": "siesta", "seats": ["me", { "bot": level }] }));
    let said = answer.is(201).json();
    let table = Table::of(&said);
    let mut seq = said["seq"].as_u64().unwrap();
    if said["game"]["to_act"].as_array().unwrap().contains(&said["you"]) {
        let (at, actions) = club.actions(who, &table);
        seq = club.play(who, &table, at, &actions[0]).is(200).json()["seq"].as_u64().unwrap();
    }
    (table, seq)
}

/// Waits until a bot has acted after this event; returns how long that took.
pub(crate) fn wait_for_bot(club: &Club, table: &Table, seq: u64) -> Duration {
    let began = Instant::now();
    while club.seq(table) <= seq {
        assert!(began.elapsed() < PATIENCE, "the bot does not act");
        thread::sleep(Duration::from_millis(5));
    }
    began.elapsed()
}

/// How long a bot of this level takes to answer somebody new.
pub(crate) fn answer_time(club: &Club, level: u8) -> Duration {
    let guest = club.guest();
    let (table, seq) = bot_to_act(club, &guest, level);
    wait_for_bot(club, &table, seq)
}

/// How many searches of a kind have begun, or are running or waiting.
pub(crate) fn searches(club: &Club, of: &str, kind: &str) -> usize {
    club.measured(&format!("sobremesa_searches_{of}{{kind=\"{kind}\"}}")) as usize
}
