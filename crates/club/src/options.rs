//! What a table is created with.

use std::fmt;
use std::time::Duration;

use bots::Level;
use serde::{Deserialize, Serialize};

use crate::ids::PersonId;
use crate::variant::Variant;

/// All that those at a table agree on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The game.
    pub variant: Variant,
    /// How long somebody may think.
    pub clock: Clock,
    /// Whether the result changes ratings.
    pub rated: bool,
    /// Whether the table is listed; anybody who has its address may look on either way.
    pub public: bool,
}

/// How long somebody may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Clock {
    /// As long as they like.
    #[default]
    None,
    /// Everybody is there: so much time for each turn, and a reserve for the whole game.
    Live {
        /// For each turn, 5 to 3,600.
        turn_seconds: u32,
        /// For all turns together, when the time of a turn is over: up to 36,000.
        reserve_seconds: u32,
    },
    /// A turn now and then.
    Correspondence {
        /// For each turn, 1 to 30.
        days: u32,
    },
}

/// A clock that nobody could play with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClockError {
    /// A turn too short or too long.
    #[error("the time of a turn is 5 to 3600 seconds")]
    Turn,
    /// A reserve too long.
    #[error("the reserve is at most 36000 seconds")]
    Reserve,
    /// Days out of range.
    #[error("a turn by correspondence has 1 to 30 days")]
    Days,
}

impl Clock {
    /// Whether the figures are within their limits.
    pub fn check(self) -> Result<(), ClockError> {
        match self {
            Self::None => Ok(()),
            Self::Live { turn_seconds, .. } if !(5..=3600).contains(&turn_seconds) => Err(ClockError::Turn),
            Self::Live { reserve_seconds, .. } if reserve_seconds > 36_000 => Err(ClockError::Reserve),
            Self::Correspondence { days } if !(1..=30).contains(&days) => Err(ClockError::Days),
            Self::Live { .. } | Self::Correspondence { .. } => Ok(()),
        }
    }

    /// The time for a turn, if there is a limit.
    pub fn turn(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::Live { turn_seconds, .. } => Some(Duration::from_secs(turn_seconds.into())),
            Self::Correspondence { days } => Some(Duration::from_secs(86_400 * u64::from(days))),
        }
    }

    /// The time for when that of a turn is over.
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
    /// One text that is equal for tables on the same terms.
    pub fn terms(&self) -> String {
        let rated = if self.rated { "rated" } else { "casual" };
        format!("{}; {}; {rated}", self.variant, self.clock)
    }
}

/// Who is to sit on a chair of a new table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chair {
    /// Whoever comes.
    Open,
    /// Somebody who was asked to come.
    Invited(PersonId),
    /// A bot of the house.
    Bot {
        /// How strong.
        #[serde(with = "level")]
        level: Level,
    },
    /// Somebody.
    Person(Sitter),
}

/// Somebody at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitter {
    /// Who.
    pub id: PersonId,
    /// Somebody or a program.
    pub kind: crate::results::Kind,
    /// Whether they have an account.
    pub member: bool,
}

/// A level as its number.
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
