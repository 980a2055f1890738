//! The server answers under its own names only, where it knows them.

use std::io::Write;

use crate::club::{Answer, Club};

fn ask(club: &Club, text: &str) -> Answer {
    let mut stream = club.connect();
    write!(stream, "{}connection: close\r\n\r\n", text.replace('\n', "\r\n")).unwrap();
    Answer::read(&mut stream).unwrap_or_else(|| panic!("not answered: {text}"))
}

#[test]
fn a_request_for_another_host_is_refused_where_the_origin_is_known() {
    let args = ["--rate-limit", "0", "--origin", "https://club.example,http://127.0.0.1:7070"];
    let club = Club::open_with(&args);
    for (text, status) in [
        ("GET / HTTP/1.1\nhost: club.example\n", 200),
        ("GET / HTTP/1.1\nhost: CLUB.example:443\n", 200),
        ("GET / HTTP/1.1\nhost: 127.0.0.1:7070\n", 200),
        ("GET http://club.example/ HTTP/1.1\nhost: club.example\n", 200),
        ("GET / HTTP/1.1\nhost: evil.example\n", 421),
        ("GET / HTTP/1.1\nhost: club.example.evil.example\n", 421),
        ("GET / HTTP/1.1\nhost: club.example@evil.example\n", 421),
        ("GET / HTTP/1.1\nhost: club.example:8080\n", 421),
        ("GET / HTTP/1.1\n", 421),
        ("GET http://evil.example/ HTTP/1.1\nhost: club.example\n", 421),
        ("GET http://evil.example/ HTTP/1.1\nhost: evil.example\n", 421),
        ("GET /api/v1/tables HTTP/1.1\nhost: evil.example\n", 421),
        // Health checks and metrics come by addresses.
        ("GET /healthz HTTP/1.1\nhost: 10.0.0.1:7070\n", 200),
        ("GET /readyz HTTP/1.1\n", 200),
        ("GET /metrics HTTP/1.1\nhost: evil.example\n", 200),
    ] {
        let answer = ask(&club, text);
        assert_eq!(answer.status, status, "{text}: {}", answer.text());
        if status == 421 {
            answer.is_problem(421, "wrong-host");
        }
    }
    for (origin, status) in [
        ("https://club.example", 201),
        ("http://127.0.0.1:7070", 201),
        ("http://club.example", 403),
        ("https://evil.example", 403),
    ] {
        let text = format!(
            "POST /api/v1/guests HTTP/1.1\nhost: club.example\norigin: {origin}\ncontent-length: 0\n"
        );
        let answer = ask(&club, &text);
        assert_eq!(answer.status, status, "{origin}: {}", answer.text());
        // The cookies are for HTTPS only, because an origin is.
        if status == 201 {
            assert!(answer.header("set-cookie").unwrap().contains("; Secure;"), "{:?}", answer.headers);
        }
    }
}

#[test]
fn a_host_that_is_none_is_refused_everywhere() {
    let club = Club::open();
    for (host, status) in [
        ("host: anything.example\n", 200),
        ("host: 127.0.0.1:7070\n", 200),
        ("host: [::1]:7070\n", 200),
        ("", 421),
        ("host: \n", 421),
        ("host: club.example/evil\n", 421),
        ("host: ana@club.example\n", 421),
        ("host: club.example:port\n", 421),
        ("host: club.example\nhost: evil.example\n", 421),
    ] {
        let answer = ask(&club, &format!("GET /api/v1/tables HTTP/1.1\n{host}"));
        assert_eq!(answer.status, status, "{host:?}: {}", answer.text());
    }
}
