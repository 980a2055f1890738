//! A position and the turns played from it, as the address of a page has them.

use game::Players;
use serde::Deserialize;
use siesta::{Cell, Mode, Position, PositionError, Refusal, Scoring, Turn, TurnError, Variant};

use crate::address::encoded;

/// The most turns that an address may have: more than any game.
const MOST_TURNS: usize = 200;

/// What an address says.
#[derive(Deserialize, Default, Debug)]
pub struct Asked {
    /// The text of the position to begin with.
    #[serde(default)]
    pub position: Option<String>,
    /// How many play, on an empty board.
    #[serde(default)]
    pub players: Option<String>,
    /// Whether two teams play, which the text of a position does not tell.
    #[serde(default)]
    pub teams: Option<String>,
    /// The turns, with commas between.
    #[serde(default)]
    pub turns: String,
}

/// A position and the turns played from it.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    start: Position,
    turns: Vec<Turn>,
    /// The position after all turns.
    pub now: Position,
}

/// What is wrong with an address.
#[derive(Clone, PartialEq, Debug)]
pub enum Wrong {
    /// The text of the position.
    Position(PositionError),
    /// A turn that cannot be read, counted from 1.
    Turn(usize, TurnError),
    /// A turn that the rules do not allow, counted from 1.
    Illegal(usize, Refusal),
    /// More turns than any game has.
    TooMany,
}

impl Line {
    /// The empty board for so many players.
    pub fn empty(players: Option<&str>) -> Self {
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

    /// No turn yet.
    pub fn from(start: Position) -> Self {
        Self { now: start.clone(), turns: Vec::new(), start }
    }

    /// What the address says, as far as it can be read, and what is wrong with the rest.
    pub fn read(asked: &Asked) -> (Self, Option<Wrong>) {
        let text = asked.position.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let mut line = match text.map(str::parse::<Position>) {
            None => Self::empty(asked.players.as_deref()),
            Some(Ok(position)) => Self::from(position),
            Some(Err(error)) => return (Self::empty(None), Some(Wrong::Position(error))),
        };
        if asked.teams.is_some()
            && let Ok(position) = line.start.clone().with_mode(Mode::Teams)
        {
            line = Self::from(position);
        }
        let texts = asked.turns.split(',').filter(|text| !text.trim().is_empty());
        for (number, text) in (1..).zip(texts) {
            if number > MOST_TURNS {
                return (line, Some(Wrong::TooMany));
            }
            let turn: Turn = match text.parse() {
                Ok(turn) => turn,
                Err(error) => return (line, Some(Wrong::Turn(number, error))),
            };
            if let Err(refusal) = line.play(&turn) {
                return (line, Some(Wrong::Illegal(number, refusal)));
            }
        }
        (line, None)
    }

    fn play(&mut self, turn: &Turn) -> Result<(), Refusal> {
        self.now.play(self.now.mover(), turn)?;
        self.turns.push(*turn);
        Ok(())
    }

    /// One more turn; nothing if it is not legal.
    pub fn with(&self, turn: &Turn) -> Option<Self> {
        let mut line = self.clone();
        line.play(turn).ok()?;
        Some(line)
    }

    /// Without the last turn; nothing if there is none.
    pub fn without_last(&self) -> Option<Self> {
        let (_, turns) = self.turns.split_last()?;
        let mut line = Self::from(self.start.clone());
        turns.iter().try_for_each(|turn| line.play(turn)).ok()?;
        Some(line)
    }

    /// The cells of the last turn.
    pub fn last(&self) -> Vec<Cell> {
        self.turns.last().iter().flat_map(|turn| turn.iter().map(|placement| placement.cell)).collect()
    }

    /// The turns so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// What an address has to say of it: names and values.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let turns: Vec<String> = self.turns.iter().map(ToString::to_string).collect();
        let mut fields = vec![("position", self.start.to_string()), ("turns", turns.join(","))];
        fields.retain(|(_, value)| !value.is_empty());
        if self.start.variant().mode() == Mode::Teams {
            fields.push(("teams", "1".to_owned()));
        }
        fields
    }

    /// The same after a question mark.
    pub fn query(&self) -> String {
        let pairs = self.fields().into_iter().map(|(name, value)| format!("{name}={}", encoded(&value)));
        pairs.collect::<Vec<_>>().join("&")
    }

    /// Where the sandbox shows it.
    pub fn address(&self) -> String {
        format!("/sandbox?{}", self.query())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(position: &str, turns: &str) -> Asked {
        Asked { position: Some(position.to_owned()), turns: turns.to_owned(), ..Asked::default() }
    }

    #[test]
    fn what_is_said_is_read_again() {
        let (line, wrong) = Line::read(&asked("", "*F5 ^F6 #F7"));
        assert_eq!((line.turns().len(), wrong), (1, None));
        let [(_, position), (_, turns)] = &line.fields()[..] else { panic!("{line:?}") };
        assert_eq!(Line::read(&asked(position, turns)), (line.clone(), None));
        assert_eq!(line.last().len(), 3);
        assert_eq!(line.without_last(), Some(Line::empty(None)));
        assert_eq!(Line::empty(None).without_last(), None);
    }

    #[test]
    fn what_is_wrong_is_said_and_the_rest_is_kept() {
        let (line, wrong) = Line::read(&asked("12/12 2 a 0", ""));
        assert_eq!((line, wrong), (Line::empty(None), Some(Wrong::Position(PositionError::Rows(2)))));
        let (line, wrong) = Line::read(&asked("", "*F5 ^F6 #F7,nonsense"));
        assert_eq!(line.turns().len(), 1);
        assert!(matches!(wrong, Some(Wrong::Turn(2, _))), "{wrong:?}");
        let (line, wrong) = Line::read(&asked("", "*F5 ^F6 #A1"));
        assert_eq!(line.turns().len(), 0);
        assert!(matches!(wrong, Some(Wrong::Illegal(1, _))), "{wrong:?}");
    }

    #[test]
    fn teams_and_players_are_kept() {
        let asked = Asked { players: Some("4".to_owned()), teams: Some("1".to_owned()), ..Asked::default() };
        let (line, wrong) = Line::read(&asked);
        assert_eq!((line.now.variant().mode(), wrong), (Mode::Teams, None));
        assert!(line.address().ends_with("&teams=1"));
        for players in ["1", "5", "x", ""] {
            assert_eq!(Line::empty(Some(players)).now.players(), Players::TWO, "{players}");
        }
    }
}
