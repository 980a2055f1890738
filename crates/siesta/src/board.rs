//! The board: what lies where, where each piece may go, and what it would gain.

use game::{BySeat, Players, Seat, mix};

use crate::cell::{Cell, SIDE};
use crate::cells::{Cells, NEIGHBOURS};
use crate::line::{BITS, Cross, DoubleOwner, LINES, Line, doubles, forward};
use crate::piece::{Content, Piece};
use crate::variant::Scoring;

/// Suns in the supply.
pub const SUNS: u8 = 25;
/// Shadows in the supply.
pub const SHADOWS: u8 = 75;
/// Roofs of each player.
pub const ROOFS: u8 = 15;

/// Points that one step brings to each seat; seats that are not taken get none.
pub(crate) type Gains = [u8; Seat::MAX];

/// Pieces on the board, with all that follows from them kept up to date.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    lines: [Line; LINES],
    occupied: Cells,
    near_any: Cells,
    near_sun: Cells,
    near_shadow: Cells,
    /// Where a shadow would lie in a Siesta along its row.
    reach_in_row: Cells,
    /// Where a shadow would lie in a Siesta along its column.
    reach_in_column: Cells,
    hash: u64,
    suns: u8,
    shadows: u8,
    roofs: [u8; Seat::MAX],
    players: Players,
    scoring: Scoring,
}

impl Board {
    pub(crate) fn empty(players: Players, scoring: Scoring) -> Self {
        Self {
            lines: [Line::default(); LINES],
            occupied: Cells::NONE,
            near_any: Cells::NONE,
            near_sun: Cells::NONE,
            near_shadow: Cells::NONE,
            reach_in_row: Cells::NONE,
            reach_in_column: Cells::NONE,
            hash: 0,
            suns: 0,
            shadows: 0,
            roofs: [0; Seat::MAX],
            players,
            scoring,
        }
    }

    /// Who plays.
    pub fn players(&self) -> Players {
        self.players
    }

    /// How points are counted.
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// What lies on the cell.
    pub fn get(&self, cell: Cell) -> Option<Content> {
        let (row, bit) = (&self.lines[cell.row()], 1 << cell.column());
        if row.suns & bit != 0 {
            Some(Content::Sun)
        } else if row.shadows & bit != 0 {
            Some(Content::Shadow)
        } else {
            self.players.seats().find(|seat| row.roofs_of[seat.index()] & bit != 0).map(Content::Roof)
        }
    }

    /// Every piece on the board with its cell, `A1` first.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Content)> {
        self.occupied.iter().filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// Whether nothing lies on the board.
    pub fn is_empty(&self) -> bool {
        self.occupied.is_empty()
    }

    /// The cells on which something lies.
    pub fn occupied(&self) -> Cells {
        self.occupied
    }

    /// How many of this piece the seat could still take.
    pub fn left(&self, piece: Piece, seat: Seat) -> u8 {
        match piece {
            Piece::Sun => SUNS.saturating_sub(self.suns),
            Piece::Shadow => SHADOWS.saturating_sub(self.shadows),
            Piece::Roof => ROOFS.saturating_sub(self.roofs[seat.index()]),
        }
    }

    /// How many pieces lie on the board.
    pub(crate) fn laid(&self, content: Content) -> u8 {
        match content {
            Content::Sun => self.suns,
            Content::Shadow => self.shadows,
            Content::Roof(seat) => self.roofs[seat.index()],
        }
    }

    /// Where this piece may go by the rules of placement, on a board that is not empty.
    #[inline]
    pub fn open(&self, piece: Piece) -> Cells {
        match piece {
            Piece::Sun => self.near_any.without(self.occupied | self.near_shadow),
            Piece::Roof => self.near_any.without(self.occupied),
            Piece::Shadow => (self.reach_in_row | self.reach_in_column).without(self.near_sun),
        }
    }

    /// The cells where a shadow would lie in a Siesta if no sun touched it.
    pub(crate) fn in_reach(&self, cell: Cell) -> bool {
        (self.reach_in_row | self.reach_in_column).contains(cell)
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    fn cross(&self, cell: Cell) -> Cross {
        Cross::new(&self.lines[cell.row()], &self.lines[SIDE + cell.column()], self.players.count())
    }

    /// What the piece would gain for each seat if it were laid on the empty cell.
    #[inline]
    pub(crate) fn gains(&self, content: Content, cell: Cell) -> Gains {
        let mut cross = self.cross(cell);
        cross.put(content, BITS[cell.index()]);
        self.gains_of(&cross, content, cell)
    }

    #[inline]
    fn gains_of(&self, cross: &Cross, content: Content, cell: Cell) -> Gains {
        let players = self.players.count();
        let mut gains = Gains::default();
        let (row, column) = (&self.lines[cell.row()], &self.lines[SIDE + cell.column()]);
        let shades = cross.shades(players);
        let mut new = 0;
        for seat in 0..players {
            let added = shades[seat] ^ (u64::from(row.shades[seat]) | u64::from(column.shades[seat]) << 32);
            new |= added;
            if added != 0 && self.scoring == Scoring::Printed {
                gains[seat] = added.count_ones() as u8;
            }
        }
        if new != 0 {
            let owner = self.scoring.double_owner();
            let half = |all: [u64; Seat::MAX], shift: u32| all.map(|shades| (shades >> shift) as u32);
            // The other line cannot have a new double, and most of the time neither has.
            for (line, now) in [(row, half(shades, 0)), (column, half(shades, 32))] {
                if now != line.shades {
                    let (before, after) =
                        (doubles(&line.shades, players, owner), doubles(&now, players, owner));
                    for seat in 0..players {
                        gains[seat] += 2 * (after[seat] - before[seat]) as u8;
                    }
                }
            }
        }
        if self.scoring == Scoring::Online && content == Content::Shadow {
            let bits = BITS[cell.index()];
            let [in_row, in_column] = cross.run_lengths(bits);
            for seat in 0..players {
                let of_seat = shades[seat] & bits;
                let lines = |half: u64| (half & 0xffff_ffff).count_ones();
                gains[seat] += (in_row * lines(of_seat) + in_column * lines(of_seat >> 32)) as u8;
            }
        }
        gains
    }

    /// Lays a piece on an empty cell, whatever the rules say, and tells what each seat gains.
    pub(crate) fn put(&mut self, content: Content, cell: Cell) -> Gains {
        let players = self.players.count();
        let bits = BITS[cell.index()];
        let mut cross = self.cross(cell);
        cross.put(content, bits);
        let gains = self.gains_of(&cross, content, cell);
        let shades = cross.shades(players);
        let reach = cross.reach();
        for (index, shift) in [(cell.row(), 0), (SIDE + cell.column(), 32)] {
            let (line, bits) = (&mut self.lines[index], (bits >> shift) as u32);
            match content {
                Content::Sun => line.suns |= bits,
                Content::Shadow => line.shadows |= bits,
                Content::Roof(seat) => {
                    line.roofs |= bits;
                    line.roofs_of[seat.index()] |= bits;
                }
            }
            for seat in 0..players {
                line.shades[seat] = (shades[seat] >> shift) as u32;
            }
        }
        let (one_way, other_way) = forward(reach as u32);
        self.reach_in_row.set_row(cell.row(), one_way | other_way);
        let (one_way, other_way) = forward((reach >> 32) as u32);
        self.reach_in_column.set_column(cell.column(), one_way | other_way);
        let near = NEIGHBOURS[cell.index()];
        self.occupied.insert(cell);
        self.near_any |= near;
        match content {
            Content::Sun => {
                self.near_sun |= near;
                self.suns += 1;
            }
            Content::Shadow => {
                self.near_shadow |= near;
                self.shadows += 1;
            }
            Content::Roof(seat) => self.roofs[seat.index()] += 1,
        }
        self.hash ^= key(content, cell);
        gains
    }

    /// The printed score of the board as it lies.
    pub(crate) fn printed_score(&self) -> BySeat<u16> {
        let mut scores = BySeat::new(self.players);
        for line in &self.lines {
            let doubles = doubles(&line.shades, self.players.count(), DoubleOwner::EveryRoof);
            for seat in self.players.seats() {
                scores[seat] += (line.shades[seat.index()].count_ones() + 2 * doubles[seat.index()]) as u16;
            }
        }
        scores
    }
}

/// The key of a piece on a cell in the Zobrist hash.
const fn key(content: Content, cell: Cell) -> u64 {
    let kind = match content {
        Content::Sun => 0,
        Content::Shadow => 1,
        Content::Roof(seat) => 2 + seat.index(),
    };
    KEYS[kind][cell.index()]
}

/// The key of the seat to move in the Zobrist hash.
pub(crate) const fn mover_key(seat: Seat) -> u64 {
    mix(0x5e57_a000 + seat.index() as u64)
}

static KEYS: [[u64; Cell::COUNT]; 6] = keys();

const fn keys() -> [[u64; Cell::COUNT]; 6] {
    let mut keys = [[0; Cell::COUNT]; 6];
    let mut kind = 0;
    while kind < keys.len() {
        let mut cell = 0;
        while cell < Cell::COUNT {
            keys[kind][cell] = mix(0x0b0a_4d00_0000 + (kind * Cell::COUNT + cell) as u64);
            cell += 1;
        }
        kind += 1;
    }
    keys
}
