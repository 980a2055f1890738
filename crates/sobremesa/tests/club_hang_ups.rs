//! Clients hang up in the middle of their requests, over and over: by the API, by the pages and by the socket.
//! Everything that is in the store is shown to everybody, and bots answer it.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

#[expect(dead_code, reason = "other tests use the rest")]
mod club;
#[path = "club/player.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod player;

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use game::Random;
use player::{choose, variant};
use serde_json::{Value, json};
use test_services::Postgres;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Message, client};

use crate::club::{Club, PATIENCE, Who, program};

const ROUNDS: usize = 20;
/// The clients may ask as often as they like, and have as many tables.
const WITHOUT_LIMITS: [&str; 4] = ["--rate-limit", "0", "--guest-unfinished-tables", "0"];
/// How many tables each client creates in a round, at most.
const NEW_TABLES: usize = 4;
/// How many tables each client plays at.
const MAX_TABLES: usize = 25;
/// Clients hang up within this time after they have sent a request.
const LONGEST_WAIT: Duration = Duration::from_millis(4);
/// How soon everything has to be shown.
const SOON: Duration = Duration::from_secs(1);

/// How a client talks to the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Api,
    Pages,
    Socket,
}

/// Somebody who never waits for an answer.
struct Impolite<'a> {
    club: &'a Club,
    who: Who,
    way: Way,
    random: Random,
    hang_ups: usize,
}

impl Impolite<'_> {
    /// Sends a request and hangs up before long.
    fn send(&mut self, path: &str, form: &str, body: &str) {
        let cookie = self.who.cookie.as_deref().unwrap();
        let mut stream = self.club.connect();
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncookie: {cookie}\r\ncontent-type: {form}\r\ncontent-length: {}\r\n\r\n\
             {body}",
            self.club.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        self.hang_up(stream);
    }

    fn hang_up(&mut self, stream: TcpStream) {
        let wait = LONGEST_WAIT * self.random.below(101) / 100;
        let sent = Instant::now();
        // A sleep would be longer than most of these times.
        while sent.elapsed() < wait {
            std::hint::spin_loop();
        }
        drop(stream);
        self.hang_ups += 1;
    }

    fn create(&mut self) {
        match self.way {
            Way::Api | Way::Socket => {
                let said = json!({ "game": "siesta", "seats": ["me", { "bot": 1 }] });
                self.send("/api/v1/tables", "application/json", &said.to_string());
            }
            Way::Pages => {
                self.send("/play", "application/x-www-form-urlencoded", "level=1");
            }
        }
    }

    fn play(&mut self, table: &str, seq: u64, text: &str) {
        let said = json!({ "seq": seq, "move": text });
        match self.way {
            Way::Api => {
                let path = format!("/api/v1/tables/{table}/play");
                self.send(&path, "application/json", &said.to_string());
            }
            Way::Pages => {
                let text = text.replace(' ', "+").replace(',', "%2C");
                let form = format!("seq={seq}&move={text}");
                self.send(&format!("/t/{table}/play"), "application/x-www-form-urlencoded", &form);
            }
            Way::Socket => {
                let address = format!("ws://{}/api/v1/tables/{table}/socket", self.club.address);
                let mut request = address.into_client_request().unwrap();
                let cookie = HeaderValue::from_str(self.who.cookie.as_deref().unwrap()).unwrap();
                request.headers_mut().insert("cookie", cookie);
                let (mut socket, _) = client(request, self.club.connect()).unwrap();
                socket.send(Message::text(said.to_string())).unwrap();
                self.hang_up(socket.get_ref().try_clone().unwrap());
            }
        }
    }

    /// The tables at which this person may move: the table, its last event, and the move. Bots have moved before.
    fn turns(&mut self) -> Vec<(String, u64, String)> {
        let began = Instant::now();
        let waits = |table: &Value| table["game"]["to_act"] != json!([table["you"]]);
        let tables = loop {
            let listed = self.club.get(&self.who, "/api/v1/tables?person=me&stage=playing").json();
            let tables = listed["tables"].as_array().unwrap().clone();
            let Some(waiting) = tables.iter().find(|table| waits(table)) else { break tables };
            assert!(began.elapsed() < PATIENCE, "the bot was not told: {waiting}");
            thread::sleep(Duration::from_millis(10));
        };
        let mut turn = |table: &Value| {
            let (position, you) = (table["game"]["position"].as_str()?, table["you"].as_str()?);
            let text = choose(variant(table), position, you.parse().ok()?, &mut self.random);
            Some((table["id"].as_str()?.to_owned(), table["seq"].as_u64()?, text))
        };
        tables.iter().map(|table| turn(table).unwrap()).collect()
    }

    fn round(&mut self) {
        let turns = self.turns();
        for _ in 0..NEW_TABLES.min(MAX_TABLES - turns.len().min(MAX_TABLES)) {
            self.create();
        }
        for (table, seq, text) in turns {
            self.play(&table, seq, &text);
        }
    }
}

/// How many events of each table are durable.
fn stored(data: &[&str]) -> BTreeMap<String, u64> {
    let output = program(&["export"]).args(data).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut tables = BTreeMap::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let said: Value = serde_json::from_str(line).unwrap();
        if let (Some(table), Some(events)) = (said["table"].as_str(), said["events"].as_array()) {
            *tables.entry(table.to_owned()).or_default() += events.len() as u64;
        }
    }
    tables
}

/// Everything that is stored is shown, and no bot is waited for.
fn check(club: &Club, data: &[&str]) -> u64 {
    let stored = stored(data);
    for (table, events) in &stored {
        let state = club.get(&Who::nobody(), &format!("/api/v1/tables/{table}"));
        state.is(200);
        let shown = state.json()["seq"].as_u64().unwrap();
        assert!(shown >= *events, "{shown} of {events} events of table {table} are shown");
    }
    stored.values().sum()
}

fn everything_stored_is_shown(club: &Club, data: &[&str]) {
    let ways = [Way::Api, Way::Pages, Way::Socket];
    let mut clients: Vec<Impolite<'_>> = ways
        .into_iter()
        .enumerate()
        .map(|(place, way)| {
            let random = Random::new(u64::from(std::process::id()) + place as u64);
            Impolite { club, who: club.guest(), way, random, hang_ups: 0 }
        })
        .collect();
    let mut events = 0;
    for _ in 0..ROUNDS {
        thread::scope(|scope| {
            for client in &mut clients {
                scope.spawn(|| client.round());
            }
        });
        thread::sleep(SOON);
        events = check(club, data);
    }
    let hang_ups: Vec<usize> = clients.iter().map(|client| client.hang_ups).collect();
    println!("hung up {hang_ups:?} times by {ways:?}; {events} events are stored and shown");
    assert!(hang_ups.iter().all(|hang_ups| *hang_ups > 5 * ROUNDS), "{hang_ups:?}");
    assert!(events > hang_ups.iter().sum::<usize>() as u64, "most of what was sent was done: {events}");
    let began = Instant::now();
    while club.measured("sobremesa_streams") > 0.0 {
        assert!(began.elapsed() < PATIENCE, "the sockets of those who left are still open");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn everything_in_sqlite_is_shown_to_everybody_whoever_hangs_up() {
    let club = Club::open_with(&WITHOUT_LIMITS);
    let folder = club.folder();
    everything_stored_is_shown(&club, &["--data", folder.path().to_str().unwrap()]);
}

#[test]
fn everything_in_postgresql_is_shown_to_everybody_whoever_hangs_up() {
    let postgres = Postgres::start();
    let database = postgres.fresh();
    let club = Club::open_with(&[&WITHOUT_LIMITS[..], &["--database", &database]].concat());
    everything_stored_is_shown(&club, &["--database", &database]);
}
