//! How an honest client plays a game: it follows the table by its stream or socket, and moves when it is its turn.

use anyhow::{Context, anyhow};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

use super::honest::{PATIENCE, Person, problem};
use super::tally::{Acknowledged, Kind};
use crate::club::client::{Connection, Events, Socket};

/// A player says something before every turn with this number.
const TURNS_PER_MESSAGE: u32 = 8;
/// A player reloads the page of the table after every turn with this number.
const TURNS_PER_RELOAD: u32 = 3;

/// How a player receives the events of a table.
enum Feed {
    Stream(Events),
    Socket(Box<Socket>),
}

impl Feed {
    async fn open(person: &Person, table: &str) -> anyhow::Result<Self> {
        let connection = Connection::open_from(person.club.host, person.from).await?;
        let path = format!("/api/v1/tables/{table}");
        Ok(if person.by_socket {
            let socket = Socket::begin(connection, &format!("{path}/socket"), &person.cookie).await?;
            Self::Socket(Box::new(socket))
        } else {
            Self::Stream(Events::begin(connection, &format!("{path}/stream"), &person.cookie).await?)
        })
    }

    async fn message(&mut self) -> anyhow::Result<Value> {
        let message = match self {
            Self::Stream(events) => timeout(PATIENCE, events.message()).await,
            Self::Socket(socket) => timeout(PATIENCE, socket.message()).await,
        };
        message.context("stream: nothing came")?.context("stream: broken")
    }
}

/// A move that was sent.
#[derive(Default)]
struct Sent {
    /// The last event of the table when the move was acknowledged; `None` if nothing was sent, or if somebody else
    /// acted first.
    acknowledged: Option<u64>,
    /// The event, if the feed has given it already.
    message: Option<Value>,
}

impl Person {
    /// Plays until the game or the run is over.
    pub(super) async fn play(&mut self, table: &str, against_bots: bool) -> anyhow::Result<()> {
        let opened = timeout(PATIENCE, Feed::open(self, table)).await;
        let mut feed = opened.context("stream: timed out")?.context("stream: not opened")?;
        let mut message = feed.message().await?;
        let you = message["you"].as_str().context("the player has no seat")?.to_owned();
        let (mut seen, mut turns) = (0, 0);
        // Since when a bot is to answer, and whether one has.
        let (mut waits_since, mut answered) = (None, false);
        loop {
            let finished = message["event"]["type"] == "finished" || message["stage"] == "finished";
            let now = if message["event"].is_null() { &message["game"] } else { &message["now"] };
            let to_act = now["to_act"].as_array().filter(|_| message["seq"].as_u64() >= Some(seen));
            let is_mine = to_act.is_some_and(|seats| seats.iter().any(|seat| *seat == you.as_str()));
            answered |= message["event"]["type"] == "played" && message["event"]["seat"] != you.as_str();
            if let Some(since) = waits_since.take_if(|_| finished || is_mine)
                && answered
            {
                self.club.tally.took(Kind::Bot, Instant::elapsed(&since));
            }
            if finished {
                self.club.tally.counts().games += 1;
                return Ok(());
            }
            let mut next = None;
            if is_mine {
                self.think().await;
                if self.is_over() {
                    return Ok(());
                }
                turns += 1;
                self.talk_and_look(table, turns).await?;
                let sent = self.turn(table, &you, &mut feed).await?;
                if let Some(seq) = sent.acknowledged {
                    seen = seq;
                    (waits_since, answered) = (against_bots.then(Instant::now), false);
                }
                next = sent.message;
            }
            message = match next {
                Some(message) => message,
                None => match self.next(&mut feed).await? {
                    Some(message) => message,
                    None => return Ok(()),
                },
            };
        }
    }

    /// The next message; `None` if the run is over before.
    async fn next(&self, feed: &mut Feed) -> anyhow::Result<Option<Value>> {
        let mut over = self.club.over.clone();
        // A message that is lost here is not needed: nothing is awaited after the end of the run.
        tokio::select! {
            message = feed.message() => message.map(Some),
            _ = over.wait_for(|over| *over) => Ok(None),
        }
    }

    /// What people do besides moving.
    async fn talk_and_look(&mut self, table: &str, turn: u32) -> anyhow::Result<()> {
        self.sign_in_again().await?;
        if turn.is_multiple_of(TURNS_PER_MESSAGE) {
            let body = json!({ "room": "all", "text": "Sun is on your side today." }).to_string();
            self.ask(Kind::Other, "POST", &format!("/api/v1/tables/{table}/chat"), &body).await?;
        }
        if turn.is_multiple_of(TURNS_PER_RELOAD) {
            self.look_at(table).await?;
        }
        Ok(())
    }

    /// Sends a random legal move.
    async fn turn(&mut self, table: &str, seat: &str, feed: &mut Feed) -> anyhow::Result<Sent> {
        let path = format!("/api/v1/tables/{table}");
        let listed = self.ask(Kind::Other, "GET", &format!("{path}/actions"), "").await?.json()?;
        let seq = listed["seq"].as_u64().context("the actions have no seq")?;
        let actions = listed["actions"].as_array().context("there are no actions")?;
        let Some(text) = self.random.pick(actions).and_then(Value::as_str) else {
            return Ok(Sent::default());
        };
        let body = json!({ "seq": seq, "move": text }).to_string();
        let sent = match feed {
            Feed::Stream(_) => self.post_move(&path, &body).await,
            Feed::Socket(_) => self.send_move(feed, seq, seat, body).await,
        };
        let mut counts = self.club.tally.counts();
        match &sent {
            Ok(Sent { acknowledged: Some(until), .. }) => counts.moves.push(Acknowledged {
                table: table.to_owned(),
                seat: seat.to_owned(),
                text: text.to_owned(),
                after: seq,
                until: *until,
            }),
            Ok(_) => {}
            Err(_) => {
                counts.unanswered.insert((table.to_owned(), seat.to_owned()));
            }
        }
        sent
    }

    async fn post_move(&self, path: &str, body: &str) -> anyhow::Result<Sent> {
        let answer = self.ask(Kind::Move, "POST", &format!("{path}/play"), body).await?;
        if answer.status == 409 {
            return Ok(Sent::default());
        }
        let seq = answer.json()?["seq"].as_u64().context("the answer has no seq")?;
        Ok(Sent { acknowledged: Some(seq), message: None })
    }

    /// Sends a move over the socket, and waits until it is among the events.
    async fn send_move(&self, feed: &mut Feed, after: u64, seat: &str, body: String) -> anyhow::Result<Sent> {
        let began = Instant::now();
        let Feed::Socket(socket) = feed else { return Err(anyhow!("a stream cannot send")) };
        socket.send(body).await.context("move: no answer")?;
        loop {
            let message = timeout(PATIENCE, socket.message()).await.context("move: timed out")??;
            problem(&message)?;
            if !message["problem"].is_null() {
                return Ok(Sent::default());
            }
            let event = &message["event"];
            let seq = message["seq"].as_u64().filter(|seq| *seq > after);
            if event["type"] == "played" && event["seat"] == seat && seq.is_some() {
                self.club.tally.took(Kind::Move, began.elapsed());
                return Ok(Sent { acknowledged: seq, message: Some(message) });
            }
        }
    }
}
