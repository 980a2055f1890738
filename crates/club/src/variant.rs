//! A game with its player count and options.

use std::fmt;
use std::str::FromStr;

use game::{Players, Rules};
use serde::{Deserialize, Serialize};

use crate::rating::Pool;

/// A game with its player count and options. Only valid combinations exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "VariantForm", try_from = "VariantForm")]
pub enum Variant {
    /// Siesta.
    Siesta(siesta::Variant),
    /// ¡No Siesta!, always with the standard sheet.
    NoSiesta(no_siesta::Variant),
}

/// The name of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameName {
    /// Suns, roofs and shadows.
    Siesta,
    /// Dice and a farm.
    NoSiesta,
}

impl GameName {
    /// Every game of the club.
    pub const ALL: [Self; 2] = [Self::Siesta, Self::NoSiesta];

    /// The name in addresses, forms, JSON and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Siesta => siesta::Position::NAME,
            Self::NoSiesta => no_siesta::Position::NAME,
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text is not the name of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the games are siesta and no-siesta")]
pub struct GameNameError;

impl FromStr for GameName {
    type Err = GameNameError;

    fn from_str(text: &str) -> Result<Self, GameNameError> {
        Self::ALL.into_iter().find(|game| game.name() == text).ok_or(GameNameError)
    }
}

/// A variant in JSON and in forms. Missing options have their default value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VariantForm {
    /// The only field besides `players` without a default.
    pub game: GameName,
    /// 2 to 4 in Siesta, 1 to 4 in ¡No Siesta!.
    pub players: usize,
    /// Siesta: `ffa` or `teams`. ¡No Siesta!: `standard`, `original`, `experienced` or `solo`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// Siesta only: `printed` or `online`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<String>,
}

/// Why a form is not a variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VariantError {
    /// No game has this number of players.
    #[error("{0} is not a number of players: it must be 1 to 4")]
    Players(usize),
    /// An unknown option, or options that contradict each other.
    #[error("{0}")]
    Option(String),
    /// The game has no choice of scoring.
    #[error("there is a choice of scoring in siesta only")]
    Scoring,
}

impl TryFrom<VariantForm> for Variant {
    type Error = VariantError;

    fn try_from(form: VariantForm) -> Result<Self, VariantError> {
        fn option(error: impl fmt::Display) -> VariantError {
            VariantError::Option(error.to_string())
        }
        let players = Players::new(form.players).ok_or(VariantError::Players(form.players))?;
        let mode = form.mode.as_deref();
        match form.game {
            GameName::Siesta => {
                let scoring = form.scoring.map_or(Ok(siesta::Scoring::default()), |text| text.parse());
                let mode = mode.map_or(Ok(siesta::Mode::default()), str::parse);
                let variant = siesta::Variant::new(players, scoring.map_err(option)?, mode.map_err(option)?);
                variant.map(Self::Siesta).map_err(option)
            }
            GameName::NoSiesta if form.scoring.is_some() => Err(VariantError::Scoring),
            GameName::NoSiesta => {
                let usual =
                    if players == Players::ONE { no_siesta::Mode::Solo } else { no_siesta::Mode::Standard };
                let wrong = |_| option("the mode is standard, original, experienced or solo");
                let mode = mode.map_or(Ok(usual), |text| text.parse().map_err(wrong))?;
                no_siesta::Variant::new(players, mode).map(Self::NoSiesta).map_err(option)
            }
        }
    }
}

impl From<Variant> for VariantForm {
    fn from(variant: Variant) -> Self {
        let (mode, scoring) = match variant {
            Variant::Siesta(variant) => (variant.mode().to_string(), Some(variant.scoring().to_string())),
            Variant::NoSiesta(variant) => (variant.mode().to_string(), None),
        };
        Self { game: variant.game(), players: variant.players().count(), mode: Some(mode), scoring }
    }
}

impl Variant {
    /// All variants of both games.
    pub fn all() -> impl Iterator<Item = Self> {
        siesta::Variant::all().map(Self::Siesta).chain(no_siesta::Variant::all().map(Self::NoSiesta))
    }

    /// The game without its options.
    pub fn game(self) -> GameName {
        match self {
            Self::Siesta(_) => GameName::Siesta,
            Self::NoSiesta(_) => GameName::NoSiesta,
        }
    }

    /// The number of players.
    pub fn players(self) -> Players {
        match self {
            Self::Siesta(variant) => variant.players(),
            Self::NoSiesta(variant) => variant.players(),
        }
    }

    /// The pool in which its results count.
    pub fn pool(self) -> Pool {
        match self {
            Self::Siesta(variant) => match (variant.mode(), variant.scoring()) {
                (siesta::Mode::Teams, _) => Pool::SiestaTeams,
                (siesta::Mode::FreeForAll, siesta::Scoring::Printed) => Pool::SiestaPrinted,
                (siesta::Mode::FreeForAll, siesta::Scoring::Online) => Pool::SiestaOnline,
            },
            Self::NoSiesta(variant) => match variant.mode() {
                no_siesta::Mode::Standard | no_siesta::Mode::Original => Pool::NoSiesta,
                no_siesta::Mode::Experienced => Pool::NoSiestaExperienced,
                no_siesta::Mode::Solo => Pool::NoSiestaSolo,
            },
        }
    }

    /// Whether the two seats are in the same team. Every seat is its own partner.
    pub fn partners(self, seat: game::Seat, other: game::Seat) -> bool {
        let teams = self.pool() == Pool::SiestaTeams;
        seat == other || teams && siesta::Team::of(seat) == siesta::Team::of(other)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Siesta(variant) => write!(f, "Siesta, {variant}"),
            Self::NoSiesta(variant) => write!(f, "¡No Siesta!, {variant}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_is_read_as_it_is_written() {
        for variant in Variant::all() {
            let text = serde_json::to_string(&variant).unwrap();
            assert_eq!(serde_json::from_str::<Variant>(&text).unwrap(), variant, "{text}");
        }
    }

    #[test]
    fn a_game_has_one_name_in_texts_and_in_json() {
        for game in GameName::ALL {
            assert_eq!(game.to_string().parse(), Ok(game));
            assert_eq!(serde_json::to_string(&game).unwrap(), format!("\"{game}\""));
        }
        assert_eq!("Siesta".parse::<GameName>(), Err(GameNameError));
    }

    #[test]
    fn what_is_not_said_has_its_usual_value() {
        let read = |text| serde_json::from_str::<Variant>(text).map(|variant| variant.to_string());
        let siesta = read(r#"{"game":"siesta","players":2}"#).unwrap();
        assert_eq!(siesta, "Siesta, 2 players, free for all, printed scoring");
        assert_eq!(read(r#"{"game":"no-siesta","players":1}"#).unwrap(), "¡No Siesta!, 1 player, solo");
        for (wrong, why) in [
            (r#"{"game":"siesta","players":1}"#, "Siesta is for 2, 3 or 4 players"),
            (r#"{"game":"siesta","players":3,"mode":"teams"}"#, "teams are for 4 players"),
            (r#"{"game":"siesta","players":10000}"#, "10000 is not a number of players"),
            (r#"{"game":"no-siesta","players":2,"mode":"solo"}"#, "the solo game is for 1 player"),
            (r#"{"game":"no-siesta","players":2,"mode":"teams"}"#, "the mode is standard"),
            (r#"{"game":"no-siesta","players":2,"scoring":"online"}"#, "scoring in siesta only"),
            (r#"{"game":"siesta","players":2,"scoring":"mine"}"#, "printed or online"),
        ] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains(why), "{wrong}: {error}");
        }
    }
}
