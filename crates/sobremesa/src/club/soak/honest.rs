//! The honest clients of a soak run: people who look at pages, sign in, and play against bots and each other.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use game::Random;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use super::tally::{Kind, Tally};
use crate::club::client::{Answer, Connection};

/// How long an honest client waits for anything.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);
/// The pause after a failure.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(1);
/// How long people think, at least and at most.
const THINKING_MILLIS: (u32, u32) = (300, 1500);
/// A guest begins a table at most this often. Guests may create only so many tables in an hour.
const GUEST_TABLE_INTERVAL: Duration = Duration::from_secs(70);
/// Members sign in this often.
const SIGN_IN_INTERVAL: Duration = Duration::from_secs(30);
/// The address of all members. Guests have addresses of their own.
const MEMBERS_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PASSWORD: &str = "sun and roof and shade";

/// Members who play against bots.
pub(super) const MEMBERS: u8 = 6;
/// Guests who play against bots.
pub(super) const GUESTS: u8 = 4;
/// Pairs of a member and a guest who play against each other.
pub(super) const PAIRS: u8 = 1;

/// What all clients share.
pub(super) struct Club {
    pub(super) host: SocketAddr,
    pub(super) tally: Arc<Tally>,
    /// Whether the clients are to end.
    pub(super) over: watch::Receiver<bool>,
}

/// A person with an account or a guest's cookie.
pub(super) struct Person {
    pub(super) club: Arc<Club>,
    pub(super) random: Random,
    pub(super) cookie: String,
    pub(super) from: IpAddr,
    name: String,
    member: bool,
    /// Whether this person plays over a WebSocket.
    pub(super) by_socket: bool,
    signed_in: Instant,
}

impl Person {
    /// Registers the member with this number.
    pub(super) async fn member(club: &Arc<Club>, seed: u64, number: u8) -> anyhow::Result<Self> {
        let name = member_name(number);
        let mut member = Self::nobody(club, seed, MEMBERS_ADDRESS, name);
        member.member = true;
        member.by_socket = number % 3 == 2;
        let body = json!({ "name": member.name, "password": PASSWORD }).to_string();
        let answer = member.ask(Kind::Other, "POST", "/api/v1/people", &body).await?;
        member.cookie = answer.cookie.context("the server sent no cookie for the session")?;
        Ok(member)
    }

    /// Becomes the guest with this number.
    pub(super) async fn guest(club: &Arc<Club>, seed: u64, number: u8) -> anyhow::Result<Self> {
        let address = IpAddr::V4(Ipv4Addr::new(127, 0, 1, number + 1));
        let mut guest = Self::nobody(club, seed, address, String::new());
        guest.by_socket = number % 3 == 2;
        let answer = guest.ask(Kind::Other, "POST", "/api/v1/guests", "").await?;
        guest.cookie = answer.cookie.context("the server sent no cookie for the guest")?;
        Ok(guest)
    }

    fn nobody(club: &Arc<Club>, seed: u64, from: IpAddr, name: String) -> Self {
        Self {
            club: Arc::clone(club),
            random: Random::new(seed),
            cookie: String::new(),
            from,
            name,
            member: false,
            by_socket: false,
            signed_in: Instant::now(),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        *self.club.over.borrow()
    }

    /// Sends a request on a new connection, and measures it. A refusal is an error, except that of a stale move.
    pub(super) async fn ask(
        &self,
        kind: Kind,
        method: &str,
        path: &str,
        body: &str,
    ) -> anyhow::Result<Answer> {
        let began = Instant::now();
        let asked = async {
            let mut connection = Connection::open_from(self.club.host, self.from).await?;
            connection.ask(method, path, &self.cookie, body).await
        };
        let answer = match timeout(PATIENCE, asked).await {
            Err(_) => return Err(anyhow!("{method} {path}").context(format!("{kind}: timed out"))),
            Ok(answer) => answer
                .with_context(|| format!("{method} {path}"))
                .with_context(|| format!("{kind}: no answer"))?,
        };
        self.club.tally.took(kind, began.elapsed());
        if answer.status >= 400 && answer.code() != "stale-seq" {
            let refused = format!("{kind}: {} {}", answer.status, answer.code());
            return Err(anyhow!("{method} {path} as {}", self.label()).context(refused));
        }
        Ok(answer)
    }

    fn label(&self) -> &str {
        if self.member { &self.name } else { "a guest" }
    }

    pub(super) async fn think(&mut self) {
        let (least, most) = THINKING_MILLIS;
        let millis = least + self.random.below(most - least);
        sleep(Duration::from_millis(millis.into())).await;
    }

    async fn page(&self, path: &str) -> anyhow::Result<()> {
        self.ask(Kind::Page, "GET", path, "").await?;
        Ok(())
    }

    /// Looks at a table, as a reload of its page does.
    pub(super) async fn look_at(&self, table: &str) -> anyhow::Result<()> {
        self.page(&format!("/t/{table}")).await
    }

    async fn sign_in(&mut self) -> anyhow::Result<()> {
        let body = json!({ "name": self.name, "password": PASSWORD }).to_string();
        let answer = self.ask(Kind::SignIn, "POST", "/api/v1/session", &body).await?;
        self.cookie = answer.cookie.context("the server sent no cookie for the session")?;
        self.signed_in = Instant::now();
        Ok(())
    }

    /// Signs in, as on another device, if a member has not for a while.
    pub(super) async fn sign_in_again(&mut self) -> anyhow::Result<()> {
        if self.member && self.signed_in.elapsed() >= SIGN_IN_INTERVAL {
            self.sign_in().await?;
        }
        Ok(())
    }

    /// Looks at some page that is not a table.
    async fn browse(&mut self) -> anyhow::Result<()> {
        let member = format!("/people/{}", member_name(self.random.below(u32::from(MEMBERS)) as u8));
        let pages = ["/", "/leaderboard", "/learn", "/sandbox", &member];
        let path = *self.random.pick(&pages).context("there are no pages")?;
        self.page(path).await
    }

    async fn create_table(&self, game: &str, opponent: &Value) -> anyhow::Result<String> {
        let body = json!({ "game": game, "seats": ["me", opponent] }).to_string();
        let table = self.ask(Kind::Other, "POST", "/api/v1/tables", &body).await?.json()?;
        Ok(table["id"].as_str().context("the table has no id")?.to_owned())
    }

    /// Plays a game against a bot, and looks around after it.
    async fn evening(&mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        self.page("/").await?;
        self.think().await;
        let level = 1 + self.random.below(3);
        let game = if self.random.below(3) == 0 { "no-siesta" } else { "siesta" };
        let table = self.create_table(game, &json!({ "bot": level })).await?;
        self.play(&table, true).await?;
        let rest = if self.member { Duration::ZERO } else { GUEST_TABLE_INTERVAL };
        loop {
            if self.is_over() {
                return Ok(());
            }
            self.browse().await?;
            self.think().await;
            if began.elapsed() >= rest {
                return Ok(());
            }
        }
    }

    /// Plays against bots until the run is over.
    pub(super) async fn live(mut self) {
        if self.member {
            // The first sign-in is soon, so that a short run has one of each member.
            if let Err(error) = self.sign_in().await {
                self.club.tally.failed(&error);
            }
        }
        while !self.is_over() {
            if let Err(error) = self.evening().await {
                self.club.tally.failed(&error);
                sleep(PAUSE_AFTER_FAILURE).await;
            }
        }
    }
}

/// Two people play one game after the other until the run is over.
pub(super) async fn live_as_pair(mut host: Person, mut other: Person) {
    while !host.is_over() {
        if let Err(error) = play_as_pair(&mut host, &mut other).await {
            host.club.tally.failed(&error);
            sleep(PAUSE_AFTER_FAILURE).await;
        }
    }
}

async fn play_as_pair(host: &mut Person, other: &mut Person) -> anyhow::Result<()> {
    let table = host.create_table("siesta", &json!("open")).await?;
    other.think().await;
    other.look_at(&table).await?;
    other.ask(Kind::Other, "POST", &format!("/api/v1/tables/{table}/join"), "").await?;
    // Not `try_join!`: the failure of one must not cut off a move of the other, which would then count as doubled.
    let (one, two) = tokio::join!(host.play(&table, false), other.play(&table, false));
    one.and(two)?;
    host.think().await;
    Ok(())
}

/// The name of the member with this number.
pub(super) fn member_name(number: u8) -> String {
    format!("Member{number}")
}

/// Refuses a message that a socket answers instead of an event.
pub(super) fn problem(message: &Value) -> anyhow::Result<()> {
    let problem = &message["problem"];
    if problem.is_null() || problem["code"] == "stale-seq" {
        return Ok(());
    }
    bail!("{}: {} {}", Kind::Move, problem["status"], problem["code"].as_str().unwrap_or_default())
}
