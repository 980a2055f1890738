//! What one person may have: tables, messages and mutes, so that nobody fills the lists for all others.

use std::sync::Barrier;
use std::thread;

use serde_json::{Value, json};

use crate::club::{Club, Table, Who};

const NOTHING: Value = Value::Null;

fn waiting() -> Value {
    json!({ "game": "siesta", "seats": ["me", "open"], "public": true })
}

fn hidden() -> Value {
    json!({ "game": "siesta", "seats": ["me", "open"] })
}

fn with_a_bot() -> Value {
    json!({ "game": "siesta", "seats": ["me", { "bot": 1 }] })
}

#[test]
fn nobody_fills_the_list_of_waiting_tables() {
    let club = Club::open();
    for (who, most, scoring) in [(club.guest(), 2, "printed"), (club.member("Ana"), 5, "online")] {
        let tables: Vec<Table> = (0..most).map(|_| club.table(&who, &waiting())).collect();
        let refused = club.post(&who, "/api/v1/tables", &waiting());
        refused.is_problem(409, "too-many-tables");
        assert!(refused.text().contains(&format!("more than {most} public tables")), "{}", refused.text());
        // A quick match that would create one more is refused as well, and one that finds somebody is not.
        let terms = json!({ "game": "siesta", "players": 3, "scoring": scoring });
        club.post(&who, "/api/v1/match", &terms).is_problem(409, "too-many-tables");
        let other = club.guest();
        club.post(&other, "/api/v1/match", &terms).is(201);
        club.post(&who, "/api/v1/match", &terms).is(200);
        // Tables that are not listed, or begin at once, fill no list.
        club.table(&who, &hidden());
        club.table(&who, &json!({ "game": "siesta", "seats": ["me", { "bot": 1 }], "public": true }));
        // One that has begun makes room for another, and so does one that is closed.
        club.post(&other, &tables[0].at("/join"), &NOTHING).is(200);
        club.post(&who, &tables[1].at("/leave"), &NOTHING).is(200);
        club.table(&who, &waiting());
        club.table(&who, &waiting());
        club.post(&who, "/api/v1/tables", &waiting()).is_problem(409, "too-many-tables");
    }
}

#[test]
fn invitations_of_others_take_no_table_from_anybody() {
    let club = Club::open_with(&["--rate-limit", "0", "--waiting-tables", "1"]);
    let (ana, berta) = (club.member("Ana"), club.member("Berta"));
    let invites = json!({ "game": "siesta", "seats": ["me", { "invite": "Berta" }], "public": true });
    club.table(&ana, &invites);
    club.post(&ana, "/api/v1/tables", &invites).is_problem(409, "too-many-tables");
    club.table(&berta, &waiting());
}

#[test]
fn nobody_has_more_unfinished_tables_than_they_may_however_many_they_ask_for_at_once() {
    let limits = ["--rate-limit", "0", "--guest-unfinished-tables", "3", "--unfinished-tables", "4"];
    let club = Club::open_with(&limits);
    for (who, most) in [(club.guest(), 3), (club.member("Ana"), 4)] {
        let start = Barrier::new(10);
        let answers: Vec<u16> = thread::scope(|scope| {
            let ask = || {
                start.wait();
                club.post(&who, "/api/v1/tables", &hidden()).status
            };
            let asked: Vec<_> = (0..10).map(|_| scope.spawn(ask)).collect();
            asked.into_iter().map(|asked| asked.join().unwrap()).collect()
        });
        assert_eq!(answers.iter().filter(|status| **status == 201).count(), most, "{answers:?}");
        assert_eq!(answers.iter().filter(|status| **status == 409).count(), 10 - most, "{answers:?}");
        let refused = club.post(&who, "/api/v1/tables", &with_a_bot());
        refused.is_problem(409, "too-many-tables");
        let list = club.get(&who, "/api/v1/tables?person=me").json();
        let first = Table::of(&list["tables"][0]);
        club.post(&who, &first.at("/leave"), &NOTHING).is(200);
        club.table(&who, &with_a_bot());
    }
}

#[test]
fn a_request_that_is_repeated_by_its_key_is_answered_though_the_quota_is_used_up() {
    let club = Club::open_with(&["--rate-limit", "0", "--guest-unfinished-tables", "1"]);
    let guest = club.guest();
    let key = [("idempotency-key", "once")];
    let ask = || club.ask_with(&guest, "POST", "/api/v1/tables", &key, &hidden());
    let first = ask();
    first.is(201);
    assert_eq!(ask().is(201).json()["id"], first.json()["id"]);
    club.post(&guest, "/api/v1/tables", &hidden()).is_problem(409, "too-many-tables");
}

#[test]
fn all_guests_at_one_address_create_a_limited_number_of_tables_in_an_hour() {
    let club = Club::open_with(&["--guest-tables-per-hour", "3", "--trust-proxy"]);
    let from = |who: &Who, address: &str, path: &str, said: &Value| {
        club.ask_with(who, "POST", path, &[("x-forwarded-for", address)], said)
    };
    let create = |address: &str| from(&club.guest(), address, "/api/v1/tables", &hidden());
    for _ in 0..2 {
        create("192.0.2.1").is(201);
    }
    // Without a cookie, as a browser that comes for the first time.
    let form = [("x-forwarded-for", "192.0.2.1"), ("content-type", "application/x-www-form-urlencoded")];
    club.send("POST", "/friend", &form, b"").is(303);
    let refused = create("192.0.2.1");
    refused.is_problem(429, "too-many-requests");
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=1200).contains(&wait), "{wait}");
    from(&club.guest(), "192.0.2.1", "/api/v1/match", &json!({ "game": "siesta", "players": 2 }))
        .is_problem(429, "too-many-requests");
    create("192.0.2.2").is(201);
    let member = club.member("Ana");
    for _ in 0..4 {
        from(&member, "192.0.2.1", "/api/v1/tables", &hidden()).is(201);
    }
}

#[test]
fn messages_and_mutes_are_limited_over_all_tables_together() {
    let club = Club::open_with(&["--messages-per-minute", "6"]);
    let (ana, berta) = (club.member("Ana"), club.member("Berta"));
    let tables: Vec<Table> = (0..4).map(|_| club.table(&ana, &waiting())).collect();
    let say = |who: &Who, table: &Table| {
        club.post(who, &table.at("/chat"), &json!({ "room": "all", "text": "hello" }))
    };
    for number in 0..5 {
        say(&berta, &tables[number % 4]).is(200);
    }
    let mute = json!({ "person": ana.id, "muted": true });
    club.post(&berta, &tables[0].at("/mute"), &mute).is(200);
    for answer in [say(&berta, &tables[1]), club.post(&berta, &tables[1].at("/mute"), &mute)] {
        answer.is_problem(429, "too-many-messages");
        let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=10).contains(&wait), "{wait}");
    }
    say(&ana, &tables[1]).is(200);
}

#[test]
fn only_people_of_a_table_can_be_muted() {
    let club = Club::open();
    let (ana, berta, stranger) = (club.guest(), club.guest(), club.guest());
    let table = club.table(&ana, &waiting());
    club.post(&berta, &table.at("/join"), &NOTHING).is(200);
    let mute = |whom: &Who| club.post(&ana, &table.at("/mute"), &json!({ "person": whom.id, "muted": true }));
    mute(&berta).is(200);
    mute(&stranger).is_problem(422, "not-at-table");
    let said = json!({ "room": "spectators", "text": "hello" });
    club.post(&stranger, &table.at("/chat"), &said).is(200);
    mute(&stranger).is(200);
}

#[test]
fn the_limits_of_talk_tokens_and_analyses_are_settings() {
    let limits = ["--table-messages", "2", "--mutes", "1", "--tokens", "1", "--club-analyses", "0"];
    let club = Club::open_with(&[&["--rate-limit", "0"], &limits[..]].concat());
    let (ana, berta, clara) = (club.member("Ana"), club.guest(), club.guest());
    let table = club.table(&ana, &json!({ "game": "siesta", "seats": ["me", "open", "open"] }));
    for who in [&berta, &clara] {
        club.post(who, &table.at("/join"), &NOTHING).is(200);
    }
    let say = || club.post(&ana, &table.at("/chat"), &json!({ "room": "all", "text": "hello" }));
    say().is(200);
    say().is(200);
    let refused = say();
    refused.is_problem(429, "too-many-messages");
    assert_eq!(refused.header("retry-after"), Some("10"));
    assert!(refused.text().contains("at most 2 messages in 10 seconds"), "{}", refused.text());
    let mute = |whom: &Who| club.post(&ana, &table.at("/mute"), &json!({ "person": whom.id, "muted": true }));
    mute(&berta).is(200);
    let refused = mute(&clara);
    refused.is_problem(409, "too-many-muted");
    assert!(refused.text().contains("more than 1 people"), "{}", refused.text());
    club.token(&ana, "read");
    let token = json!({ "label": "another", "scope": "read" });
    let refused = club.post(&ana, "/api/v1/me/tokens", &token);
    refused.is_problem(409, "too-many-tokens");
    assert!(refused.text().contains("more than 1 tokens"), "{}", refused.text());
    let finished = club.table(&ana, &with_a_bot());
    club.post(&ana, &finished.at("/resign"), &NOTHING).is(200);
    let refused = club.post(&ana, &format!("/t/{}/replay/analyse", finished.id), &NOTHING);
    refused.is_problem(503, "busy");
    assert_eq!(refused.header("retry-after"), Some("5"));
}

#[test]
fn without_limits_of_talk_and_tokens_nobody_is_refused() {
    let club = Club::open_with(&["--rate-limit", "0", "--table-messages", "0", "--tokens", "0"]);
    let ana = club.member("Ana");
    let table = club.table(&ana, &hidden());
    for _ in 0..30 {
        club.post(&ana, &table.at("/chat"), &json!({ "room": "all", "text": "hello" })).is(200);
        club.token(&ana, "read");
    }
}
