//! Secrets are shown only to their owner, and only once.

use serde_json::{Value, json};

use crate::club::{Club, PASSWORD, Who};

const NOTHING: Value = Value::Null;

/// How often a text was sent, and in response to what.
fn said(club: &Club, secret: &str) -> Vec<String> {
    let transcript = club.transcript.lock().unwrap();
    let times = transcript
        .iter()
        .flat_map(|(request, said)| std::iter::repeat_n(request.clone(), said.matches(secret).count()));
    times.collect()
}

/// A text that looks like an IP address or an email address.
fn looks_private(text: &str) -> Option<&str> {
    let of = |word: &&str| {
        let parts: Vec<&str> = word.split(':').next().unwrap_or_default().split('.').collect();
        let ip = parts.len() == 4 && parts.iter().all(|part| part.parse::<u8>().is_ok());
        ip || word.split_once('@').is_some_and(|(name, domain)| !name.is_empty() && domain.contains('.'))
    };
    let apart = |c: char| c.is_whitespace() || "\"',;=()[]{}/".contains(c);
    text.split(apart).find(of)
}

fn keeps_secrets(args: &[&str]) {
    let mut club = Club::open_with(args);
    let wrong = "a guess that is wrong";
    let (ana, berta, looker) = (club.member("Ana"), club.member("Berta"), club.guest());
    let again = club.sign_in("Berta");
    let bad = json!({ "name": "Ana", "password": wrong });
    club.post(&Who::nobody(), "/api/v1/session", &bad).is(401);
    let new_password = "the words that came later";
    let change = json!({ "password": PASSWORD, "new_password": new_password });
    club.ask(&ana, "PATCH", "/api/v1/me", &change).is(200);
    let (play, read) = (club.token(&ana, "play"), club.token(&berta, "read"));
    // A game with dice, seen by everybody in every way.
    let table = club.table(
        &play,
        &json!({ "game": "no-siesta", "seats": ["me", "open"], "rated": true, "public": true }),
    );
    let streams = [
        club.stream(&ana, &table.at("/stream"), &[]),
        club.stream(&looker, &table.at("/stream"), &[("accept", "text/event-stream")]),
        club.stream(&Who::nobody(), &table.at("/stream?after=0"), &[]),
        club.stream(&read, "/api/v1/me/stream", &[]),
    ];
    club.post(&berta, &table.at("/join"), &NOTHING).is(200);
    for _ in 0..12 {
        for (who, looks) in [(&play, &ana), (&again, &read)] {
            let (seq, actions) = club.actions(looks, &table);
            if let Some(action) = actions.first() {
                club.play(who, &table, seq, action).is(200);
                let late = club.play(who, &table, seq, action);
                late.is(409);
                assert!(["stale-seq", "not-your-turn"].contains(&&*late.code()), "{}", late.text());
            }
        }
    }
    for who in [&ana, &play, &berta, &again, &read, &looker, &Who::nobody()] {
        for path in ["", "/record", "/actions", "/stream?after=999"] {
            club.get(who, &table.at(path));
        }
        for path in ["/api/v1/me", "/api/v1/me/tokens", "/api/v1/me/sessions", "/api/v1/tables"] {
            club.get(who, path);
        }
        for path in ["/api/v1/people/Ana", "/api/v1/leaderboards/no-siesta", "/metrics", "/nowhere"] {
            club.get(who, path);
        }
    }
    club.post(&looker, &table.at("/play"), &json!({ "seq": 1, "move": "x" })).is(403);
    club.ask_with(&looker, "POST", &table.at("/chat"), &[("origin", "http://evil.example")], &NOTHING)
        .is(403);
    // Whatever was said until now came before the game was over.
    std::thread::sleep(std::time::Duration::from_millis(100));
    let (before, log_before) = (club.transcript.lock().unwrap().len(), club.log());
    club.post(&ana, &table.at("/resign"), &NOTHING).is(200);
    club.post(&berta, &table.at("/resign"), &NOTHING).is(200);
    let record = club.get(&looker, &table.at("/record")).text();
    let seed = record.lines().find_map(|line| line.strip_prefix("Seed: ")).unwrap().trim().to_owned();
    assert_eq!(seed.len(), 64, "{record}");
    let steps = club.look(&ana, &table)["game"]["steps"].as_u64().unwrap();
    assert!(steps > 10, "a game in which something happened: {steps}");
    // A fresh game of the same people has another seed.
    club.post(&ana, &table.at("/rematch"), &NOTHING).is(201);
    for stream in &streams[..1] {
        while stream.next().unwrap()["event"]["type"] != "finished" {}
    }
    drop(streams);
    assert!(club.stop().success());
    {
        let transcript = club.transcript.lock().unwrap();
        for (request, said) in &transcript[..before] {
            assert!(!said.contains(&seed), "{request} told the seed before the end: {said}");
        }
        for (request, said) in transcript.iter() {
            assert!(!said.contains("$argon2"), "{request} told a hash");
            assert_eq!(looks_private(said), None, "{request}: {said}");
        }
    }
    let log = club.log();
    assert!(log.len() > 1000 && log.contains("DEBUG"), "the log is on: {log}");
    assert!(!log_before.contains(&seed), "the seed is in the log");
    assert!(!log.contains("$argon2"));
    assert_eq!(looks_private(&log), None);
    // Once the server has stopped everything is in one file.
    let database = std::fs::read(club.database()).unwrap();
    assert!(database.len() > 10_000);
    let stored = |secret: &str| database.windows(secret.len()).any(|window| window == secret.as_bytes());
    assert!(stored("Berta"), "the files are read");
    for password in [PASSWORD, new_password, wrong] {
        assert_eq!(said(&club, password), [""; 0]);
        assert!(!log.contains(password) && !stored(password), "{password}");
    }
    for (who, request) in [
        (&ana, "POST /api/v1/people"),
        (&berta, "POST /api/v1/people"),
        (&again, "POST /api/v1/session"),
        (&play, "POST /api/v1/me/tokens"),
        (&read, "POST /api/v1/me/tokens"),
        (&looker, "POST /api/v1/guests"),
    ] {
        let secret = who.secret();
        assert!(secret.len() > 60, "{secret}");
        assert_eq!(said(&club, secret), [request], "told once");
        assert!(!log.contains(secret) && !stored(secret), "{request}");
    }
}

#[test]
fn answers_streams_and_lines_of_json_keep_secrets() {
    keeps_secrets(&["--rate-limit", "0", "--log", "debug", "--log-json"]);
}

#[test]
fn answers_streams_and_plain_lines_keep_secrets() {
    keeps_secrets(&["--rate-limit", "0", "--log", "debug"]);
}

#[test]
fn talk_is_read_by_those_it_is_for() {
    let club = Club::open();
    let (one, other, looker) = (club.guest(), club.guest(), club.guest());
    let table = club.table(&one, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    club.post(&other, &table.at("/join"), &NOTHING).is(200);
    let readers = [&one, &other, &looker, &Who::nobody()];
    let streams = readers.map(|who| club.stream(who, &table.at("/stream?after=3"), &[]));
    let say = |who: &Who, room: &str, text: &str| {
        club.post(who, &table.at("/chat"), &json!({ "room": room, "text": text })).is(200);
    };
    say(&one, "players", "between us");
    say(&looker, "spectators", "they are bad");
    club.post(&other, &table.at("/mute"), &json!({ "person": one.id, "muted": true })).is(200);
    say(&one, "all", "hello");
    say(&other, "all", "goodbye");
    let expected: [&[&str]; 4] = [
        &["between us", "hello", "goodbye"],
        &["goodbye"],
        &["they are bad", "hello", "goodbye"],
        &["they are bad", "hello", "goodbye"],
    ];
    for ((who, stream), expected) in readers.into_iter().zip(&streams).zip(expected) {
        let state = club.look(who, &table);
        let texts = |list: &Value| -> Vec<String> {
            list.as_array().unwrap().iter().map(|said| said["text"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(texts(&state["chat"]), expected);
        let mut heard = Vec::new();
        while heard.last().map(String::as_str) != Some("goodbye") {
            let event = stream.next().unwrap()["event"].clone();
            match event["type"].as_str().unwrap() {
                "said" => heard.push(event["text"].as_str().unwrap().to_owned()),
                // Who is muted does not learn of it, nor does anybody else.
                "muted" => assert_eq!(event["by"], who.id),
                other => panic!("{other}"),
            }
        }
        // Before the mute it was read by whoever was there.
        heard.retain(|text| expected.contains(&text.as_str()) || text != "between us" || *who.id != other.id);
        assert_eq!(heard, expected);
    }
}
