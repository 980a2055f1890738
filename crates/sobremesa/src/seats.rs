//! The players of a game in the terminal.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{anyhow, ensure};
use bots::Level;
use game::{Players, Random, Seat};

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who<B> {
    /// A person at the keyboard.
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
        let level = text.parse::<Level>().map(|level| level.to_string());
        let bot = level.as_deref().unwrap_or(text).parse();
        let bot = bot.map_err(|error| anyhow!("{error}; `person` is a person at the keyboard"))?;
        Ok(Self::Bot(bot))
    }
}

/// The display name of a player: a level with its name, any other name as it is.
pub(crate) fn title(name: &str) -> String {
    match name.parse::<u8>().ok().and_then(|number| Level::new(number).ok()) {
        Some(level) => format!("level {level}, {}", level.name()),
        None => name.to_owned(),
    }
}

/// The levels with their names, shown below the help.
pub(crate) fn levels() -> String {
    let levels = Level::all().map(|level| format!("  {level}  {}", level.name()));
    let levels = levels.collect::<Vec<_>>().join("\n");
    format!(
        "Levels, by number or by name:\n{levels}\nThere are other bots, such as random; an unknown name lists them all."
    )
}

/// Assigns the requested bots to the seats after the first, and the other seats by the names in the record: a bot's
/// name to that bot, any other name to a person. Seats without a name get one.
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

/// A random number generator for this seed, or seeded by the clock.
pub(crate) fn random(seed: Option<u64>) -> Random {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    Random::new(seed.unwrap_or_else(now))
}

#[cfg(test)]
mod tests {
    use bots::siesta::Bot;

    use super::*;

    #[test]
    fn a_level_sits_down_by_its_number_or_its_name() {
        let host = Who::Bot(Bot::Level(Level::new(5).unwrap()));
        for text in ["5", "Host", "host"] {
            assert_eq!(text.parse::<Who<Bot>>().unwrap(), host, "{text}");
        }
        assert_eq!("club-player".parse::<Who<Bot>>().unwrap().to_string(), "6");
        assert_eq!("person".parse::<Who<Bot>>().unwrap(), Who::Person);
        assert!("9".parse::<Who<Bot>>().is_err());
    }

    #[test]
    fn levels_are_called_by_their_names() {
        assert_eq!(title("5"), "level 5, Host");
        assert_eq!(title("greedy"), "greedy");
        assert_eq!(title("Ana"), "Ana");
        assert!(levels().contains("\n  8  Master\n"));
    }
}
