//! Seats, sets of seats, and one value a seat.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A place at the table, written `a` to `d` in order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The most seats that any game has.
    pub const MAX: usize = 4;

    /// Seats `a` to `d`.
    pub const ALL: [Self; Self::MAX] = [Self(0), Self(1), Self(2), Self(3)];

    /// The seat with this number, counted from 0, if there is one.
    pub fn new(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// The number of this seat, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter of this seat.
    pub fn letter(self) -> char {
        char::from(b'a' + self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The text does not name a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatError;

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seat is one of a, b, c, d")
    }
}

impl std::error::Error for SeatError {}

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Self, SeatError> {
        Self::ALL.into_iter().find(|seat| text.len() == 1 && text.starts_with(seat.letter())).ok_or(SeatError)
    }
}

/// A seat is its letter in JSON.
impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// How many seats are taken: 1 to 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Players(u8);

impl Players {
    /// One player.
    pub const ONE: Self = Self(1);
    /// Two players.
    pub const TWO: Self = Self(2);
    /// Three players.
    pub const THREE: Self = Self(3);
    /// Four players.
    pub const FOUR: Self = Self(4);

    /// This many players; `None` unless it is 1 to 4.
    pub fn new(count: usize) -> Option<Self> {
        u8::try_from(count).ok().filter(|n| (1..=4).contains(n)).map(Self)
    }

    /// The number of players.
    pub const fn count(self) -> usize {
        self.0 as usize
    }

    /// The seats taken, in order of play.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        Seat::ALL.into_iter().take(self.count())
    }

    /// Whether this seat is taken.
    pub const fn has(self, seat: Seat) -> bool {
        seat.0 < self.0
    }

    /// Whose turn comes after this seat's.
    pub const fn after(self, seat: Seat) -> Seat {
        if seat.0 + 1 < self.0 { Seat(seat.0 + 1) } else { Seat(0) }
    }
}

impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The set of just this seat.
    pub const fn of(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// This set with one more seat.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.0 != 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seat, if there is exactly one.
    pub fn only(self) -> Option<Seat> {
        if self.len() == 1 { self.iter().next() } else { None }
    }

    /// The seats of the set in order of play.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::default(), Self::with)
    }
}

/// One value for each player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BySeat<T> {
    values: [T; Seat::MAX],
    players: Players,
}

impl<T: Copy + Default> BySeat<T> {
    /// The default value for each player.
    pub fn new(players: Players) -> Self {
        Self { values: [T::default(); Seat::MAX], players }
    }

    /// These values; those of seats that are not taken must be the default.
    #[inline]
    pub const fn from_values(values: [T; Seat::MAX], players: Players) -> Self {
        Self { values, players }
    }

    /// The value of the function for each player.
    pub fn from_fn(players: Players, mut value: impl FnMut(Seat) -> T) -> Self {
        let mut all = Self::new(players);
        for seat in players.seats() {
            all[seat] = value(seat);
        }
        all
    }
}

impl<T> BySeat<T> {
    /// The players that have a value.
    pub fn players(&self) -> Players {
        self.players
    }

    /// The values in order of seats.
    pub fn as_slice(&self) -> &[T] {
        &self.values[..self.players.count()]
    }

    /// Each seat with its value, in order of play.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.players.seats().zip(self.as_slice())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.values[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.values[seat.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_read_as_it_is_written() {
        for seat in Seat::ALL {
            assert_eq!(seat.to_string().parse(), Ok(seat));
        }
        for wrong in ["", "e", "A", "aa", "1", "ä"] {
            assert_eq!(wrong.parse::<Seat>(), Err(SeatError), "{wrong}");
        }
    }

    #[test]
    fn play_goes_round_the_table() {
        let players = Players::THREE;
        let round: Vec<Seat> = players.seats().map(|seat| players.after(seat)).collect();
        assert_eq!(round, [Seat::ALL[1], Seat::ALL[2], Seat::ALL[0]]);
        assert!(!players.has(Seat::ALL[3]));
    }

    #[test]
    fn a_set_knows_its_only_seat() {
        let both: SeatSet = [Seat::ALL[1], Seat::ALL[3]].into_iter().collect();
        assert_eq!(both.only(), None);
        assert_eq!(both.len(), 2);
        assert_eq!(SeatSet::of(Seat::ALL[2]).only(), Some(Seat::ALL[2]));
        assert_eq!(SeatSet::default().only(), None);
    }
}
