//! The same request with the same key is done once, and answered each time.

use std::thread;

use serde_json::{Value, json};

use crate::club::{Answer, Club, Table, Who};

const TOKENS: &str = "/api/v1/me/tokens";

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
    let again = club.guest();
    let over = club.table(&again, &json!({ "game": "siesta", "seats": ["me", { "bot": 1 }] }));
    club.post(&again, &over.at("/resign"), &Value::Null).is(200);
    let token = json!({ "label": "phone", "scope": "play" });
    vec![
        ("create", club.guest(), "/api/v1/tables".to_owned(), laid, None),
        ("play", mover, played.at("/play"), turn, Some(played)),
        ("join", club.guest(), joined.at("/join"), Value::Null, Some(joined)),
        ("leave", leaver, left.at("/leave"), Value::Null, Some(left)),
        ("chat", speaker, talked.at("/chat"), json!({ "room": "all", "text": "hello" }), Some(talked)),
        ("resign", loser, resigned.at("/resign"), Value::Null, Some(resigned)),
        ("match with somebody", club.guest(), "/api/v1/match".to_owned(), quick(1), Some(met)),
        ("match with nobody", club.guest(), "/api/v1/match".to_owned(), quick(2), None),
        ("rematch", again, over.at("/rematch"), Value::Null, None),
        ("token", club.member("Tomasa"), TOKENS.to_owned(), token, None),
    ]
}

/// What an answer to the same request has in common with the first: everything, but that a bot may have
/// moved at the table of a rematch meanwhile.
fn in_common(name: &str, answer: &Answer) -> Value {
    if name == "rematch" { answer.json()["id"].clone() } else { answer.json() }
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
        assert_eq!(again.status, first.status, "{name}");
        assert_eq!(in_common(name, &again), in_common(name, &first), "{name}");
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
            assert_eq!(in_common(name, answer), in_common(name, &answers[0]), "{name}");
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

#[test]
fn a_token_is_shown_again_to_the_same_request_of_the_same_session_while_it_is_good() {
    let club = Club::open();
    let ana = club.member("Ana");
    let make = |who: &Who, label: &str| {
        let said = json!({ "label": label, "scope": "play" });
        club.ask_with(who, "POST", TOKENS, &[("idempotency-key", "one")], &said)
    };
    let first = make(&ana, "phone").is(201).json();
    let works = || {
        let bearer = format!("Bearer {}", first["token"].as_str().unwrap());
        club.send("GET", "/api/v1/me", &[("authorization", &bearer)], b"").status
    };
    assert_eq!((make(&ana, "phone").is(201).json(), works()), (first.clone(), 200));
    make(&ana, "desk").is_problem(422, "key-reused");
    // The same words from elsewhere are another request: the secret is nothing to another session.
    make(&club.sign_in("Ana"), "phone").is_problem(422, "key-reused");
    let tokens = club.get(&ana, TOKENS).json();
    assert_eq!(tokens.as_array().unwrap().len(), 1, "{tokens}");
    let path = format!("{TOKENS}/{}", first["id"].as_str().unwrap());
    club.ask(&ana, "DELETE", &path, &Value::Null).is(204);
    make(&ana, "phone").is_problem(404, "not-found");
    assert_eq!(works(), 401);
}

#[test]
fn an_account_is_made_once_and_who_has_not_heard_of_it_asks_again() {
    let club = Club::open();
    let register = |who: &Who, name: &str, password: &str, bot: bool| {
        let said = json!({ "name": name, "password": password, "bot": bot });
        club.ask_with(who, "POST", "/api/v1/people", &[("idempotency-key", "one")], &said)
    };
    let known = |answer: &Answer| club.get(&Who::by_cookie(answer), "/api/v1/me").is(200).json();
    for (name, who) in [("Nobody1", Who::nobody()), ("Guest1", club.guest())] {
        let answers: Vec<Answer> = thread::scope(|scope| {
            let ask = || register(&who, name, "eight and more", false);
            let asking: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            asking.into_iter().map(|asking| asking.join().unwrap()).collect()
        });
        let first = answers[0].is(201).json();
        for answer in &answers {
            assert_eq!((answer.is(201).json(), known(answer)), (first.clone(), first.clone()), "{name}");
        }
        register(&who, name, "eight and less", false).is_problem(409, "name-taken");
        register(&who, name, "eight and more", true).is_problem(409, "name-taken");
    }
    let guest = club.guest();
    let laid = json!({ "game": "siesta", "seats": ["me", "open"] });
    club.ask_with(&guest, "POST", "/api/v1/tables", &[("idempotency-key", "one")], &laid).is(201);
    register(&guest, "Guest2", "eight and more", false).is_problem(422, "key-reused");
    assert_eq!(club.get(&guest, "/api/v1/me").json()["kind"], "guest");
}
