//! Who is connected to a table right now.

use std::collections::HashSet;
use std::fmt;

use game::Seat;
use serde::Serialize;

use crate::ids::PersonId;
use crate::options::Chair;
use crate::results::Kind;
use crate::table::{Player, Table};
use crate::view::{SeatView, Taken};

/// Who is connected to a table, as everybody may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Attendance {
    /// The seats whose people are connected. Before the game begins, `a` is the first chair of the table.
    pub seats: Vec<Seat>,
    /// The number of spectators.
    pub others: usize,
}

/// A short form for addresses: `ab2` means seats a and b, and two spectators.
impl fmt::Display for Attendance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for seat in &self.seats {
            write!(f, "{seat}")?;
        }
        write!(f, "{}", self.others)
    }
}

impl Attendance {
    /// Sorts the people who are connected into players and spectators.
    pub fn of(table: &Table, mut present: HashSet<PersonId>) -> Self {
        let mut seats = Vec::new();
        for (seat, (person, kind)) in seated(table) {
            // Programs connect only when they have to move, so their presence would mislead. They are not
            // spectators either.
            if present.remove(&person) && kind == Kind::Human {
                seats.push(seat);
            }
        }
        Self { seats, others: present.len() }
    }

    /// Whether the person on the seat with this index is connected; `None` for bots, programs and free seats.
    pub fn at(&self, index: usize, seat: &SeatView) -> Option<bool> {
        let here = Seat::ALL.get(index)?;
        (seat.taken == Taken::Person && !seat.bot_account).then(|| self.seats.contains(here))
    }
}

/// The people who have a seat now.
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
