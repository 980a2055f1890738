//! The stages of a table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The stage of a table, from its creation to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// People may join.
    Waiting,
    /// The game has begun and is not over.
    Playing,
    /// The game is over.
    Finished,
    /// The last person left before the game began.
    Closed,
}

impl Stage {
    /// All stages in their order.
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Playing, Self::Finished, Self::Closed];

    /// The name of the stage in stores, addresses and JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Finished => "finished",
            Self::Closed => "closed",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The text is not the name of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a stage is one of waiting, playing, finished, closed")]
pub struct StageError;

impl FromStr for Stage {
    type Err = StageError;

    fn from_str(text: &str) -> Result<Self, StageError> {
        Self::ALL.into_iter().find(|stage| stage.word() == text).ok_or(StageError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_read_as_it_is_written() {
        for stage in Stage::ALL {
            assert_eq!(stage.to_string().parse(), Ok(stage));
            assert_eq!(serde_json::to_string(&stage).unwrap(), format!("\"{stage}\""));
        }
        assert_eq!("over".parse::<Stage>(), Err(StageError));
    }
}
