//! What is wrong is refused, with a word that says what, and changes nothing.

mod tables;

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use crate::club::{Answer, Club, PASSWORD, Table, Who};

const JSON: (&str, &str) = ("content-type", "application/json");

/// A club with a game between two guests, one of whom is to move, and a table that waits.
struct Scene {
    club: Club,
    /// A game of Siesta after one turn.
    table: Table,
    /// Whose turn it is.
    mover: Who,
    /// Whose turn it is not.
    waiter: Who,
    /// Somebody else.
    looker: Who,
    /// A member.
    member: Who,
    codes: Mutex<BTreeSet<String>>,
}

impl Scene {
    fn new() -> Self {
        let club = Club::open();
        let (one, other) = (club.guest(), club.guest());
        let table = club.table(&one, &json!({ "game": "siesta", "seats": ["me", "open"] }));
        club.post(&other, &table.at("/join"), &Value::Null).is(200);
        let state = club.look(&one, &table);
        let first = state["game"]["to_act"][0] == state["you"];
        let (waiter, mover) = if first { (one, other) } else { (other, one) };
        club.play(&waiter, &table, club.seq(&table), "*L4 ^L3 #L2").is(200);
        let (looker, member) = (club.guest(), club.member("Berta"));
        Self { club, table, mover, waiter, looker, member, codes: Mutex::default() }
    }

    /// The answer is this problem, says this, and changed nothing.
    #[track_caller]
    fn check(&self, answer: &Answer, status: u16, code: &str, says: &str) {
        answer.is_problem(status, code);
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(says), "`{detail}` does not say `{says}`");
        assert_eq!(self.club.seq(&self.table), self.seq(), "{code}: the table changed");
        self.codes.lock().unwrap().insert(code.to_owned());
    }

    /// The number of events of the scene: created, joined, started, played.
    fn seq(&self) -> u64 {
        4
    }

    /// Every kind of problem that was met has its place on the page that its type names.
    fn documented(&self) {
        let page = self.club.get(&Who::nobody(), "/api/docs").text();
        for code in self.codes.lock().unwrap().iter() {
            assert!(page.contains(&format!("id=\"{code}\"")), "{code} is not on the page");
        }
    }
}

#[test]
fn a_bad_move_is_refused_with_the_place_and_the_reason() {
    let scene = Scene::new();
    let play = |who: &Who, seq: u64, text: &str| scene.club.play(who, &scene.table, seq, text);
    let seq = scene.seq();
    for (text, status, code, says) in [
        ("*L4 ^K4 #J4", 422, "illegal-move", "L4: there is a sun already"),
        ("*L1 ^K4 #J4", 422, "illegal-move", "L1: a sun may not touch the shadow at L2"),
        ("*A1 ^A2 #A3", 422, "illegal-move", "A1: a piece must touch another one"),
        ("*L5 ^K4", 422, "illegal-move", "a turn has three pieces, and this one has 2"),
        ("*L5 ^K4 *K5", 422, "illegal-move", "K5"),
        ("*L5 ^K4 #Z99", 422, "unreadable-move", "Z99"),
        ("castle", 422, "unreadable-move", "castle"),
        ("", 422, "unreadable-move", ""),
        (&"*L5 ".repeat(2000), 422, "unreadable-move", ""),
        ("\u{0}", 422, "unreadable-move", ""),
        ("*L5 ^K4 #J4\n", 200, "", ""),
    ] {
        let answer = play(&scene.mover, seq, text);
        if status == 200 {
            answer.is(200);
        } else {
            scene.check(&answer, status, code, says);
        }
    }
    scene.documented();
}

#[test]
fn a_move_out_of_turn_or_for_an_old_state_is_refused_with_the_state() {
    let scene = Scene::new();
    let turn = "*L5 ^K4 #J4";
    let play = |who: &Who, seq: u64| scene.club.play(who, &scene.table, seq, turn);
    for (who, seq, status, code, says) in [
        (&scene.waiter, 4, 409, "not-your-turn", "not your turn"),
        (&scene.mover, 3, 409, "stale-seq", "at event 4, and the move was made for event 3"),
        (&scene.mover, 0, 409, "stale-seq", "event 0"),
        (&scene.mover, 5, 409, "stale-seq", "event 5"),
        (&scene.mover, u64::MAX, 409, "stale-seq", "event 18446744073709551615"),
        (&scene.looker, 4, 403, "not-seated", "you do not sit"),
        (&scene.member, 4, 403, "not-seated", "you do not sit"),
        (&Who::nobody(), 4, 401, "nobody", "say who you are"),
    ] {
        let answer = play(who, seq);
        scene.check(&answer, status, code, says);
        let state = &answer.json()["state"];
        assert_eq!(state.is_object(), status == 409, "{code}");
        if status == 409 {
            assert_eq!((&state["seq"], &state["id"]), (&json!(4), &json!(scene.table.id)));
            assert!(state["you"].is_string(), "the state is that of who asks");
        }
    }
    scene.documented();
}

#[test]
fn a_body_that_is_not_what_it_should_be_is_refused_with_the_field() {
    let scene = Scene::new();
    let (club, table) = (&scene.club, &scene.table);
    let cookie = ("cookie", scene.mover.cookie.as_deref().unwrap());
    let play = table.at("/play");
    let form = ("content-type", "application/x-www-form-urlencoded");
    let deep = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
    for (kind, body, status, code, says) in [
        (JSON, "{", 400, "malformed-json", "line 1 column 1"),
        (JSON, "{\"seq\":4,}", 400, "malformed-json", "line 1 column 10"),
        (JSON, "{\"seq\":4,\"move\":\"x\"} {}", 400, "malformed-json", "trailing"),
        (JSON, "\u{feff}{}", 400, "malformed-json", "line 1"),
        (JSON, &deep, 422, "bad-field", ""),
        (JSON, "{\"seq\":NaN}", 400, "malformed-json", ""),
        (form, "seq=4&move=x", 415, "not-json", "Content-Type: application/json"),
        (("x-nothing", ""), "{}", 415, "not-json", "Content-Type: application/json"),
        (JSON, "{\"seq\":4,\"move\":\"x\",\"fast\":true}", 422, "unknown-field", "`fast`"),
        (JSON, "{\"seq\":4}", 422, "missing-field", "`move`"),
        (JSON, "{}", 422, "missing-field", "`seq`"),
        (JSON, "", 422, "missing-field", "`seq`"),
        (JSON, "{\"seq\":4,\"seq\":4,\"move\":\"x\"}", 422, "bad-field", "duplicate field `seq`"),
        (JSON, "{\"seq\":\"4\",\"move\":\"x\"}", 422, "bad-field", "`seq`"),
        (JSON, "{\"seq\":-1,\"move\":\"x\"}", 422, "bad-field", "`seq`"),
        (JSON, "{\"seq\":4.5,\"move\":\"x\"}", 422, "bad-field", "`seq`"),
        (JSON, "{\"seq\":1e400,\"move\":\"x\"}", 400, "malformed-json", "number out of range"),
        (JSON, "{\"seq\":4,\"move\":7}", 422, "bad-field", "`move`"),
        (JSON, "{\"seq\":4,\"move\":\"\\ud800\"}", 400, "malformed-json", ""),
        (JSON, "[4,\"x\"]", 422, "bad-field", "an object"),
        (JSON, "null", 422, "bad-field", ""),
    ] {
        let answer = club.send("POST", &play, &[cookie, kind], body.as_bytes());
        scene.check(&answer, status, code, says);
    }
    for (bytes, status, code) in [
        (b"{\"seq\":4,\"move\":\"\xff\"}".to_vec(), 400, "malformed-json"),
        (vec![b' '; 1_000_000], 413, "too-large"),
        (vec![b'x'; 16 * 1024 + 1], 413, "too-large"),
        (vec![0; 100], 400, "malformed-json"),
    ] {
        let answer = club.send("POST", &play, &[cookie, JSON], &bytes);
        scene.check(&answer, status, code, "");
    }
    // However the type is written, JSON is JSON.
    for kind in ["application/json; charset=utf-8", "Application/JSON", "application/json ;charset=utf-8"] {
        let answer =
            club.send("POST", &play, &[cookie, ("content-type", kind)], b"{\"seq\":3,\"move\":\"x\"}");
        scene.check(&answer, 409, "stale-seq", "");
    }
    scene.documented();
}

#[test]
fn an_address_that_is_none_and_a_header_that_is_wrong_are_refused() {
    let scene = Scene::new();
    let (club, table, mover) = (&scene.club, &scene.table, &scene.mover);
    let stream = table.at("/stream");
    let chat = table.at("/chat");
    let hello = json!({ "room": "all", "text": "hello" });
    let long = "k".repeat(101);
    for (method, path, header, said, status, code, says) in [
        ("GET", "/api/v1/tables/0123456789abc", ("x-no", ""), Value::Null, 404, "not-found", "no such table"),
        ("GET", "/api/v1/tables/ilou", ("x-no", ""), Value::Null, 404, "not-found", "an identity has 13"),
        ("GET", "/api/v1/tables/%ff", ("x-no", ""), Value::Null, 404, "not-found", ""),
        ("GET", "/api/v1/tables/../../etc/passwd", ("x-no", ""), Value::Null, 404, "not-found", ""),
        (
            "POST",
            "/api/v1/tables/0123456789abc/play",
            ("x-no", ""),
            json!({ "seq": 1, "move": "x" }),
            404,
            "not-found",
            "no such table",
        ),
        (
            "GET",
            "/api/v1/tables/0123456789abc/stream",
            ("x-no", ""),
            Value::Null,
            404,
            "not-found",
            "no such table",
        ),
        ("GET", "/api/v1/people/Nadie", ("x-no", ""), Value::Null, 404, "not-found", "nobody of this name"),
        ("GET", "/api/v1/people/%00", ("x-no", ""), Value::Null, 404, "not-found", ""),
        ("GET", "/api/v1/leaderboards/chess", ("x-no", ""), Value::Null, 404, "not-found", "chess"),
        (
            "GET",
            "/api/v1/leaderboards/no-siesta?kind=cat",
            ("x-no", ""),
            Value::Null,
            400,
            "bad-query",
            "cat",
        ),
        ("GET", "/api/v1/tables?stage=soon", ("x-no", ""), Value::Null, 400, "bad-query", "soon"),
        ("GET", "/api/v1/tables?after=x", ("x-no", ""), Value::Null, 400, "bad-query", "`after`"),
        ("GET", "/api/v1/tables?colour=red", ("x-no", ""), Value::Null, 400, "bad-query", "colour"),
        (
            "GET",
            "/api/v1/tables?person=Nadie",
            ("x-no", ""),
            Value::Null,
            404,
            "not-found",
            "nobody of this name",
        ),
        ("GET", "/api/v2/tables", ("x-no", ""), Value::Null, 404, "not-found", "/api/docs"),
        ("GET", "/wp-login.php", ("x-no", ""), Value::Null, 404, "not-found", "/api/docs"),
        ("DELETE", "/api/v1/tables", ("x-no", ""), Value::Null, 405, "method-not-allowed", "/api/docs"),
        ("PUT", "/api/v1/me", ("x-no", ""), Value::Null, 405, "method-not-allowed", "/api/docs"),
        ("BREW", "/api/v1/tables", ("x-no", ""), Value::Null, 405, "method-not-allowed", "/api/docs"),
        (
            "GET",
            "/api/v1/me/stream",
            ("last-event-id", "18446744073709551615"),
            Value::Null,
            400,
            "bad-event-id",
            "yet to come",
        ),
        ("GET", &stream, ("last-event-id", "x"), Value::Null, 400, "bad-event-id", "is a number"),
        ("GET", &stream, ("last-event-id", "-1"), Value::Null, 400, "bad-event-id", "is a number"),
        ("GET", &stream, ("last-event-id", "5"), Value::Null, 400, "bad-event-id", "5 is yet to come"),
        ("GET", &table.at("/stream?after=x"), ("x-no", ""), Value::Null, 400, "bad-query", ""),
        (
            "GET",
            &table.at("/stream?after=5"),
            ("x-no", ""),
            Value::Null,
            400,
            "bad-event-id",
            "5 is yet to come",
        ),
        ("POST", &chat, ("idempotency-key", ""), hello.clone(), 400, "bad-key", "1 to 100"),
        ("POST", &chat, ("idempotency-key", &long), hello.clone(), 400, "bad-key", "1 to 100"),
        ("POST", &chat, ("idempotency-key", "ñ"), hello.clone(), 400, "bad-key", "ASCII"),
        ("POST", &chat, ("authorization", "Bearer st_0"), hello.clone(), 401, "bad-token", "not known"),
        ("POST", &chat, ("authorization", "Basic YTpi"), hello.clone(), 401, "bad-token", "not known"),
        ("POST", &chat, ("origin", "http://evil.example"), hello.clone(), 403, "cross-site", "Origin"),
        ("POST", &chat, ("origin", "null"), hello.clone(), 403, "cross-site", "Origin"),
        ("POST", &chat, ("sec-fetch-site", "same-site"), hello.clone(), 403, "cross-site", "Sec-Fetch-Site"),
    ] {
        let answer = club.ask_with(mover, method, path, &[header], &said);
        assert_eq!(answer.status, status, "{method} {path} {header:?}: {}", answer.text());
        scene.check(&answer, status, code, says);
        assert_eq!(answer.header("allow").is_some(), status == 405, "{method} {path}");
        assert_eq!(answer.header("www-authenticate").is_some(), status == 401, "{method} {path}");
    }
    // The same key for something else.
    let other = club.table(mover, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let key = [("idempotency-key", "k")];
    club.ask_with(mover, "POST", &other.at("/chat"), &key, &hello).is(200);
    let changed = json!({ "room": "all", "text": "goodbye" });
    for (path, said) in
        [(other.at("/chat"), &changed), (chat.clone(), &hello), (table.at("/resign"), &Value::Null)]
    {
        scene.check(&club.ask_with(mover, "POST", &path, &key, said), 422, "key-reused", "another request");
    }
    scene.documented();
}

#[test]
fn a_bad_name_or_password_makes_no_account() {
    let scene = Scene::new();
    let club = &scene.club;
    let long = "p".repeat(201);
    for (name, password, status, code, says) in [
        ("ab", PASSWORD, 422, "bad-name", "at least 3"),
        ("abcdefghijklmnopqrstu", PASSWORD, 422, "bad-name", "at most 20"),
        ("ana\u{7}", PASSWORD, 422, "bad-name", "\\u{7}"),
        ("ana\n", PASSWORD, 422, "bad-name", "\\n"),
        ("an\u{200b}a", PASSWORD, 422, "bad-name", "\\u{200b}"),
        ("an\u{200d}a", PASSWORD, 422, "bad-name", "\\u{200d}"),
        ("\u{202e}ana", PASSWORD, 422, "bad-name", "\\u{202e}"),
        ("ana maria", PASSWORD, 422, "bad-name", "' '"),
        ("<script>", PASSWORD, 422, "bad-name", "'<'"),
        ("Bеrta", PASSWORD, 422, "bad-name", "one script"),
        ("admin", PASSWORD, 422, "bad-name", "reserved"),
        ("adm1n", PASSWORD, 422, "bad-name", "reserved"),
        ("Guest-12345", PASSWORD, 422, "bad-name", "reserved"),
        ("Deleted-12345", PASSWORD, 422, "bad-name", "reserved"),
        ("Berta", PASSWORD, 409, "name-taken", "looks like it"),
        ("bERTA", PASSWORD, 409, "name-taken", "looks like it"),
        ("8erta", PASSWORD, 201, "", ""),
        ("Carla", "password", 422, "bad-password", "too common"),
        ("Carla", "PassWord", 422, "bad-password", "too common"),
        ("Carla", "1234567", 422, "bad-password", "at least 8"),
        ("Carla", &long, 422, "bad-password", "at most 200"),
        ("CarlaCarla", "carlacarla", 422, "bad-password", "cannot be the name"),
    ] {
        let answer =
            club.post(&Who::nobody(), "/api/v1/people", &json!({ "name": name, "password": password }));
        if status == 201 {
            answer.is(201);
        } else {
            assert_eq!(answer.status, status, "{name:?}: {}", answer.text());
            scene.check(&answer, status, code, says);
        }
    }
    let session = |name: &str, password: &str| {
        club.post(&Who::nobody(), "/api/v1/session", &json!({ "name": name, "password": password }))
    };
    let (unknown, wrong) = (session("Nadie", PASSWORD), session("Berta", "not the password"));
    scene.check(&unknown, 401, "wrong-password", "the name or the password is wrong");
    assert_eq!(unknown.json(), wrong.json(), "who exists is not told");
    let label = |label: &str| json!({ "label": label, "scope": "read" });
    for text in ["", " ", "a\u{7}b", &"x".repeat(81)] {
        let answer = club.post(&scene.member, "/api/v1/me/tokens", &label(text));
        scene.check(&answer, 422, "bad-label", "1 to 80");
    }
    scene.documented();
}

#[test]
fn a_flood_is_told_when_to_come_back() {
    let club = Club::open_with(&["--rate-limit", "2", "--address-rate-limit", "4"]);
    let guest = club.guest();
    let me = || club.get(&guest, "/api/v1/me");
    let flood: Vec<Answer> = (0..30).map(|_| me()).collect();
    let passed = flood.iter().filter(|answer| answer.status == 200).count();
    assert!((10..20).contains(&passed), "{passed} of 30 passed");
    let refused = flood.last().unwrap();
    refused.is_problem(429, "too-many-requests");
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=2).contains(&wait), "{wait}");
    // Others at the address are not held up, and whoever guesses tokens is.
    club.get(&Who::nobody(), "/api/v1/tables").is(200);
    let thief = Who { token: Some(format!("st_{}", "0".repeat(64))), ..Who::nobody() };
    let guesses: Vec<u16> = (0..30).map(|_| club.get(&thief, "/api/v1/me").status).collect();
    assert!(guesses.contains(&401) && guesses.last() == Some(&429), "{guesses:?}");
    std::thread::sleep(Duration::from_secs(wait));
    me().is(200);
    let page = club.get(&guest, "/api/docs").text();
    assert!(page.contains("id=\"too-many-requests\""));
}

#[test]
fn what_is_not_http_ends_the_connection_and_nothing_else() {
    let scene = Scene::new();
    let club = &scene.club;
    let cookie = scene.mover.cookie.clone().unwrap();
    let big = format!("GET / HTTP/1.1\r\nhost: x\r\nx-big: {}\r\n\r\n", "x".repeat(100_000));
    let many = format!("GET / HTTP/1.1\r\nhost: x\r\n{}\r\n", "a: b\r\n".repeat(500));
    let address = format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "x".repeat(100_000));
    let smuggled = "POST /api/v1/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    for (what, bytes, statuses) in [
        ("a line of garbage", b"hello, is this the club?\r\n\r\n".to_vec(), &[400][..]),
        ("bytes of another protocol", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(), &[400]),
        ("zeros", vec![0; 1000], &[400]),
        ("a header too large", big.into_bytes(), &[431]),
        ("too many headers", many.into_bytes(), &[431]),
        ("an address too long", address.into_bytes(), &[414, 431]),
        (
            "a length that is none",
            b"POST /api/v1/guests HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n".to_vec(),
            &[400],
        ),
        (
            "two lengths",
            b"POST /api/v1/guests HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx"
                .to_vec(),
            &[400],
        ),
        ("two ways to end a body", smuggled.as_bytes().to_vec(), &[400, 201]),
    ] {
        let mut stream = club.connect();
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let answer = Answer::read(&mut stream);
        let status = answer.map(|answer| answer.status);
        assert!(status.is_none_or(|status| statuses.contains(&status)), "{what}: {status:?}");
        club.get(&Who::nobody(), "/healthz").is(200);
    }
    // A good request, then garbage on the same connection: the first is answered.
    let mut stream = club.connect();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n\x00\x01garbage\r\n\r\n").unwrap();
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    assert_eq!(text.matches("HTTP/1.1 ").count(), 2, "{text}");
    // A request that is cut in the middle is not done.
    let play = scene.table.at("/play");
    let body = "{\"seq\":4,\"move\":\"*L5 ^K4 #J4\"}";
    for kept in [10, 60, 200] {
        let head = format!(
            "POST {play} HTTP/1.1\r\nhost: x\r\ncookie: {cookie}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len() + 1
        );
        let whole = head + body;
        let mut stream = club.connect();
        stream.write_all(&whole.as_bytes()[..kept.min(whole.len())]).unwrap();
        drop(stream);
    }
    std::thread::sleep(Duration::from_millis(100));
    club.get(&Who::nobody(), "/healthz").is(200);
    assert_eq!(club.seq(&scene.table), scene.seq());
    let log = club.log();
    assert!(!log.contains("panic"), "{log}");
}
