//! The names of players.

use club::view::{SeatView, TableView};
use game::{Players, Seat};

use crate::levels::level_name;
use crate::words::Words;

/// The names of the players, by seat.
#[derive(Clone, Debug)]
pub struct Names(pub Vec<String>);

impl Names {
    /// The names at a table; bots are called by their level.
    pub fn at(words: Words, table: &TableView) -> Self {
        let name = |seat: &SeatView| match (&seat.person, seat.bot) {
            (Some(person), _) => person.name.clone(),
            (None, Some(level)) => level_name(words, level),
            (None, None) => words.say("seat-open"),
        };
        Self(table.seats.iter().map(name).collect())
    }

    /// Names for players who have none, made from the letters of their seats.
    pub(crate) fn of_letters(words: Words, players: Players) -> Self {
        let name =
            |seat: Seat| words.with("sandbox-player", [("letter", seat.to_string().to_uppercase().into())]);
        Self(players.seats().map(name).collect())
    }

    /// The name at a seat; empty if there is no such seat.
    pub(crate) fn of(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("", String::as_str)
    }

    /// The names at some seats as a list in a sentence: "Ana, Ben and Carla".
    pub(crate) fn joined(&self, words: Words, seats: &[Seat]) -> String {
        match seats {
            [] => String::new(),
            [one] => self.of(*one).to_owned(),
            [others @ .., last] => {
                let others: Vec<&str> = others.iter().map(|seat| self.of(*seat)).collect();
                words.with(
                    "list-and",
                    [("first", others.join(", ").into()), ("last", self.of(*last).to_owned().into())],
                )
            }
        }
    }
}
