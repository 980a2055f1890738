//! Many games on servers that fail: players, what they received, and the check that it is true.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ::club::Pool;
use game::Random;
use serde_json::{Value, json};

use crate::club::{Club, PATIENCE, Who};
use crate::player::{Acknowledged, Events, Form, MOMENT, Peer, Played, all_events, play_by_stream};

/// All moves and events, by table and person.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) moves: Vec<Acknowledged>,
    pub(crate) seen: Vec<(String, Peer, Events)>,
    pub(crate) breaks: usize,
    pub(crate) finished: usize,
}

impl Notes {
    pub(crate) fn add(&mut self, table: &str, peer: &Peer, played: Played) {
        self.finished +=
            usize::from(played.seen.last().is_some_and(|(_, event)| event["type"] == "finished"));
        self.moves.extend(played.moves);
        self.breaks += played.breaks;
        self.seen.push((table.to_owned(), peer.clone(), played.seen));
    }
}

/// What all players share.
#[derive(Default)]
pub(crate) struct Evening {
    pub(crate) over: AtomicBool,
    /// Whether games are played to their end after that.
    pub(crate) to_the_end: bool,
    pub(crate) notes: Mutex<Notes>,
}

impl Evening {
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// Whether games are left unfinished.
    fn is_left(&self) -> bool {
        !self.to_the_end && self.is_over()
    }
}

pub(crate) fn create_table(peer: &Peer, game: &str, seats: &Value, more: &Value) -> String {
    let mut said = json!({ "game": game, "seats": seats });
    said.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let answer = peer.post_once("/api/v1/tables", &said);
    answer.is(201);
    answer.json()["id"].as_str().unwrap().to_owned()
}

/// Creates one table after the other, and tells the other players.
pub(crate) fn host(
    peer: &Peer,
    game: &str,
    seats: &Value,
    rated: bool,
    tell: &[Sender<String>],
    evening: &Evening,
    seed: u64,
) {
    let mut random = Random::new(seed);
    while !evening.is_over() {
        let table = create_table(peer, game, seats, &json!({ "rated": rated }));
        for other in tell {
            // A player who has stopped takes no more seats.
            let _ = other.send(table.clone());
        }
        let form = if random.below(2) == 0 { Form::Sse } else { Form::Lines };
        let played = play_by_stream(peer, &table, form, &mut random, &|| evening.is_left());
        evening.notes.lock().unwrap().add(&table, peer, played);
    }
}

/// Plays at the tables that the host names.
pub(crate) fn guest(peer: &Peer, told: &Receiver<String>, evening: &Evening, seed: u64) {
    let mut random = Random::new(seed);
    while let Ok(table) = told.recv() {
        let joined = peer.post_once(&format!("/api/v1/tables/{table}/join"), &Value::Null);
        assert!(joined.status == 200 || joined.code() == "already-seated", "{}", joined.text());
        let form = if random.below(2) == 0 { Form::Sse } else { Form::Lines };
        let played = play_by_stream(peer, &table, form, &mut random, &|| evening.is_left());
        evening.notes.lock().unwrap().add(&table, peer, played);
    }
}

/// Ratings and results of everybody, as text.
pub(crate) fn standings(club: &Club, people: &[Who]) -> String {
    let mut all = String::new();
    for pool in Pool::ALL {
        for kind in ["human", "bot"] {
            all += &club.get(&Who::nobody(), &format!("/api/v1/leaderboards/{pool}?kind={kind}")).text();
        }
        for who in people {
            all += &club.get(&Who::nobody(), &format!("/api/v1/people/{}/ratings/{pool}", who.name)).text();
        }
    }
    for who in people {
        all += &club.get(&Who::nobody(), &format!("/api/v1/people/{}", who.name)).text();
    }
    all
}

pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "waited for {what} in vain");
        thread::sleep(5 * MOMENT);
    }
}

/// The standings once they no longer change: bots may still be finishing games.
pub(crate) fn settled_standings(club: &Club, members: &[Who]) -> String {
    wait_for("results that stay", || {
        let before = standings(club, members);
        thread::sleep(Duration::from_millis(100));
        (standings(club, members) == before).then_some(before)
    })
}

/// Checks that every acknowledged move is stored, and that everybody received every event once and in order.
/// Returns the number of tables.
pub(crate) fn check_notes(notes: &Notes) -> usize {
    let mut logs: HashMap<&str, Events> = HashMap::new();
    for (table, peer, seen) in &notes.seen {
        let log = logs.entry(table).or_insert_with(|| all_events(peer, table));
        let numbers = log.iter().map(|(number, _)| *number);
        assert!(numbers.eq(1..=log.len() as u64), "{table}");
        assert_eq!(*seen, log[..seen.len()], "{table} as {} saw it", peer.who.name);
    }
    for one in &notes.moves {
        let log = &logs[one.table.as_str()];
        let played = json!({ "type": "played", "seat": one.seat, "text": one.text });
        assert_eq!(log[one.expected as usize].1, played, "{one:?}");
        // The move, and what chance or the end of the game added to it.
        let rest = &log[one.expected as usize + 1..one.seq as usize];
        assert!(rest.iter().all(|(_, event)| event["type"] == "happened" || event["type"] == "finished"));
    }
    logs.len()
}
