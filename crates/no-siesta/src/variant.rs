//! What a table agrees on before the first roll.

use std::fmt;

use game::record::{HeaderError, Headers};
use game::{Players, Seat};

use crate::names::named;
use crate::sheet::{Sheet, Track};

named! {
    /// By which rules a game is played.
    Mode, "mode":
    /// The standard game.
    Standard = "standard",
    /// Two players with one roll a round.
    Original = "original",
    /// The game for experienced farmers, with grey helpers.
    Experienced = "experienced",
    /// One player against the neutral disc.
    Solo = "solo",
}

/// Player count, mode and sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    players: Players,
    mode: Mode,
    sheet: &'static Sheet,
}

/// A mode that is not for this many players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VariantError {
    /// Standard and experienced.
    #[error("the {0} game is for 2, 3 or 4 players")]
    Several(Mode),
    /// Original.
    #[error("the original game is for 2 players")]
    Two,
    /// Solo.
    #[error("the solo game is for 1 player")]
    One,
}

impl Variant {
    /// This mode for this many players with the standard sheet, if they go together.
    pub fn new(players: Players, mode: Mode) -> Result<Self, VariantError> {
        Self::with_sheet(players, mode, Sheet::standard())
    }

    /// This mode for this many players with this sheet, if they go together.
    pub fn with_sheet(players: Players, mode: Mode, sheet: &'static Sheet) -> Result<Self, VariantError> {
        let refused = match mode {
            Mode::Standard | Mode::Experienced => {
                (players < Players::TWO).then_some(VariantError::Several(mode))
            }
            Mode::Original => (players != Players::TWO).then_some(VariantError::Two),
            Mode::Solo => (players != Players::ONE).then_some(VariantError::One),
        };
        refused.map_or(Ok(Self { players, mode, sheet }), Err)
    }

    /// All variants that can be played with the standard sheet.
    pub fn all() -> impl Iterator<Item = Self> {
        Mode::ALL.into_iter().flat_map(|mode| {
            (0..=Seat::MAX).filter_map(Players::new).filter_map(move |players| Self::new(players, mode).ok())
        })
    }

    /// How many play.
    pub fn players(self) -> Players {
        self.players
    }

    /// By which rules.
    pub fn mode(self) -> Mode {
        self.mode
    }

    /// With which printed values.
    pub fn sheet(self) -> &'static Sheet {
        self.sheet
    }

    /// The side of the Siesta Track that is used.
    pub fn track(self) -> &'static Track {
        match self.mode {
            Mode::Standard | Mode::Original | Mode::Experienced => &self.sheet.printed.track,
            Mode::Solo => &self.sheet.printed.solo_track,
        }
    }

    /// How many dice are thrown in this throw of a round, the first being 0.
    pub(crate) fn dice(self, throw: u8) -> u8 {
        let printed = &self.sheet.printed;
        match self.mode {
            Mode::Solo => printed.solo.dice - 2 * (throw + 1),
            Mode::Standard | Mode::Original | Mode::Experienced => {
                let players = self.players.count();
                printed.dice[players - 2] - throw * players as u8
            }
        }
    }

    /// How many discs a market space holds.
    pub fn market_room(self) -> u32 {
        match self.mode {
            Mode::Standard | Mode::Original | Mode::Experienced => self.players.count() as u32 - 1,
            Mode::Solo => 1,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (players, mode) = (self.players, self.mode);
        write!(f, "{players} player{}, {mode}", if players == Players::ONE { "" } else { "s" })?;
        if self.sheet != Sheet::standard() {
            write!(f, ", sheet {}", self.sheet.fingerprint())?;
        }
        Ok(())
    }
}

impl game::Setup for Variant {
    fn players(&self) -> Players {
        self.players
    }

    fn to_headers(&self) -> Vec<(&'static str, String)> {
        let mut headers = vec![("Players", self.players.to_string()), ("Mode", self.mode.to_string())];
        if self.sheet != Sheet::standard() {
            headers.push(("Sheet", self.sheet.fingerprint()));
        }
        headers
    }

    fn from_headers(headers: &Headers) -> Result<Self, HeaderError> {
        let players = headers.require("Players")?.parse().ok().and_then(Players::new);
        let players = players
            .ok_or_else(|| HeaderError::bad("Players", headers, "¡No Siesta! is for 1, 2, 3 or 4 players"))?;
        let mode = match headers.get("Mode") {
            Some(mode) => {
                mode.parse().map_err(|_| HeaderError::bad("Mode", headers, Mode::NAMES.join(", ")))?
            }
            None if players == Players::ONE => Mode::Solo,
            None => Mode::Standard,
        };
        let sheet = match headers.get("Sheet") {
            Some(fingerprint) => Sheet::known(fingerprint).ok_or_else(|| {
                HeaderError::bad(
                    "Sheet",
                    headers,
                    "the game was played with another sheet; give it with --sheet FILE",
                )
            })?,
            None => Sheet::standard(),
        };
        Self::with_sheet(players, mode, sheet)
            .map_err(|error| HeaderError::bad("Players", headers, error.to_string()))
    }
}
