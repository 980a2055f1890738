//! A position and the turns played from it, as the address of a page describes them.

use game::Players;
use serde::Deserialize;
use siesta::{Cell, Mode, Position, PositionError, Refusal, Scoring, Turn, TurnError, Variant};
use thiserror::Error;

use crate::address::encoded;

/// The most turns that are read from an address: more than any game has.
const MAX_TURNS: usize = 200;

/// The query of an address that describes a line.
#[derive(Deserialize, Default, Debug)]
pub struct LineQuery {
    /// The notation of the position that the line starts with.
    #[serde(default)]
    pub(super) position: Option<String>,
    /// The number of players, for an empty board.
    #[serde(default)]
    pub(super) players: Option<String>,
    /// Whether two teams play, which the notation of a position does not tell.
    #[serde(default)]
    pub(super) teams: Option<String>,
    /// The turns, separated by commas.
    #[serde(default)]
    pub(super) turns: String,
}

/// A position and the turns played from it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Line {
    start: Position,
    turns: Vec<Turn>,
    /// The position after all turns.
    pub(super) now: Position,
}

/// Why an address is no line.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum LineError {
    /// The position cannot be read.
    #[error("position: {0}")]
    Position(PositionError),
    /// A turn cannot be read; turns are counted from 1.
    #[error("turn {0}: {1}")]
    Turn(usize, TurnError),
    /// The rules do not allow a turn; turns are counted from 1.
    #[error("turn {0}: {1}")]
    Illegal(usize, Refusal),
    /// There are more turns than any game has.
    #[error("turns: more than any game has")]
    TooMany,
}

impl Line {
    /// The empty board for so many players; for two if the text is no such number.
    pub(super) fn empty(players: Option<&str>) -> Self {
        let count = players.and_then(|text| text.parse().ok()).unwrap_or(2);
        let two = || Variant::new(Players::TWO, Scoring::Printed, Mode::FreeForAll);
        let variant = Players::new(count)
            .and_then(|players| Variant::new(players, Scoring::Printed, Mode::FreeForAll).ok())
            .map_or_else(two, Ok);
        match variant {
            Ok(variant) => Self::from(Position::start(variant)),
            Err(error) => unreachable!("two can play: {error}"),
        }
    }

    /// A position without any turn.
    pub(super) fn from(start: Position) -> Self {
        Self { now: start.clone(), turns: Vec::new(), start }
    }

    /// The line as far as it can be read, and what is wrong with the rest.
    pub(super) fn read(query: &LineQuery) -> (Self, Option<LineError>) {
        let text = query.position.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let mut line = match text.map(str::parse::<Position>) {
            None => Self::empty(query.players.as_deref()),
            Some(Ok(position)) => Self::from(position),
            Some(Err(error)) => return (Self::empty(None), Some(LineError::Position(error))),
        };
        if query.teams.is_some()
            && let Ok(position) = line.start.clone().with_mode(Mode::Teams)
        {
            line = Self::from(position);
        }
        let texts = query.turns.split(',').filter(|text| !text.trim().is_empty());
        for (number, text) in (1..).zip(texts) {
            if number > MAX_TURNS {
                return (line, Some(LineError::TooMany));
            }
            let turn: Turn = match text.parse() {
                Ok(turn) => turn,
                Err(error) => return (line, Some(LineError::Turn(number, error))),
            };
            if let Err(refusal) = line.play(&turn) {
                return (line, Some(LineError::Illegal(number, refusal)));
            }
        }
        (line, None)
    }

    fn play(&mut self, turn: &Turn) -> Result<(), Refusal> {
        self.now.play(self.now.mover(), turn)?;
        self.turns.push(*turn);
        Ok(())
    }

    /// The line with one more turn; `None` if it is not legal.
    pub(super) fn with(&self, turn: &Turn) -> Option<Self> {
        let mut line = self.clone();
        line.play(turn).ok()?;
        Some(line)
    }

    /// The line without its last turn; `None` if it has no turns.
    pub(super) fn without_last(&self) -> Option<Self> {
        let (_, turns) = self.turns.split_last()?;
        let mut line = Self::from(self.start.clone());
        turns.iter().try_for_each(|turn| line.play(turn)).ok()?;
        Some(line)
    }

    /// The cells of the last turn.
    pub(super) fn last(&self) -> Vec<Cell> {
        self.turns.last().iter().flat_map(|turn| turn.iter().map(|placement| placement.cell)).collect()
    }

    /// The turns so far.
    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The names and values of the query that describes the line.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let turns: Vec<String> = self.turns.iter().map(ToString::to_string).collect();
        let mut fields = vec![("position", self.start.to_string()), ("turns", turns.join(","))];
        fields.retain(|(_, value)| !value.is_empty());
        if self.start.variant().mode() == Mode::Teams {
            fields.push(("teams", "1".to_owned()));
        }
        fields
    }

    /// The query that describes the line.
    pub(super) fn query(&self) -> String {
        let pairs = self.fields().into_iter().map(|(name, value)| format!("{name}={}", encoded(&value)));
        pairs.collect::<Vec<_>>().join("&")
    }

    /// The address of the sandbox with this line.
    pub(super) fn address(&self) -> String {
        format!("/sandbox?{}", self.query())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(position: &str, turns: &str) -> LineQuery {
        LineQuery { position: Some(position.to_owned()), turns: turns.to_owned(), ..LineQuery::default() }
    }

    #[test]
    fn what_is_said_is_read_again() {
        let (line, error) = Line::read(&query("", "*F5 ^F6 #F7"));
        assert_eq!((line.turns().len(), error), (1, None));
        let [(_, position), (_, turns)] = &line.fields()[..] else { panic!("{line:?}") };
        assert_eq!(Line::read(&query(position, turns)), (line.clone(), None));
        assert_eq!(line.last().len(), 3);
        assert_eq!(line.without_last(), Some(Line::empty(None)));
        assert_eq!(Line::empty(None).without_last(), None);
    }

    #[test]
    fn what_is_wrong_is_said_and_the_rest_is_kept() {
        let (line, error) = Line::read(&query("12/12 2 a 0", ""));
        assert_eq!((line, error), (Line::empty(None), Some(LineError::Position(PositionError::Rows(2)))));
        let (line, error) = Line::read(&query("", "*F5 ^F6 #F7,nonsense"));
        assert_eq!(line.turns().len(), 1);
        assert!(matches!(error, Some(LineError::Turn(2, _))), "{error:?}");
        let (line, error) = Line::read(&query("", "*F5 ^F6 #A1"));
        assert_eq!(line.turns().len(), 0);
        assert!(matches!(error, Some(LineError::Illegal(1, _))), "{error:?}");
    }

    #[test]
    fn teams_and_players_are_kept() {
        let query =
            LineQuery { players: Some("4".to_owned()), teams: Some("1".to_owned()), ..LineQuery::default() };
        let (line, error) = Line::read(&query);
        assert_eq!((line.now.variant().mode(), error), (Mode::Teams, None));
        assert!(line.address().ends_with("&teams=1"));
        for players in ["1", "5", "x", ""] {
            assert_eq!(Line::empty(Some(players)).now.players(), Players::TWO, "{players}");
        }
    }
}
