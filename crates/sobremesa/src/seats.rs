//! Who sits where at a table in the terminal.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{anyhow, ensure};
use game::{Players, Random, Seat};

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who<B> {
    /// Somebody at the keyboard.
    Person,
    /// A bot.
    Bot(B),
}

impl<B: Display> Display for Who<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Bot(bot) => write!(f, "{bot}"),
        }
    }
}

impl<B: FromStr<Err: Display>> FromStr for Who<B> {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        if text == "person" {
            return Ok(Self::Person);
        }
        let bot = text.parse().map_err(|error| anyhow!("{error}, and person is somebody at the keyboard"))?;
        Ok(Self::Bot(bot))
    }
}

/// Seats the bots that were asked for behind the first seat, and at the other seats those whom the
/// record names: a bot by its name, anybody else as a person. Seats without a name get one.
pub(crate) fn seat<B: Copy + Display + FromStr<Err: Display>>(
    players: Players,
    names: &mut Vec<(Seat, String)>,
    asked: &[Who<B>],
) -> anyhow::Result<Vec<Who<B>>> {
    let most = players.count() - 1;
    ensure!(
        asked.len() <= most,
        "--bots: the first seat is yours, so a game of {players} has at most {most} bot{}",
        if most == 1 { "" } else { "s" }
    );
    let mut all = Vec::new();
    for seat in players.seats() {
        let asked = seat.index().checked_sub(1).and_then(|index| asked.get(index)).copied();
        let named = names.iter_mut().find(|(named, _)| *named == seat);
        let known = named.as_ref().and_then(|(_, name)| name.parse().ok());
        let who = asked.or(known).unwrap_or(Who::Person);
        match named {
            Some((_, name)) if asked.is_some() => *name = who.to_string(),
            Some(_) => {}
            None => names.push((seat, who.to_string())),
        }
        all.push(who);
    }
    names.sort_by_key(|(seat, _)| *seat);
    Ok(all)
}

/// The source of chance for this seed, or for one that nobody knows.
pub(crate) fn random(seed: Option<u64>) -> Random {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    Random::new(seed.unwrap_or_else(now))
}
