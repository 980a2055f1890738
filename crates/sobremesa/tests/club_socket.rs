//! A table on one WebSocket.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

#[expect(dead_code, reason = "other tests use the rest")]
mod club;

use std::net::TcpStream;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{HandshakeError, Message, WebSocket, client};

use crate::club::{Club, Table, Who};

type Socket = WebSocket<TcpStream>;

/// Opens the socket, or tells the status of the refusal.
fn open(club: &Club, who: &Who, table: &Table, origin: Option<&str>) -> Result<Socket, u16> {
    let mut request = format!("ws://{}{}", club.address, table.at("/socket")).into_client_request().unwrap();
    let cookie = HeaderValue::from_str(who.cookie.as_deref().unwrap()).unwrap();
    request.headers_mut().insert("cookie", cookie);
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
    }
    match client(request, club.connect()) {
        Ok((socket, _)) => Ok(socket),
        Err(HandshakeError::Failure(tokio_tungstenite::tungstenite::Error::Http(answer))) => {
            Err(answer.status().as_u16())
        }
        Err(error) => panic!("{error}"),
    }
}

fn next(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

fn say(socket: &mut Socket, said: &Value) {
    socket.send(Message::text(said.to_string())).unwrap();
}

fn with_a_bot(club: &Club, who: &Who) -> Table {
    club.table(who, &json!({ "game": "siesta", "seats": ["me", { "bot": 2 }] }))
}

#[test]
fn a_socket_ends_when_its_person_signs_out_everywhere() {
    let club = Club::open();
    let (ana, other) = (club.member("Ana"), club.sign_in("Ana"));
    let table = with_a_bot(&club, &ana);
    let mut socket = open(&club, &other, &table, None).unwrap();
    next(&mut socket);
    club.ask(&ana, "DELETE", "/api/v1/me/sessions", &Value::Null).is(204);
    while let Ok(message) = socket.read() {
        assert!(!message.is_text(), "{message}");
    }
}

#[test]
fn a_whole_game_is_played_on_one_socket() {
    let club = Club::open();
    let who = club.guest();
    let table = with_a_bot(&club, &who);
    let mut socket = open(&club, &who, &table, None).unwrap();
    let state = next(&mut socket);
    let seat = state["you"].clone();
    let (mut seq, mut now) = (state["seq"].as_u64().unwrap(), state["game"].clone());
    let mut turns = 0;
    loop {
        if now["to_act"] == json!([seat]) {
            let position: siesta::Position = now["position"].as_str().unwrap().parse().unwrap();
            let turn = position.scored_turns()[0].turn;
            say(&mut socket, &json!({ "seq": seq, "move": turn.to_string() }));
            turns += 1;
        }
        let event = next(&mut socket);
        assert_eq!(event["problem"], Value::Null, "{event}");
        assert_eq!(event["seq"], json!(seq + 1), "nothing is lost and nothing comes twice");
        seq += 1;
        if event["event"]["type"] == "finished" {
            break;
        }
        now = event["now"].clone();
    }
    assert!(turns > 5, "{turns}");
    assert_eq!(club.look(&who, &table)["stage"], "finished");
}

#[test]
fn a_refusal_comes_back_on_the_socket_and_changes_nothing() {
    let club = Club::open();
    let who = club.guest();
    let table = club.table(&who, &json!({ "game": "no-siesta", "mode": "solo", "seats": ["me"] }));
    let mut socket = open(&club, &who, &table, None).unwrap();
    let seq = next(&mut socket)["seq"].as_u64().unwrap();
    let wrong = [
        (json!({ "seq": seq, "move": "take the money" }), "unreadable-move"),
        (json!({ "seq": seq, "move": "keep vp" }), "illegal-move"),
        (json!({ "seq": 0, "move": "done" }), "stale-seq"),
        (json!({ "seq": seq, "turn": "done" }), "unknown-field"),
        (json!([seq, "done"]), "bad-field"),
        (json!("done"), "bad-field"),
    ];
    for (said, code) in wrong {
        say(&mut socket, &said);
        assert_eq!(next(&mut socket)["problem"]["code"], code, "{said}");
    }
    socket.send(Message::text("{")).unwrap();
    assert_eq!(next(&mut socket)["problem"]["code"], "malformed-json");
    assert_eq!(club.seq(&table), seq);
}

#[test]
fn who_looks_on_may_open_a_socket_but_not_play() {
    let club = Club::open();
    let (who, other) = (club.guest(), club.guest());
    let table = with_a_bot(&club, &who);
    let mut socket = open(&club, &other, &table, None).unwrap();
    let state = next(&mut socket);
    assert_eq!(state["you"], Value::Null);
    say(&mut socket, &json!({ "seq": state["seq"], "move": "*F5 ^F6 #F7" }));
    let refusal = std::iter::repeat_with(|| next(&mut socket)).find(|said| said["problem"] != Value::Null);
    assert_eq!(refusal.unwrap()["problem"]["code"], "not-seated");
}

#[test]
fn another_site_opens_no_socket_with_the_cookie_of_a_visitor() {
    let club = Club::open();
    let who = club.guest();
    let table = with_a_bot(&club, &who);
    assert_eq!(open(&club, &who, &table, Some("http://elsewhere.example")).unwrap_err(), 403);
    let own = format!("http://{}", club.address);
    assert!(open(&club, &who, &table, Some(&own)).is_ok());
}

#[test]
fn the_load_generator_plays_by_both_ways() {
    let club = Club::open();
    let url = format!("http://{}", club.address);
    for transport in ["post", "socket"] {
        let args = [
            "load",
            "--url",
            &url,
            "--tables",
            "5",
            "--seconds",
            "1",
            "--transport",
            transport,
            "--streams",
            "3",
        ];
        let output = club::program(&args).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let turns = text.lines().find_map(|line| line.trim().strip_prefix("accepted turns")).unwrap();
        let turns: u32 = turns.split_whitespace().next().unwrap().parse().unwrap();
        assert!(turns > 50, "{text}");
    }
}

#[test]
fn the_load_generator_measures_the_page_of_a_table() {
    let club = Club::open();
    let url = format!("http://{}", club.address);
    let output = club::program(&["load", "--url", &url, "--pages", "3"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    for who in ["the player to move", "the player who waits"] {
        assert!(text.contains(&format!("3 table pages after 12 turns, for {who}\n")), "{text}");
    }
    let sizes = text.lines().filter_map(|line| line.trim().strip_prefix("size")?.split_whitespace().next());
    let sizes: Vec<f64> = sizes.map(|size| size.parse().unwrap()).collect();
    // Who is to move is offered cells to press.
    assert!(sizes.len() == 2 && sizes[0] > sizes[1] && sizes[1] > 10.0, "{text}");
}
