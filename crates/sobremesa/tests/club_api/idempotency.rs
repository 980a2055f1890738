//! The same request with the same key is done once, and answered each time.

use std::thread;

use serde_json::{Value, json};

use crate::club::{Answer, Club, Table, Who};

/// A game of two guests, and whose turn it is.
fn game(club: &Club) -> (Table, Who) {
    let (one, other) = (club.guest(), club.guest());
    let table = club.table(&one, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    club.post(&other, &table.at("/join"), &Value::Null).is(200);
    let state = club.look(&one, &table);
    let first = state["game"]["to_act"][0] == state["you"];
    (table, if first { one } else { other })
}

/// Each thing that can be done with a key: who does it, where, and with which words.
fn deeds(club: &Club) -> Vec<(&'static str, Who, String, Value, Option<Table>)> {
    let waiting = || club.table(&club.guest(), &json!({ "game": "siesta", "seats": ["me", "open", "open"] }));
    let (played, mover) = game(club);
    let (talked, speaker) = game(club);
    let (resigned, loser) = game(club);
    let (joined, left) = (waiting(), waiting());
    let leaver = club.guest();
    club.post(&leaver, &left.at("/join"), &Value::Null).is(200);
    let turn = json!({ "seq": club.seq(&played), "move": "*L4 ^L3 #L2" });
    // Somebody waits for the one match, and nobody for the other.
    let clock = |days: u32| json!({ "correspondence": { "days": days } });
    let quick = |days| json!({ "game": "siesta", "players": 2, "clock": clock(days) });
    let met = Table::of(&club.post(&club.guest(), "/api/v1/match", &quick(1)).json());
    let laid = json!({ "game": "siesta", "seats": ["me", "open"] });
    vec![
        ("create", club.guest(), "/api/v1/tables".to_owned(), laid, None),
        ("play", mover, played.at("/play"), turn, Some(played)),
        ("join", club.guest(), joined.at("/join"), Value::Null, Some(joined)),
        ("leave", leaver, left.at("/leave"), Value::Null, Some(left)),
        ("chat", speaker, talked.at("/chat"), json!({ "room": "all", "text": "hello" }), Some(talked)),
        ("resign", loser, resigned.at("/resign"), Value::Null, Some(resigned)),
        ("match with somebody", club.guest(), "/api/v1/match".to_owned(), quick(1), Some(met)),
        ("match with nobody", club.guest(), "/api/v1/match".to_owned(), quick(2), None),
    ]
}

/// How many tables there are of this person.
fn tables_of(club: &Club, who: &Who) -> usize {
    club.get(who, "/api/v1/tables?person=me").json()["tables"].as_array().unwrap().len()
}

#[test]
fn the_same_request_one_after_the_other_is_done_once() {
    let club = Club::open();
    for (name, who, path, said, table) in deeds(&club) {
        let before = table.as_ref().map(|table| club.seq(table));
        let tables = tables_of(&club, &who);
        let ask = |key: &str| club.ask_with(&who, "POST", &path, &[("idempotency-key", key)], &said);
        let (first, again) = (ask("one"), ask("one"));
        assert!(first.status < 300, "{name}: {}", first.text());
        assert_eq!((again.status, again.json()), (first.status, first.json()), "{name}");
        assert!(tables_of(&club, &who) <= tables + 1, "{name}");
        if let (Some(table), Some(before)) = (&table, before) {
            let events = club.seq(table) - before;
            // To join the match begins the game, and after who resigns a bot plays on.
            let one = if name.starts_with("match") { 2 } else { 1 };
            assert!(events == one || name == "resign", "{name}: {events}");
        }
    }
}

#[test]
fn the_same_request_many_times_at_once_is_done_once() {
    let club = Club::open();
    for (name, who, path, said, table) in deeds(&club) {
        let before = table.as_ref().map(|table| club.seq(table));
        let tables = tables_of(&club, &who);
        let ask = || club.ask_with(&who, "POST", &path, &[("idempotency-key", "one")], &said);
        let answers: Vec<Answer> = thread::scope(|scope| {
            let asking: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
            asking.into_iter().map(|asking| asking.join().unwrap()).collect()
        });
        for answer in &answers {
            assert!(answer.status < 300, "{name}: {}", answer.text());
            assert_eq!(answer.json(), answers[0].json(), "{name}");
        }
        assert!(tables_of(&club, &who) <= tables + 1, "{name}");
        if let (Some(table), Some(before)) = (&table, before) {
            let events = club.seq(table) - before;
            let one = if name.starts_with("match") { 2 } else { 1 };
            assert!(events == one || name == "resign", "{name}: {events}");
        }
    }
}

#[test]
fn a_key_belongs_to_who_used_it_and_a_refusal_does_not_use_it_up() {
    let club = Club::open();
    let (table, mover) = game(&club);
    let play = |who: &Who, seq: u64| {
        let said = json!({ "seq": seq, "move": "*L4 ^L3 #L2" });
        club.ask_with(who, "POST", &table.at("/play"), &[("idempotency-key", "one")], &said)
    };
    play(&mover, 1).is_problem(409, "stale-seq");
    play(&mover, 3).is(200);
    play(&mover, 1).is_problem(422, "key-reused");
    // Somebody else has keys of their own.
    play(&club.guest(), 3).is_problem(403, "not-seated");
}
