//! `sobremesa load`: a load test over the public API.
//!
//! At each table two guests play random legal turns of two-player Siesta. Each reads the stream of the table, as a
//! browser would: a player sends a turn after the turn before has arrived on their stream. With `--pages` it
//! plays one table to the middle of a game and requests its page instead.

mod pages;
mod report;

use std::io::Write;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use game::Random;
use siesta::{Mode, Position, Scoring, Variant};
use tokio::sync::Barrier;
use tokio::time::Instant;

use self::report::{Report, Server};
use super::client::{Connection, Events, Socket};
use super::wait_for;

#[derive(clap::Args, Debug)]
pub(crate) struct LoadArgs {
    /// Server to test, started with --rate-limit 0 --address-connections 0 --streams 0. Repeat the option for several
    /// servers that share a database: the two players of a table then use different servers
    #[arg(long, default_value = "http://127.0.0.1:7070")]
    url: Vec<String>,
    /// Number of tables that play at the same time
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    tables: u32,
    /// Duration of the test in seconds
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    seconds: u32,
    /// Turns per second of all tables together [default: as many as possible]
    #[arg(long, value_name = "TURNS")]
    rate: Option<u32>,
    /// How to send turns and receive events: POST requests and an event stream, or one WebSocket for both
    #[arg(long, value_enum, default_value = "post")]
    transport: Transport,
    /// Number of idle streams to open as well, to measure their memory
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    streams: u32,
    /// Measure the page of a table instead, with this many requests one after the other
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pages: Option<u32>,
}

/// How turns are sent and events received.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Transport {
    Post,
    Socket,
}

pub(crate) fn run(args: &LoadArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let hosts = args.url.iter().map(|url| host(url)).collect::<anyhow::Result<Vec<_>>>()?;
    web::serve::allow_many_files();
    wait_for(async {
        match args.pages {
            Some(count) => write!(out, "{}", pages::ask(plan(&hosts, args, 0), count).await?)?,
            None => write!(out, "{}", load(&hosts, args).await?)?,
        }
        Ok(())
    })
}

/// The address of a server, which must be on this machine.
fn host(url: &str) -> anyhow::Result<SocketAddr> {
    let address = url.strip_prefix("http://").context("the URL must begin with http://")?;
    let mut hosts = address.trim_end_matches('/').to_socket_addrs().with_context(|| url.to_owned())?;
    let host = hosts.next().context("the server has no address")?;
    ensure!(host.ip().is_loopback(), "{host} is not this machine: only local servers can be load-tested");
    Ok(host)
}

/// The plan of the table with this number.
fn plan(hosts: &[SocketAddr], args: &LoadArgs, number: u32) -> Plan {
    Plan {
        hosts: [0, 1].map(|seat| hosts[(number as usize + seat) % hosts.len()]),
        seconds: args.seconds,
        gap: gap(args),
        transport: args.transport,
    }
}

async fn load(hosts: &[SocketAddr], args: &LoadArgs) -> anyhow::Result<Report> {
    let before_streams = Server::ask(hosts).await?;
    let idle = idle_streams(hosts[0], args.streams).await?;
    let with_streams = Server::ask(hosts).await?;
    let start = Arc::new(Barrier::new(args.tables as usize + 1));
    let tables: Vec<_> = (0..args.tables)
        .map(|number| tokio::spawn(play(plan(hosts, args, number), number, args.tables, Arc::clone(&start))))
        .collect();
    start.wait().await;
    let (began, before) = (Instant::now(), Server::ask(hosts).await?);
    let mut turns = Vec::new();
    for table in tables {
        turns.extend(table.await??);
    }
    let (elapsed, after) = (began.elapsed(), Server::ask(hosts).await?);
    drop(idle);
    Ok(Report {
        tables: args.tables,
        streams: args.streams,
        before_streams,
        with_streams,
        before,
        after,
        elapsed,
        turns,
    })
}

/// The time between two turns of a table; `None` without a rate.
fn gap(args: &LoadArgs) -> Option<Duration> {
    args.rate.map(|rate| Duration::from_secs(1) * args.tables / rate.max(1))
}

/// How a table plays.
#[derive(Clone, Copy)]
struct Plan {
    /// The server of each of the two players.
    hosts: [SocketAddr; 2],
    seconds: u32,
    gap: Option<Duration>,
    transport: Transport,
}

/// The time until the server acknowledged a turn, and until the opponent received it.
#[derive(Clone, Copy)]
struct Times {
    acknowledged: Duration,
    pushed: Duration,
}

/// A guest with a connection.
struct Guest {
    connection: Connection,
    cookie: String,
}

impl Guest {
    async fn new(host: SocketAddr) -> anyhow::Result<Self> {
        let mut connection = Connection::open(host).await?;
        let answer = connection.ask("POST", "/api/v1/guests", "", "").await?;
        answer.json()?;
        let cookie = answer.cookie.context("the server sent no cookie for the guest")?;
        Ok(Self { connection, cookie })
    }

    async fn post(&mut self, path: &str, body: &str) -> anyhow::Result<serde_json::Value> {
        self.connection.ask("POST", path, &self.cookie, body).await?.json()
    }
}

/// Opens idle streams on one table that waits for a second player.
async fn idle_streams(host: SocketAddr, count: u32) -> anyhow::Result<Vec<Events>> {
    let mut guest = Guest::new(host).await?;
    let table = guest.post("/api/v1/tables", r#"{"game":"siesta","seats":["me","open"]}"#).await?;
    let path = format!("/api/v1/tables/{}/stream?after=1", table["id"].as_str().unwrap_or_default());
    let mut streams = Vec::with_capacity(count as usize);
    for _ in 0..count {
        streams.push(Events::open(host, &path, &guest.cookie).await?);
    }
    Ok(streams)
}

/// Two guests play one game after the other until the time is over.
async fn play(plan: Plan, number: u32, tables: u32, start: Arc<Barrier>) -> anyhow::Result<Vec<Times>> {
    let mut random = Random::new(u64::from(number));
    let mut guests = [Guest::new(plan.hosts[0]).await?, Guest::new(plan.hosts[1]).await?];
    let mut game = Game::new(plan, &mut guests).await?;
    let mut turns = Vec::new();
    start.wait().await;
    let begin = Instant::now();
    let end = begin + Duration::from_secs(plan.seconds.into());
    // Spread the tables over the gap, so that they do not all move at the same moment.
    let mut next = begin + plan.gap.unwrap_or_default() * number / tables;
    while Instant::now() < end {
        if let Some(gap) = plan.gap {
            tokio::time::sleep_until(next).await;
            next += gap;
        }
        match game.turn(&mut guests, &mut random).await? {
            Some(times) => turns.push(times),
            None => game = Game::new(plan, &mut guests).await?,
        }
    }
    Ok(turns)
}

/// A game between two guests.
struct Game {
    id: String,
    path: String,
    seq: u64,
    position: Position,
    /// The index of the guest in each seat.
    seats: [usize; 2],
    channels: Channels,
}

/// The connections on which the two guests receive events, and over WebSockets also send turns.
enum Channels {
    Streams([Events; 2]),
    Sockets(Box<[Socket; 2]>),
}

impl Game {
    async fn new(Plan { hosts, transport, .. }: Plan, guests: &mut [Guest; 2]) -> anyhow::Result<Self> {
        let [one, other] = guests;
        let table = one.post("/api/v1/tables", r#"{"game":"siesta","seats":["me","open"]}"#).await?;
        let id = table["id"].as_str().unwrap_or_default().to_owned();
        let path = format!("/api/v1/tables/{id}");
        let joined = other.post(&format!("{path}/join"), "").await?;
        let seq = joined["seq"].as_u64().context("the response has no seq")?;
        let (channels, view) = match transport {
            Transport::Post => {
                let stream = format!("{path}/stream");
                let mut events = [
                    Events::open(hosts[0], &stream, &one.cookie).await?,
                    Events::open(hosts[1], &stream, &other.cookie).await?,
                ];
                let view = events[0].message().await?;
                (Channels::Streams(events), view)
            }
            Transport::Socket => {
                let path = format!("{path}/socket");
                let mut sockets = [
                    Socket::open(hosts[0], &path, &one.cookie).await?,
                    Socket::open(hosts[1], &path, &other.cookie).await?,
                ];
                let view = sockets[0].message().await?;
                (Channels::Sockets(Box::new(sockets)), view)
            }
        };
        let seats = if view["you"] == "a" { [0, 1] } else { [1, 0] };
        let variant = Variant::new(game::Players::TWO, Scoring::Printed, Mode::FreeForAll)?;
        Ok(Self { id, path, seq, position: Position::start(variant), seats, channels })
    }

    /// Plays one turn; `None` if the game is over.
    async fn turn(&mut self, guests: &mut [Guest; 2], random: &mut Random) -> anyhow::Result<Option<Times>> {
        let mover = self.seats[self.position.mover().index()];
        let Some(turn) = self.position.play_random(random) else { return Ok(None) };
        let body = format!(r#"{{"seq":{},"move":"{turn}"}}"#, self.seq);
        self.seq += 1;
        let (seq, began) = (self.seq, Instant::now());
        let (acknowledged, pushed) = match &mut self.channels {
            Channels::Streams(events) => {
                let path = format!("{}/play", self.path);
                let acknowledged = async {
                    guests[mover].post(&path, &body).await?;
                    Ok::<Duration, anyhow::Error>(began.elapsed())
                };
                let pushed = async {
                    events[1 - mover].wait_for(seq).await?;
                    Ok::<Duration, anyhow::Error>(began.elapsed())
                };
                tokio::try_join!(acknowledged, pushed)?
            }
            Channels::Sockets(sockets) => {
                let [one, other] = &mut **sockets;
                let (mine, theirs) = if mover == 0 { (one, other) } else { (other, one) };
                let acknowledged = async {
                    mine.send(body).await?;
                    mine.wait_for(seq).await?;
                    Ok::<Duration, anyhow::Error>(began.elapsed())
                };
                let pushed = async {
                    theirs.wait_for(seq).await?;
                    Ok::<Duration, anyhow::Error>(began.elapsed())
                };
                tokio::try_join!(acknowledged, pushed)?
            }
        };
        Ok(Some(Times { acknowledged, pushed }))
    }
}
