//! The hostile clients of a soak run. Each attack has an address of its own, a fixed number of connections and a
//! fixed pace, so that a small machine is busy with the server and not with the attackers.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use game::Random;
use serde_json::json;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::honest::{Club, member_name};
use crate::club::client::{Answer, Connection, Events, Socket};

/// How long an attacker waits for an answer.
const PATIENCE: Duration = Duration::from_secs(20);
/// The time between two bytes of slow clients, and the pause before a connection that ended is opened again.
const SLOW: Duration = Duration::from_secs(1);
/// Clients who hang up do so within this time.
const LONGEST_WAIT_MILLIS: u32 = 4;
/// How long streams stay open that nobody reads.
const UNREAD_FOR: Duration = Duration::from_secs(30);
/// A body that is larger than any the server takes.
const LARGE_BODY_BYTES: usize = 64 * 1024;

/// What a hostile client does over and over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attack {
    NewGuests,
    HangUps,
    SlowHeaders,
    SlowBodies,
    UnreadStreams,
    IdleConnections,
    WrongPasswords,
    LongSearches,
    EngineRequests,
    BadBodies,
    BadSockets,
}

/// An attack with its size: the number of clients, and how often each of them acts in a second.
struct Plan {
    attack: Attack,
    name: &'static str,
    clients: u8,
    per_second: u32,
}

const fn plan(attack: Attack, name: &'static str, clients: u8, per_second: u32) -> Plan {
    Plan { attack, name, clients, per_second }
}

const PLANS: [Plan; 11] = [
    plan(Attack::NewGuests, "requests, each as a new guest", 10, 20),
    plan(Attack::HangUps, "hang-ups within 4 ms", 8, 10),
    plan(Attack::SlowHeaders, "slow headers", 50, 1),
    plan(Attack::SlowBodies, "slow bodies", 50, 1),
    plan(Attack::UnreadStreams, "streams that nobody reads", 100, 1),
    plan(Attack::IdleConnections, "idle connections", 200, 1),
    plan(Attack::WrongPasswords, "wrong passwords of a member", 5, 4),
    plan(Attack::LongSearches, "tables with bots of level 8", 2, 5),
    plan(Attack::EngineRequests, "sandbox searches and hints", 4, 10),
    plan(Attack::BadBodies, "large and malformed requests", 4, 10),
    plan(Attack::BadSockets, "garbage on sockets", 10, 4),
];

/// Starts all attacks. They end when the set is dropped.
pub(super) fn start(club: &Arc<Club>, seed: u64) -> JoinSet<()> {
    let mut attackers = JoinSet::new();
    for (place, plan) in PLANS.into_iter().enumerate() {
        // 127.0.0.1 is the address of honest members.
        let from = IpAddr::V4(Ipv4Addr::new(127, 0, 0, place as u8 + 2));
        let first: Arc<Mutex<Option<Settled>>> = Arc::default();
        for number in 0..plan.clients {
            let seed = seed + 1_000 * (place as u64 + 1) + u64::from(number);
            let attacker = Attacker {
                club: Arc::clone(club),
                name: plan.name,
                from,
                random: Random::new(seed),
                settled: Settled::default(),
                first: plan.attack.is_by_one_guest().then(|| Arc::clone(&first)),
                kept: None,
            };
            attackers.spawn(attacker.attack(plan.attack, plan.per_second));
        }
    }
    attackers
}

/// A guest with a table.
#[derive(Clone, Default)]
struct Settled {
    /// The cookie of the guest; empty before there is one.
    cookie: String,
    /// A table of this guest; empty before there is one.
    table: String,
}

impl Attack {
    fn is_by_one_guest(self) -> bool {
        matches!(self, Self::UnreadStreams | Self::LongSearches | Self::BadSockets)
    }
}

struct Attacker {
    club: Arc<Club>,
    name: &'static str,
    from: IpAddr,
    random: Random,
    settled: Settled,
    /// The guest as whom all clients of this attack come; `None` if each has a guest of their own.
    first: Option<Arc<Mutex<Option<Settled>>>>,
    /// A connection that is used again.
    kept: Option<Connection>,
}

impl Attacker {
    async fn attack(mut self, attack: Attack, per_second: u32) {
        let mut pace = interval(Duration::from_secs(1) / per_second.max(1));
        // What the server delays is not made up for: the pace is a limit.
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Clients do not all begin at the same moment.
        sleep(Duration::from_millis(self.random.below(1000).into())).await;
        loop {
            pace.tick().await;
            let outcome = match attack {
                Attack::NewGuests => self.be_new().await,
                Attack::HangUps => self.hang_up().await,
                Attack::SlowHeaders => self.be_slow("GET / HTTP/1.1\r\nX-Slow: ").await,
                Attack::SlowBodies => {
                    let head = "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                                Content-Length: 10000\r\n\r\n";
                    self.be_slow(head).await
                }
                Attack::UnreadStreams => self.read_nothing().await,
                Attack::IdleConnections => self.be_slow("").await,
                Attack::WrongPasswords => self.guess().await,
                Attack::LongSearches => self.let_bots_search().await,
                Attack::EngineRequests => self.ask_engine().await,
                Attack::BadBodies => self.send_bad_request().await,
                Attack::BadSockets => self.send_garbage().await,
            };
            let outcome = match outcome {
                Ok(outcome) => outcome,
                // The reasons differ by moments; that there was no answer is all that counts.
                Err(_) => {
                    self.kept = None;
                    "no answer".to_owned()
                }
            };
            self.club.tally.attacked(self.name, outcome);
        }
    }

    async fn connect(&self) -> anyhow::Result<Connection> {
        timeout(PATIENCE, Connection::open_from(self.club.host, self.from)).await?
    }

    /// Sends a request on the connection that is kept.
    async fn ask(&mut self, method: &str, path: &str, cookie: &str, body: &str) -> anyhow::Result<Answer> {
        let mut connection = match self.kept.take() {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        let answer = timeout(PATIENCE, connection.ask(method, path, cookie, body)).await??;
        self.kept = Some(connection);
        Ok(answer)
    }

    /// Becomes a guest with a table, if the server lets them.
    async fn settle(&mut self) -> anyhow::Result<()> {
        let Some(first) = self.first.clone() else { return self.settle_alone().await };
        // Held until the guest has a table, so that the others do not create more.
        let mut first = first.lock().await;
        if let Some(settled) = &*first {
            self.settled = settled.clone();
            return Ok(());
        }
        self.settle_alone().await?;
        *first = Some(self.settled.clone()).filter(|settled| !settled.table.is_empty());
        Ok(())
    }

    async fn settle_alone(&mut self) -> anyhow::Result<()> {
        if self.settled.cookie.is_empty() {
            let answer = self.ask("POST", "/api/v1/guests", "", "").await?;
            self.settled.cookie = answer.cookie.unwrap_or_default();
        }
        if self.settled.table.is_empty() {
            let answer = self.create_table(1).await?.json().unwrap_or_default();
            answer["id"].as_str().unwrap_or_default().clone_into(&mut self.settled.table);
        }
        Ok(())
    }

    async fn create_table(&mut self, level: u8) -> anyhow::Result<Answer> {
        let cookie = self.settled.cookie.clone();
        self.ask("POST", "/api/v1/tables", &cookie, &new_table(level)).await
    }

    async fn be_new(&mut self) -> anyhow::Result<String> {
        let guest = self.ask("POST", "/api/v1/guests", "", "").await?;
        let Some(cookie) = guest.cookie.clone() else { return Ok(outcome(&guest)) };
        Ok(outcome(&self.ask("GET", "/", &cookie, "").await?))
    }

    /// Sends a move, or a new table, and does not wait for the answer.
    async fn hang_up(&mut self) -> anyhow::Result<String> {
        self.settle().await?;
        let (mut path, mut body) = ("/api/v1/tables".to_owned(), String::new());
        if !self.settled.table.is_empty() && self.random.below(4) > 0 {
            let table = format!("/api/v1/tables/{}", self.settled.table);
            let cookie = self.settled.cookie.clone();
            let listed = self.ask("GET", &format!("{table}/actions"), &cookie, "").await?;
            let listed = listed.json().unwrap_or_default();
            if let Some(text) = listed["actions"].as_array().and_then(|actions| actions.first()) {
                body = json!({ "seq": listed["seq"], "move": text }).to_string();
                path = format!("{table}/play");
            } else {
                // The bot's turn, or the end of the game.
                self.settled.table.clear();
            }
        }
        if body.is_empty() {
            body = new_table(1);
        }
        let mut connection = self.connect().await?;
        let request = post(&path, &self.settled.cookie, "application/json", &body);
        connection.send(request.as_bytes()).await?;
        sleep(Duration::from_millis(self.random.below(LONGEST_WAIT_MILLIS + 1).into())).await;
        Ok("hung up".to_owned())
    }

    /// Sends the beginning, and then a byte each second until the server closes the connection. With no beginning it
    /// sends nothing at all.
    async fn be_slow(&mut self, beginning: &str) -> anyhow::Result<String> {
        let mut connection = self.connect().await?;
        connection.send(beginning.as_bytes()).await?;
        // Counted now, because the end of the run may come before that of the connection.
        self.club.tally.attacked(self.name, "opened".to_owned());
        loop {
            match timeout(SLOW, connection.answer()).await {
                Ok(Ok(answer)) => return Ok(outcome(&answer)),
                Ok(Err(_)) => return Ok("closed by the server".to_owned()),
                Err(_) if beginning.is_empty() => {}
                Err(_) => {
                    if connection.send(b"x").await.is_err() {
                        return Ok("closed by the server".to_owned());
                    }
                }
            }
        }
    }

    async fn read_nothing(&mut self) -> anyhow::Result<String> {
        self.settle().await?;
        let path = format!("/api/v1/tables/{}/stream?after=0", self.settled.table);
        let connection = self.connect().await?;
        let opened = timeout(PATIENCE, Events::begin(connection, &path, &self.settled.cookie)).await?;
        let Ok(_unread) = opened else { return Ok("not opened".to_owned()) };
        self.club.tally.attacked(self.name, "opened".to_owned());
        sleep(UNREAD_FOR).await;
        Ok("closed by the client".to_owned())
    }

    async fn guess(&mut self) -> anyhow::Result<String> {
        let body = json!({ "name": member_name(0), "password": "a wrong password" }).to_string();
        Ok(outcome(&self.ask("POST", "/api/v1/session", "", &body).await?))
    }

    async fn let_bots_search(&mut self) -> anyhow::Result<String> {
        self.settle().await?;
        Ok(outcome(&self.create_table(8).await?))
    }

    async fn ask_engine(&mut self) -> anyhow::Result<String> {
        self.settle().await?;
        let form = "application/x-www-form-urlencoded";
        let request = if self.random.below(2) == 0 || self.settled.table.is_empty() {
            post("/sandbox/best", &self.settled.cookie, form, "turns=%2AF5+%5EF6+%23F7")
        } else {
            post(&format!("/t/{}/hint", self.settled.table), &self.settled.cookie, form, "more=")
        };
        self.send_raw(request.as_bytes()).await
    }

    async fn send_bad_request(&mut self) -> anyhow::Result<String> {
        let json = "application/json";
        let large = format!("{{\"game\":\"{}\"}}", "x".repeat(LARGE_BODY_BYTES));
        let requests = [
            post("/api/v1/tables", "", json, &large),
            post("/api/v1/tables", "", json, &"[".repeat(10_000)),
            post("/api/v1/people", "", json, "{\"name\":"),
            post("/api/v1/session", "", "text/plain", "name"),
            post("/sign-in", "", "application/x-www-form-urlencoded", "name=%FF%00&password=%"),
            "GET /t/%00%ff HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned(),
            "POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: minus one\r\n\r\n".to_owned(),
            format!("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: {}\r\n\r\n", "x".repeat(LARGE_BODY_BYTES)),
            "\u{0}\u{1}\u{2} no HTTP at all\r\n\r\n".to_owned(),
        ];
        let request = self.random.pick(&requests).context("there are no requests")?;
        self.send_raw(request.as_bytes()).await
    }

    /// Sends these bytes on a new connection, and waits for the response.
    async fn send_raw(&self, bytes: &[u8]) -> anyhow::Result<String> {
        let mut connection = self.connect().await?;
        let answered = async {
            connection.send(bytes).await?;
            connection.answer().await
        };
        Ok(outcome(&timeout(PATIENCE, answered).await??))
    }

    async fn send_garbage(&mut self) -> anyhow::Result<String> {
        self.settle().await?;
        let path = format!("/api/v1/tables/{}/socket", self.settled.table);
        let connection = self.connect().await?;
        let opened = timeout(PATIENCE, Socket::begin(connection, &path, &self.settled.cookie)).await?;
        let Ok(mut socket) = opened else { return Ok("not opened".to_owned()) };
        let texts = [
            "{".repeat(100),
            json!({ "seq": -1, "move": "x" }).to_string(),
            json!({ "seq": 1, "move": "x".repeat(1000) }).to_string(),
            "x".repeat(LARGE_BODY_BYTES),
        ];
        let text = self.random.pick(&texts).cloned().unwrap_or_default();
        // The first message is the state of the table.
        timeout(PATIENCE, socket.message()).await??;
        socket.send(text).await?;
        Ok(match timeout(PATIENCE, socket.message()).await? {
            Ok(message) => message["problem"]["code"].as_str().unwrap_or("an event").to_owned(),
            Err(_) => "closed by the server".to_owned(),
        })
    }
}

/// The request for a table with a bot of this level.
fn new_table(level: u8) -> String {
    json!({ "game": "siesta", "seats": ["me", { "bot": level }] }).to_string()
}

/// A POST request.
fn post(path: &str, cookie: &str, content_type: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nContent-Type: {content_type}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// The status and the code of an answer.
fn outcome(answer: &Answer) -> String {
    format!("{} {}", answer.status, answer.code()).trim_end().to_owned()
}
