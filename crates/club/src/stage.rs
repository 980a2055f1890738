//! Where a table is in its life.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Where a table is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// People may join.
    Waiting,
    /// The game has begun and is not over.
    Playing,
    /// The game is over.
    Finished,
    /// Everybody left before the start.
    Closed,
}

impl Stage {
    /// All stages, in the order of a table's life.
    pub const ALL: [Self; 4] = [Self::Waiting, Self::Playing, Self::Finished, Self::Closed];

    /// The stage as stores, addresses and JSON write it.
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

/// A text that names no stage.
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
