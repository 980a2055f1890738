//! Who is at a table right now.

use std::collections::HashSet;
use std::fmt;

use game::Seat;
use serde::Serialize;

use crate::ids::PersonId;
use crate::options::Chair;
use crate::results::Kind;
use crate::table::{Player, Table};
use crate::view::{SeatView, Taken};

/// Who is at a table, as far as everybody may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Attendance {
    /// The letters of the seats whose people are connected. Before the game begins it is the first seat of the
    /// table that is `a`.
    pub seats: Vec<Seat>,
    /// How many others look on.
    pub others: usize,
}

/// Short, for an address: `ab2`.
impl fmt::Display for Attendance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in &self.seats {
            write!(f, "{seat}")?;
        }
        write!(f, "{}", self.others)
    }
}

impl Attendance {
    /// Which of the people of a table are here, and how many others.
    pub fn of(table: &Table, mut present: HashSet<PersonId>) -> Self {
        let mut seats = Vec::new();
        for (seat, (person, kind)) in seated(table) {
            // A program comes and goes as it likes: its seat tells nothing, and it does not look on either.
            if present.remove(&person) && kind == Kind::Human {
                seats.push(seat);
            }
        }
        Self { seats, others: present.len() }
    }

    /// Whether the person on a seat is here; nothing where no person sits.
    pub fn at(&self, index: usize, seat: &SeatView) -> Option<bool> {
        let here = Seat::ALL.get(index)?;
        (seat.taken == Taken::Person && !seat.bot_account).then(|| self.seats.contains(here))
    }
}

/// The people who sit at a table now.
fn seated(table: &Table) -> Vec<(Seat, (PersonId, Kind))> {
    match table.game() {
        Some(game) => {
            let person = |player| match player {
                Player::Person(sitter) => Some((sitter.id, sitter.kind)),
                Player::Bot(_) => None,
            };
            game.places().filter_map(|(seat, place)| Some((seat, person(place.player())?))).collect()
        }
        None => {
            let person = |chair: &Chair| match chair {
                Chair::Person(sitter) => Some((sitter.id, sitter.kind)),
                Chair::Open | Chair::Invited(_) | Chair::Bot { .. } => None,
            };
            let chairs = Seat::ALL.into_iter().zip(&table.chairs);
            chairs.filter_map(|(seat, chair)| Some((seat, person(chair)?))).collect()
        }
    }
}
