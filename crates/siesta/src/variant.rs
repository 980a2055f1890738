//! What a table agrees on before the first turn.

use std::fmt;
use std::str::FromStr;

use game::record::{HeaderError, Headers};
use game::{Players, Seat};

use crate::line::DoubleOwner;

/// How points are counted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Scoring {
    /// As printed in the box: a point for every shade that becomes one's own.
    #[default]
    Printed,
    /// As in the online edition: a shadow scores the whole Siesta that it completes or extends.
    Online,
}

impl Scoring {
    pub(crate) const fn double_owner(self) -> DoubleOwner {
        match self {
            Self::Printed => DoubleOwner::EveryRoof,
            Self::Online => DoubleOwner::BothEnds,
        }
    }
}

/// Who wins with whom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Mode {
    /// Everyone for themselves.
    #[default]
    FreeForAll,
    /// Four players, a and c against b and d.
    Teams,
}

/// A text that is not one of the options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct OptionError(&'static str);

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Printed => "printed",
            Self::Online => "online",
        })
    }
}

impl FromStr for Scoring {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        match text {
            "printed" => Ok(Self::Printed),
            "online" => Ok(Self::Online),
            _ => Err(OptionError("the scoring is printed or online")),
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FreeForAll => "ffa",
            Self::Teams => "teams",
        })
    }
}

impl FromStr for Mode {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        match text {
            "ffa" => Ok(Self::FreeForAll),
            "teams" => Ok(Self::Teams),
            _ => Err(OptionError("the mode is ffa or teams")),
        }
    }
}

/// One of the two teams: partners sit opposite each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Team {
    /// Seats a and c.
    AC,
    /// Seats b and d.
    BD,
}

impl Team {
    /// The team of this seat.
    pub const fn of(seat: Seat) -> Self {
        if seat.index().is_multiple_of(2) { Self::AC } else { Self::BD }
    }
}

/// Player count and options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    players: Players,
    scoring: Scoring,
    mode: Mode,
}

/// Options that do not go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VariantError {
    /// Not 2 to 4 players.
    #[error("Siesta is for 2, 3 or 4 players")]
    Players,
    /// Teams of other than four.
    #[error("teams are for 4 players")]
    Teams,
}

impl Variant {
    /// These options, if they go together.
    pub fn new(players: Players, scoring: Scoring, mode: Mode) -> Result<Self, VariantError> {
        if players < Players::TWO {
            Err(VariantError::Players)
        } else if mode == Mode::Teams && players != Players::FOUR {
            Err(VariantError::Teams)
        } else {
            Ok(Self { players, scoring, mode })
        }
    }

    /// All variants that can be played.
    pub fn all() -> impl Iterator<Item = Self> {
        let modes = [Mode::FreeForAll, Mode::Teams];
        let options =
            [Scoring::Printed, Scoring::Online].into_iter().flat_map(move |s| modes.map(|m| (s, m)));
        options.flat_map(|(scoring, mode)| {
            (0..=Seat::MAX)
                .filter_map(Players::new)
                .filter_map(move |players| Self::new(players, scoring, mode).ok())
        })
    }

    /// How many play.
    pub fn players(self) -> Players {
        self.players
    }

    /// How points are counted.
    pub fn scoring(self) -> Scoring {
        self.scoring
    }

    /// Who wins with whom.
    pub fn mode(self) -> Mode {
        self.mode
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = match self.mode {
            Mode::FreeForAll => "free for all",
            Mode::Teams => "teams",
        };
        let scoring = match self.scoring {
            Scoring::Printed => "printed scoring",
            Scoring::Online => "online-edition scoring",
        };
        write!(f, "{} players, {mode}, {scoring}", self.players)
    }
}

impl game::Setup for Variant {
    fn players(&self) -> Players {
        self.players
    }

    fn to_headers(&self) -> Vec<(&'static str, String)> {
        vec![
            ("Players", self.players.to_string()),
            ("Scoring", self.scoring.to_string()),
            ("Mode", self.mode.to_string()),
        ]
    }

    fn from_headers(headers: &Headers) -> Result<Self, HeaderError> {
        fn option<T: FromStr<Err = OptionError> + Default>(
            headers: &Headers,
            key: &str,
        ) -> Result<T, HeaderError> {
            let wrong = |error: OptionError| HeaderError::bad(key, headers, error.to_string());
            headers.get(key).map_or(Ok(T::default()), |value| value.parse().map_err(wrong))
        }
        let wrong = |error: VariantError| {
            let key = match error {
                VariantError::Players => "Players",
                VariantError::Teams => "Mode",
            };
            HeaderError::bad(key, headers, error.to_string())
        };
        let players = headers.require("Players")?.parse().ok().and_then(Players::new);
        let players = players.ok_or_else(|| wrong(VariantError::Players))?;
        Self::new(players, option(headers, "Scoring")?, option(headers, "Mode")?).map_err(wrong)
    }
}
