//! Measures what the page of a table costs the server.

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, ensure};
use game::Random;
use tokio::time::Instant;

use super::report::{Server, write_times};
use super::{Game, Guest, Plan};

/// How many turns are played before the page is requested.
const TURNS_PLAYED: usize = 12;

/// The results, one line for each viewer.
pub(super) struct Pages {
    lines: Vec<Line>,
}

/// The results for one viewer.
struct Line {
    who: &'static str,
    bytes: usize,
    cpu_seconds: f64,
    times: Vec<Duration>,
}

/// Plays to the middle of a game and requests its page `count` times as the player to move, and as often as the other.
pub(super) async fn ask(plan: Plan, count: u32) -> anyhow::Result<Pages> {
    let mut guests = [Guest::new(plan.hosts[0]).await?, Guest::new(plan.hosts[1]).await?];
    let mut game = Game::new(plan, &mut guests).await?;
    let mut random = Random::new(1);
    for _ in 0..TURNS_PLAYED {
        game.turn(&mut guests, &mut random).await?.context("the game was over too soon")?;
    }
    let mover = game.seats[game.position.mover().index()];
    let path = format!("/t/{}", game.id);
    let mut lines = Vec::new();
    for (who, guest) in [("the player to move", mover), ("the player who waits", 1 - mover)] {
        lines.push(line(plan.hosts[guest], &mut guests[guest], &path, who, count).await?);
    }
    Ok(Pages { lines })
}

async fn line(
    host: SocketAddr,
    guest: &mut Guest,
    path: &str,
    who: &'static str,
    count: u32,
) -> anyhow::Result<Line> {
    let (mut bytes, mut times) = (0, Vec::with_capacity(count as usize));
    let before = Server::ask(&[host]).await?;
    for _ in 0..count {
        let began = Instant::now();
        let answer = guest.connection.ask("GET", path, &guest.cookie, "").await?;
        times.push(began.elapsed());
        ensure!(answer.status == 200, "the server answered {} for {path}", answer.status);
        bytes = answer.body.len();
    }
    let after = Server::ask(&[host]).await?;
    Ok(Line { who, bytes, cpu_seconds: after.cpu_seconds - before.cpu_seconds, times })
}

impl fmt::Display for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let count = line.times.len();
            writeln!(f, "{count} table pages after {TURNS_PLAYED} turns, for {}", line.who)?;
            writeln!(f, "  size                    {:>10.1} kB", line.bytes as f64 / 1e3)?;
            writeln!(f, "  server CPU a page       {:>10.2} ms", line.cpu_seconds * 1e3 / count as f64)?;
            write_times(f, "answered", line.times.iter().copied())?;
        }
        Ok(())
    }
}
