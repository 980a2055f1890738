//! What operators rely on.

use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::club::{Club, PATIENCE, Who, program};

#[test]
fn a_stop_ends_streams_and_loses_nothing() {
    let mut club = Club::open();
    let guest = club.guest();
    let table = club.table(&guest, &json!({ "game": "siesta", "seats": ["me", "open"] }));
    let stream = club.stream(&guest, &table.at("/stream"), &[]);
    assert_eq!(stream.next().unwrap()["seq"], 1);
    let mine = club.stream(&guest, "/api/v1/me/stream", &[("accept", "text/event-stream")]);
    assert!(mine.is_quiet(Duration::from_millis(50)));
    let began = Instant::now();
    let status = club.stop();
    assert!(status.success(), "{status}: {}", club.log());
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert!(!Path::new(&format!("/proc/{}", club.pid())).exists(), "the process is gone");
    assert_eq!(stream.next(), None);
    // Server-sent events tell how soon to reconnect.
    assert_eq!(mine.line(PATIENCE).as_deref(), Some("event: stopping"));
    assert_eq!(mine.line(PATIENCE).as_deref(), Some("retry: 200"));
    assert_eq!((mine.line(PATIENCE).as_deref(), mine.line(PATIENCE)), (Some(""), None));
    let club = Club::open_in(club.folder(), &club.address.to_string(), &["--rate-limit", "0"]);
    assert_eq!(club.seq(&table), 1);
    assert_eq!(club.ask(&Who::nobody(), "GET", "/readyz", &Value::Null).text(), "ready\n");
}
#[test]
fn whoever_runs_the_club_can_measure_it() {
    let club = Club::open();
    for (path, said) in [("/healthz", "ok\n"), ("/readyz", "ready\n")] {
        let answer = club.get(&Who::nobody(), path);
        assert_eq!((answer.status, answer.text().as_str()), (200, said));
    }
    let guest = club.guest();
    let table = club.table(&guest, &json!({ "game": "siesta", "seats": ["me", { "bot": 1 }] }));
    let stream = club.stream(&guest, &table.at("/stream"), &[]);
    let mine = club.stream(&guest, "/api/v1/me/stream", &[]);
    stream.next().unwrap();
    // The bot opens, or answers.
    let (seq, actions) = loop {
        let (seq, actions) = club.actions(&guest, &table);
        if !actions.is_empty() {
            break (seq, actions);
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    club.play(&guest, &table, seq, &actions[0]).is(200);
    let began = Instant::now();
    while club.measured("sobremesa_bot_moves_total") < 1.0 {
        assert!(began.elapsed() < PATIENCE, "the bot does not move");
        std::thread::sleep(Duration::from_millis(20));
    }
    for (name, least) in [
        ("sobremesa_request_seconds_count", 5.0),
        ("sobremesa_tables_laid_total", 1.0),
        ("sobremesa_tables_in_memory", 1.0),
        ("sobremesa_moves_total", 1.0),
        ("sobremesa_bot_moves_total", 1.0),
        ("sobremesa_append_seconds_count", 2.0),
        ("sobremesa_append_batch_count", 2.0),
        ("sobremesa_batches_total", 2.0),
        ("sobremesa_streams", 2.0),
        ("process_resident_memory_bytes", 1e6),
        ("process_cpu_seconds_total", 0.0),
    ] {
        let text = club.get(&Who::nobody(), "/metrics").text();
        assert!(text.contains(name), "{name} is not measured");
        assert!(club.measured(name) >= least, "{name} is {}", club.measured(name));
    }
    let text = club.get(&Who::nobody(), "/metrics").text();
    for of in ["running", "waiting", "total"] {
        assert!(text.contains(&format!("sobremesa_searches_{of}{{kind=\"quick-bot\"}}")), "{of}: {text}");
    }
    // Metrics are labelled by route and not by table, so that the number of series is bounded.
    assert!(text.contains("route=\"/api/v1/tables/{id}/play\"") && !text.contains(&table.id), "{text}");
    drop((stream, mine));
    let began = Instant::now();
    while club.measured("sobremesa_streams") > 0.0 {
        assert!(began.elapsed() < PATIENCE, "streams that are gone are counted");
        std::thread::sleep(Duration::from_millis(20));
        // A stream notices that its client has disconnected when it writes.
        let _ = club.post(&guest, &table.at("/chat"), &json!({ "room": "all", "text": "hello" }));
    }
}

#[test]
fn every_answer_has_the_headers_that_keep_browsers_safe() {
    let club = Club::open();
    let nobody = Who::nobody();
    for (method, path, status) in [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/api/docs", 200),
        ("GET", "/api/v1/tables", 200),
        ("POST", "/api/v1/guests", 201),
        ("GET", "/api/v1/me", 401),
        ("GET", "/nowhere", 404),
        ("DELETE", "/api/v1/tables", 405),
        ("OPTIONS", "/api/v1/tables", 405),
        ("POST", "/api/v1/session", 422),
    ] {
        let answer = club.ask(&nobody, method, path, &Value::Null);
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
        let header = |name: &str| answer.header(name).unwrap_or_default().to_owned();
        let policy = header("content-security-policy");
        for part in ["default-src 'self'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(part), "{method} {path}: {policy}");
        }
        // WebAssembly from our own files is all that may be compiled at run time.
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{policy}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{method} {path}");
        assert_eq!(header("x-frame-options"), "DENY", "{method} {path}");
        assert_eq!(header("referrer-policy"), "same-origin", "{method} {path}");
        assert_eq!(header("cache-control"), "no-store", "{method} {path}");
        for absent in ["server", "x-powered-by", "access-control-allow-origin"] {
            assert_eq!(answer.header(absent), None, "{method} {path}");
        }
    }
    let stream = club.stream(&club.guest(), "/api/v1/me/stream", &[]);
    assert!(stream.headers.iter().any(|(name, _)| name == "content-security-policy"), "{:?}", stream.headers);
}

#[test]
fn a_port_that_is_in_use_is_told_clearly() {
    let club = Club::open();
    let folder = tempfile::TempDir::new().unwrap();
    let address = club.address.to_string();
    let output = program(&["serve", "--listen", &address, "--data"]).arg(folder.path()).output().unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&address) && said.contains("--listen"), "{said}");
    assert!(said.contains("in use"), "{said}");
    assert!(!said.contains("panic"), "{said}");
}

#[test]
fn a_folder_that_is_in_use_or_cannot_be_is_told_clearly() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let output = program(&["serve", "--listen", "127.0.0.1:0", "--data"]).arg(file.path()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("cannot create the folder"), "{said}");
}

#[test]
fn the_help_of_serve_names_every_variable() {
    let output = program(&["serve", "--help"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for variable in [
        "LISTEN",
        "DATA",
        "RATE_LIMIT",
        "ADDRESS_RATE_LIMIT",
        "PASSWORD_FAILURES",
        "PASSWORD_QUEUE",
        "CONNECTIONS",
        "ADDRESS_CONNECTIONS",
        "STREAMS",
        "SEARCHES",
        "ORIGIN",
        "HTTPS",
        "TRUST_PROXY",
        "LOG",
        "LOG_JSON",
    ] {
        assert!(said.contains(&format!("[env: SOBREMESA_{variable}=")), "{variable}: {said}");
    }
    for default in ["127.0.0.1:7070", "sobremesa-data", "[default: 20]", "[default: info]"] {
        assert!(said.contains(default), "{default}: {said}");
    }
}

#[test]
fn cookies_are_for_https_only_where_that_is_said() {
    let club = Club::open_with(&["--https", "--rate-limit", "0"]);
    let answer = club.post(&Who::nobody(), "/api/v1/guests", &Value::Null);
    let mut attributes = answer.header("set-cookie").unwrap().split("; ").skip(1);
    assert!(attributes.any(|attribute| attribute == "Secure"), "{:?}", answer.headers);
}

#[test]
fn an_end_while_bots_think_loses_no_move_whether_it_is_polite_or_not() {
    for (end, polite) in [(Club::stop as fn(&mut Club) -> ExitStatus, true), (Club::kill, false)] {
        let mut club = Club::open();
        let guest = club.guest();
        let seats = json!({ "game": "siesta", "seats": ["me", { "bot": 2 }, { "bot": 2 }] });
        let tables: Vec<_> = (0..4).map(|_| club.table(&guest, &seats)).collect();
        let before: Vec<u64> = tables.iter().map(|table| club.seq(table)).collect();
        let began = Instant::now();
        assert_eq!(end(&mut club).success(), polite, "{}", club.log());
        assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
        let club = Club::open_in(club.folder(), "127.0.0.1:0", &["--rate-limit", "0"]);
        for (table, before) in tables.iter().zip(before) {
            assert!(club.seq(table) >= before);
        }
    }
}
