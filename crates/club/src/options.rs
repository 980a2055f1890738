//! The options of a table.

use std::fmt;
use std::time::Duration;

use bots::Level;
use serde::{Deserialize, Serialize};

use crate::ids::PersonId;
use crate::variant::Variant;

/// The options that hold for everybody at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The game, its player count and its mode.
    pub variant: Variant,
    /// The time for a turn.
    pub clock: Clock,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Whether the table is listed. Everybody who has its address may watch it in either case.
    pub public: bool,
}

/// The time for a turn. A player who exceeds it is replaced by a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Clock {
    /// No limit.
    #[default]
    None,
    /// For people who play at the same time: a time for each turn, and a reserve for the whole game.
    Live {
        /// For each turn, 5 to 3,600.
        turn_seconds: u32,
        /// For the whole game, 0 to 36,000. It is used when the time of a turn is over.
        reserve_seconds: u32,
    },
    /// For games that take days.
    Correspondence {
        /// For each turn, 1 to 30.
        days: u32,
    },
}

/// A time that is out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClockError {
    /// Less than 5 seconds or more than an hour.
    #[error("the time for a turn must be 5 to 3600 seconds")]
    Turn,
    /// More than 10 hours.
    #[error("the reserve must be at most 36000 seconds")]
    Reserve,
    /// No day, or more than 30.
    #[error("the time for a turn by correspondence must be 1 to 30 days")]
    Days,
}

impl Clock {
    /// The usual clock of people who play at the same time: short, because an opponent may have left.
    pub const USUAL: Self = Self::Live { turn_seconds: 60, reserve_seconds: 300 };

    /// The clock that somebody chose, or if they chose none the usual one of rated (`true`) and casual games.
    pub fn chosen_or_usual(chosen: Option<Self>, rated: bool) -> Self {
        chosen.unwrap_or(if rated { Self::USUAL } else { Self::None })
    }

    /// Checks that the times are within their ranges.
    pub fn check(self) -> Result<(), ClockError> {
        match self {
            Self::None => Ok(()),
            Self::Live { turn_seconds, .. } if !(5..=3600).contains(&turn_seconds) => Err(ClockError::Turn),
            Self::Live { reserve_seconds, .. } if reserve_seconds > 36_000 => Err(ClockError::Reserve),
            Self::Correspondence { days } if !(1..=30).contains(&days) => Err(ClockError::Days),
            Self::Live { .. } | Self::Correspondence { .. } => Ok(()),
        }
    }

    /// The time for a turn; `None` without a clock.
    pub fn turn(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Live { turn_seconds, .. } => Some(Duration::from_secs(turn_seconds.into())),
            Self::Correspondence { days } => Some(Duration::from_secs(86_400 * u64::from(days))),
        }
    }

    /// The reserve for the whole game; zero for clocks without one.
    pub fn reserve(self) -> Duration {
        match self {
            Self::None | Self::Correspondence { .. } => Duration::ZERO,
            Self::Live { reserve_seconds, .. } => Duration::from_secs(reserve_seconds.into()),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("no clock"),
            Self::Live { turn_seconds, reserve_seconds } => {
                write!(f, "{turn_seconds} s + {reserve_seconds} s")
            }
            Self::Correspondence { days: 1 } => f.write_str("a day a turn"),
            Self::Correspondence { days } => write!(f, "{days} days a turn"),
        }
    }
}

impl Options {
    /// A text that is equal for tables with the same game, clock and rating. Quick matches use it to find a partner.
    pub fn terms(&self) -> String {
        let rated = if self.rated { "rated" } else { "casual" };
        format!("{}; {}; {rated}", self.variant, self.clock)
    }
}

/// Who sits on a chair before the game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chair {
    /// Anybody may take it.
    Open,
    /// Only this person may take it.
    Invited(PersonId),
    /// A bot of the house.
    Bot {
        /// The strength of the bot.
        #[serde(with = "level")]
        level: Level,
    },
    /// The person who has taken it.
    Person(Sitter),
}

/// A person at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitter {
    /// The identity that the person keeps when a guest becomes a member.
    pub id: PersonId,
    /// Whether the account belongs to a human or to a program.
    pub kind: crate::results::Kind,
    /// Whether they have an account; guests have none.
    pub member: bool,
}

/// Writes a level as its number.
pub(crate) mod level {
    use bots::Level;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(crate) fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
        level.number().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        Level::new(u8::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_has_limits() {
        let live = |turn_seconds, reserve_seconds| Clock::Live { turn_seconds, reserve_seconds }.check();
        assert_eq!(live(5, 0), Ok(()));
        assert_eq!(live(4, 0), Err(ClockError::Turn));
        assert_eq!(live(3601, 0), Err(ClockError::Turn));
        assert_eq!(live(60, 36_001), Err(ClockError::Reserve));
        assert_eq!(Clock::Correspondence { days: 30 }.check(), Ok(()));
        assert_eq!(Clock::Correspondence { days: 0 }.check(), Err(ClockError::Days));
    }

    #[test]
    fn a_clock_is_read_as_it_is_written() {
        for clock in [
            Clock::None,
            Clock::Live { turn_seconds: 60, reserve_seconds: 5 },
            Clock::Correspondence { days: 3 },
        ] {
            let text = serde_json::to_string(&clock).unwrap();
            assert_eq!(serde_json::from_str::<Clock>(&text).unwrap(), clock, "{text}");
        }
        let wrong = serde_json::from_str::<Clock>(r#"{"correspondence":{"days":3,"hours":1}}"#);
        assert!(wrong.is_err(), "{wrong:?}");
    }
}
