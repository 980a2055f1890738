//! People who play over HTTP: they follow their streams across broken connections, and choose what the
//! rules allow.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails the test")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use ::club::{Variant, VariantForm};
use game::{Random, Rules, Seat};
use serde_json::{Value, json};

use crate::club::{Answer, PATIENCE, Who};

/// The pause before a retry.
pub(crate) const MOMENT: Duration = Duration::from_millis(4);

/// Requests of all peers that have not been answered yet.
static IN_FLIGHT: AtomicUsize = AtomicUsize::new(0);

/// The number of requests that have not been answered yet.
pub(crate) fn in_flight() -> usize {
    IN_FLIGHT.load(Ordering::SeqCst)
}

/// A client whose connections may break.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    pub(crate) address: SocketAddr,
    pub(crate) who: Who,
}

impl Peer {
    fn head(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        if let Some(cookie) = &self.who.cookie {
            head.push_str(&format!("cookie: {cookie}\r\n"));
        }
        if let Some(token) = &self.who.token {
            head.push_str(&format!("authorization: Bearer {token}\r\n"));
        }
        head
    }

    /// Sends a request once; `None` if there was no complete response.
    pub(crate) fn try_ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        said: &Value,
    ) -> Option<Answer> {
        let body = if said.is_null() { String::new() } else { said.to_string() };
        let mut head = self.head(method, path, headers);
        if method != "GET" {
            head.push_str(&format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len()));
        }
        let mut stream = TcpStream::connect(self.address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        IN_FLIGHT.fetch_add(1, Ordering::SeqCst);
        let sent = stream.write_all(format!("{head}\r\n{body}").as_bytes());
        let answer = sent.ok().and_then(|()| Answer::read(&mut stream));
        IN_FLIGHT.fetch_sub(1, Ordering::SeqCst);
        answer.filter(|answer| {
            let length = answer.header("content-length").and_then(|length| length.parse().ok());
            length.is_none_or(|length: usize| length == answer.body.len())
        })
    }

    /// Retries a request until there is a response, however often the connection breaks or the server is busy.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], said: &Value) -> Answer {
        let began = Instant::now();
        loop {
            let answer = self.try_ask(method, path, headers, said);
            if let Some(answer) = answer.filter(|answer| answer.status < 500) {
                return answer;
            }
            assert!(began.elapsed() < PATIENCE, "{method} {path} is not answered");
            thread::sleep(MOMENT);
        }
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        let answer = self.ask("GET", path, &[], &Value::Null);
        answer.is(200);
        answer.json()
    }

    pub(crate) fn post(&self, path: &str, said: &Value) -> Answer {
        self.ask("POST", path, &[], said)
    }

    /// Retries a request with an idempotency key, so that it takes effect once.
    pub(crate) fn post_once(&self, path: &str, said: &Value) -> Answer {
        static KEYS: AtomicUsize = AtomicUsize::new(0);
        let key = format!("key-{}", KEYS.fetch_add(1, Ordering::SeqCst));
        self.ask("POST", path, &[("idempotency-key", &key)], said)
    }

    /// Follows a stream, from after this event if one is named.
    pub(crate) fn follow(&self, path: &str, form: Form, after: Option<u64>) -> Follower {
        Follower::begin(self.clone(), path.to_owned(), form, after)
    }
}

/// The format of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Sse,
    Lines,
}

/// A message of a stream.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Told {
    pub(crate) id: u64,
    /// `state`, `table` or `notice`.
    pub(crate) name: String,
    pub(crate) said: Value,
}

/// A stream that reconnects after its last event whenever the connection breaks.
pub(crate) struct Follower {
    told: Receiver<Told>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    connections: AtomicUsize,
    socket: Mutex<Option<TcpStream>>,
    trouble: Mutex<Option<String>>,
}

impl Follower {
    fn begin(peer: Peer, path: String, form: Form, after: Option<u64>) -> Self {
        let (send, told) = channel();
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        thread::spawn(move || {
            let mut last = after;
            while !theirs.stop.load(Ordering::SeqCst) {
                follow(&peer, &path, form, &mut last, &send, &theirs);
                thread::sleep(MOMENT);
            }
        });
        Self { told, shared }
    }

    /// How often the connection broke.
    pub(crate) fn breaks(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst).saturating_sub(1)
    }

    /// The next message, if it comes within this time.
    pub(crate) fn within(&self, patience: Duration) -> Option<Told> {
        if let Some(trouble) = &*self.shared.trouble.lock().unwrap() {
            panic!("{trouble}");
        }
        match self.told.recv_timeout(patience) {
            Ok(told) => Some(told),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the stream is gone"),
        }
    }

    /// The next message.
    #[track_caller]
    pub(crate) fn next(&self) -> Told {
        self.within(PATIENCE).expect("the stream says nothing")
    }

    /// The next notice, which has to be of this kind; returns its table.
    #[track_caller]
    pub(crate) fn notice(&self, what: &str) -> String {
        let told = self.next();
        assert_eq!((told.name.as_str(), &told.said["notice"]), ("notice", &json!(what)), "{}", told.said);
        told.said["table"].as_str().unwrap().to_owned()
    }

    /// All messages up to the first for which this is true.
    #[track_caller]
    pub(crate) fn until(&self, mut last: impl FnMut(&Told) -> bool) -> Vec<Told> {
        let mut all = Vec::new();
        loop {
            let told = self.next();
            let ends = last(&told);
            all.push(told);
            if ends {
                return all;
            }
        }
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        if let Some(socket) = &*self.shared.socket.lock().unwrap() {
            // It may be broken already.
            let _ = socket.shutdown(Shutdown::Both);
        }
    }
}

/// Reads a stream until the connection breaks.
fn follow(
    peer: &Peer,
    path: &str,
    form: Form,
    last: &mut Option<u64>,
    send: &Sender<Told>,
    shared: &Shared,
) -> Option<()> {
    let accept = if form == Form::Sse { "text/event-stream" } else { "application/x-ndjson" };
    let mut head = peer.head("GET", path, &[("accept", accept)]);
    if let Some(last) = last {
        head.push_str(&format!("last-event-id: {last}\r\n"));
    }
    let mut stream = TcpStream::connect(peer.address).ok()?;
    *shared.socket.lock().unwrap() = Some(stream.try_clone().ok()?);
    stream.write_all(format!("{head}\r\n").as_bytes()).ok()?;
    let mut reader = BufReader::new(stream);
    let mut text = String::new();
    while !text.ends_with("\r\n\r\n") {
        if reader.read_line(&mut text).ok()? == 0 {
            return None;
        }
    }
    if text.starts_with("HTTP/1.1 5") {
        return None;
    }
    if !text.starts_with("HTTP/1.1 200") {
        let mut rest = String::new();
        let _ = reader.read_to_string(&mut rest);
        *shared.trouble.lock().unwrap() = Some(format!("{path} after {last:?}: {text}{rest}"));
        return None;
    }
    shared.connections.fetch_add(1, Ordering::SeqCst);
    let (mut rest, mut id, mut name) = (Vec::new(), None, String::new());
    loop {
        let more = reader.fill_buf().ok().filter(|more| !more.is_empty())?;
        let length = more.len();
        rest.extend_from_slice(more);
        reader.consume(length);
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = rest.drain(..=end).collect();
            let line = std::str::from_utf8(&line).unwrap().trim_end();
            let told = match form {
                Form::Lines if line.is_empty() => None,
                Form::Lines => Some(line_told(line)),
                Form::Sse => match line.split_once(": ") {
                    Some(("id", number)) => {
                        id = number.parse().ok();
                        None
                    }
                    Some(("event", event)) => {
                        event.clone_into(&mut name);
                        None
                    }
                    Some(("data", data)) => Some(Told {
                        id: id.unwrap(),
                        name: name.clone(),
                        said: serde_json::from_str(data).unwrap(),
                    }),
                    Some(_) | None => None,
                },
            };
            if let Some(told) = told {
                *last = Some(told.id);
                send.send(told).ok()?;
            }
        }
    }
}

fn line_told(line: &str) -> Told {
    let said: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let (name, id) = if said.get("notice").is_some() {
        ("notice", &said["id"])
    } else if said.get("event").is_some() {
        ("table", &said["seq"])
    } else {
        ("state", &said["seq"])
    };
    Told { id: id.as_u64().unwrap(), name: name.to_owned(), said }
}

/// The variant of a table in a response.
pub(crate) fn variant(table: &Value) -> Variant {
    let form: VariantForm = serde_json::from_value(table["variant"].clone()).unwrap();
    form.try_into().unwrap()
}

/// A random legal action of the seat in this position. It often ends a phase if it can.
pub(crate) fn choose(variant: Variant, position: &str, seat: Seat, random: &mut Random) -> String {
    match variant {
        Variant::Siesta(setup) => {
            let position: siesta::Position = Rules::parse(&setup, position).unwrap();
            random.pick(&position.scored_turns()).unwrap().turn.to_string()
        }
        Variant::NoSiesta(setup) => {
            let position: no_siesta::Position = Rules::parse(&setup, position).unwrap();
            let mut actions = Vec::new();
            Rules::actions(&position, seat, &mut actions);
            if actions.contains(&no_siesta::Action::Done) && random.below(2) == 0 {
                return no_siesta::Action::Done.to_string();
            }
            random.pick(&actions).unwrap().to_string()
        }
    }
}

/// A random action of those that the server lists.
pub(crate) fn choose_listed(listed: &[String], random: &mut Random) -> String {
    if listed.iter().any(|action| action == "done") && random.below(2) == 0 {
        return "done".to_owned();
    }
    random.pick(listed).unwrap().clone()
}

/// A move that the server acknowledged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Acknowledged {
    pub(crate) table: String,
    /// The last event that the mover had seen.
    pub(crate) expected: u64,
    pub(crate) seq: u64,
    pub(crate) seat: String,
    pub(crate) text: String,
}

/// Events with their numbers.
pub(crate) type Events = Vec<(u64, Value)>;

/// The moves of a player, and the events that they received.
#[derive(Clone, Default, Debug)]
pub(crate) struct Played {
    pub(crate) moves: Vec<Acknowledged>,
    pub(crate) seen: Events,
    pub(crate) breaks: usize,
    /// The number of moves that were refused as stale.
    pub(crate) stale: usize,
}

/// Plays a seat by its stream until the game is over or the test stops it.
pub(crate) fn play_by_stream(
    peer: &Peer,
    table: &str,
    form: Form,
    random: &mut Random,
    stop: &dyn Fn() -> bool,
) -> Played {
    let path = format!("/api/v1/tables/{table}");
    let variant = variant(&peer.get(&path));
    let follower = peer.follow(&format!("{path}/stream"), form, Some(0));
    let mut played = Played::default();
    let mut silence = Instant::now();
    loop {
        if stop() {
            break;
        }
        let Some(told) = follower.within(Duration::from_millis(50)) else {
            assert!(silence.elapsed() < PATIENCE, "the stream of {table} says nothing");
            continue;
        };
        silence = Instant::now();
        let event = &told.said["event"];
        played.seen.push((told.id, event.clone()));
        if event["type"] == "finished" {
            break;
        }
        let now = &told.said["now"];
        if let (Some(position), Some(seat)) = (now["position"].as_str(), seat_of(peer, &path, now)) {
            let text = choose(variant, position, seat, random);
            make_move(peer, table, told.id, seat, &text, &mut played);
        }
    }
    played.breaks = follower.breaks();
    played
}

/// The seat of the peer, if it is to act. Cached, because seats do not change.
fn seat_of(peer: &Peer, path: &str, now: &Value) -> Option<Seat> {
    static SEATS: Mutex<Option<HashMap<(String, String), Seat>>> = Mutex::new(None);
    let to_act = now["to_act"].as_array()?;
    let key = (path.to_owned(), peer.who.id.clone());
    let known = SEATS.lock().unwrap().get_or_insert_default().get(&key).copied();
    let seat = match known {
        Some(seat) => seat,
        None => {
            let seat = peer.get(path)["you"].as_str()?.parse().unwrap();
            SEATS.lock().unwrap().get_or_insert_default().insert(key, seat);
            seat
        }
    };
    to_act.contains(&json!(seat.to_string())).then_some(seat)
}

fn make_move(peer: &Peer, table: &str, expected: u64, seat: Seat, text: &str, played: &mut Played) {
    let said = json!({ "seq": expected, "move": text });
    let answer = peer.post_once(&format!("/api/v1/tables/{table}/play"), &said);
    if answer.status == 200 {
        let seq = answer.json()["seq"].as_u64().unwrap();
        let (table, text) = (table.to_owned(), text.to_owned());
        played.moves.push(Acknowledged { table, expected, seq, seat: seat.to_string(), text });
    } else {
        // Somebody else acted at the same time, or a bot has the seat by now.
        assert!(
            ["stale-seq", "not-your-turn", "not-seated", "out-of-time", "game-over"]
                .contains(&answer.code().as_str()),
            "{text} in {table}: {}",
            answer.text()
        );
        played.stale += 1;
    }
}

/// Plays a seat by polling until the game is over.
pub(crate) fn play_by_polling(peer: &Peer, table: &str, random: &mut Random) -> Played {
    let path = format!("/api/v1/tables/{table}");
    let mut played = Played::default();
    let began = Instant::now();
    loop {
        let state = peer.get(&path);
        if state["stage"] == "finished" {
            return played;
        }
        assert!(began.elapsed() < 3 * PATIENCE, "{table} does not end");
        let you = state["you"].clone();
        if !state["game"]["to_act"].as_array().is_some_and(|seats| seats.contains(&you)) {
            thread::sleep(2 * MOMENT);
            continue;
        }
        let listed = peer.get(&format!("{path}/actions"));
        let actions: Vec<String> = serde_json::from_value(listed["actions"].clone()).unwrap();
        if !actions.is_empty() {
            let text = choose_listed(&actions, random);
            let seat = you.as_str().unwrap().parse().unwrap();
            make_move(peer, table, listed["seq"].as_u64().unwrap(), seat, &text, &mut played);
        }
    }
}

/// All events of a table so far, as this person reads them.
pub(crate) fn all_events(peer: &Peer, table: &str) -> Events {
    let path = format!("/api/v1/tables/{table}");
    let seq = peer.get(&path)["seq"].as_u64().unwrap();
    let follower = peer.follow(&format!("{path}/stream"), Form::Lines, Some(0));
    let told = follower.until(|told| told.id >= seq);
    told.into_iter().map(|told| (told.id, told.said["event"].clone())).collect()
}
