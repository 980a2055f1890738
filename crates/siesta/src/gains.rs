//! Points of all seats at once.

use std::ops::{Add, AddAssign};

use game::{BySeat, Players, Seat};

/// The points that pieces bring to each seat; seats that are not taken get none.
///
/// A turn changes at most six lines with at most 10 shades in each direction, and under
/// online-edition scoring lays at most three shadows in at most four Siestas of at most 10: a byte a
/// seat is enough, and all four are added in one go.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Gains([u8; Seat::MAX]);

impl Gains {
    pub(crate) const NONE: Self = Self([0; Seat::MAX]);

    pub(crate) const fn of(self, seat: Seat) -> u8 {
        self.0[seat.index()]
    }

    pub(crate) const fn give(&mut self, seat: Seat, points: u32) {
        self.0[seat.index()] += points as u8;
    }

    pub(crate) fn by_seat(self, players: Players) -> BySeat<u8> {
        BySeat::from_values(self.0, players)
    }
}

impl Add for Gains {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self((u32::from_ne_bytes(self.0) + u32::from_ne_bytes(more.0)).to_ne_bytes())
    }
}

impl AddAssign for Gains {
    fn add_assign(&mut self, more: Self) {
        *self = *self + more;
    }
}
