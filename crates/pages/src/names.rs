//! What players are called.

use club::view::{SeatView, TableView};
use game::{Players, Seat};

use super::words::Words;
use crate::levels::level_name;

/// What the players are called, by seat.
#[derive(Clone, Debug)]
pub struct Names(pub Vec<String>);

impl Names {
    /// Those at a table.
    pub fn at(words: Words, table: &TableView) -> Self {
        let name = |seat: &SeatView| match (&seat.person, seat.bot) {
            (Some(person), _) => person.name.clone(),
            (None, Some(level)) => level_name(words, level),
            (None, None) => words.say("seat-open"),
        };
        Self(table.seats.iter().map(name).collect())
    }

    /// Players without names: by their letters.
    pub fn of_letters(words: Words, players: Players) -> Self {
        let name =
            |seat: Seat| words.with("sandbox-player", [("letter", seat.to_string().to_uppercase().into())]);
        Self(players.seats().map(name).collect())
    }

    pub fn of(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("", String::as_str)
    }

    /// Some of them in a row.
    pub fn joined(&self, words: Words, seats: &[Seat]) -> String {
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
