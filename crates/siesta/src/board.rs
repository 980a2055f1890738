//! The board: what lies where, where each piece may go, and what it would gain.

use std::ops::BitOr;

use game::{BySeat, Players, Seat, mix};

use crate::cell::{Cell, SIDE};
use crate::cells::{Cells, NEIGHBOURS};
use crate::gains::Gains;
use crate::line::{BITS, Cross, DoubleOwner, LINES, Line, doubles};
use crate::piece::{Content, Piece};
use crate::variant::Scoring;

/// Suns in the supply.
pub const SUNS: u8 = 25;
/// Shadows in the supply.
pub const SHADOWS: u8 = 75;
/// Roofs of each player.
pub const ROOFS: u8 = 15;

/// The pieces on the board, and everything that is derived from them, updated incrementally.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    lines: [Line; LINES],
    facts: Facts,
    players: Players,
    scoring: Scoring,
}

/// What is derived from the board as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Facts {
    occupied: Cells,
    near_any: Cells,
    near_sun: Cells,
    near_shadow: Cells,
    /// Where a sun would complete a Siesta of each seat.
    scoring_suns: [Cells; Seat::MAX],
    /// Where a shadow would lie in a Siesta of each seat.
    scoring_shadows: [Cells; Seat::MAX],
    /// Where a roof would complete a Siesta.
    scoring_roofs: Cells,
    hash: u64,
    suns: u8,
    shadows: u8,
    roofs: [u8; Seat::MAX],
}

/// The state of a board before one piece was laid, to restore it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undo {
    cell: Cell,
    row: Line,
    column: Line,
    facts: Facts,
}

impl Board {
    pub(crate) fn empty(players: Players, scoring: Scoring) -> Self {
        Self { lines: [Line::default(); LINES], facts: Facts::default(), players, scoring }
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
        self.facts.occupied.iter().filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// Whether nothing lies on the board.
    pub fn is_empty(&self) -> bool {
        self.facts.occupied.is_empty()
    }

    /// The cells on which something lies.
    pub fn occupied(&self) -> Cells {
        self.facts.occupied
    }

    /// How many of this piece are left for the seat.
    pub fn left(&self, piece: Piece, seat: Seat) -> u8 {
        match piece {
            Piece::Sun => SUNS.saturating_sub(self.facts.suns),
            Piece::Shadow => SHADOWS.saturating_sub(self.facts.shadows),
            Piece::Roof => ROOFS.saturating_sub(self.facts.roofs[seat.index()]),
        }
    }

    /// Where this piece may go by the rules of placement, on a board that is not empty.
    #[inline]
    pub fn open(&self, piece: Piece) -> Cells {
        match piece {
            Piece::Sun => self.facts.near_any.without(self.facts.occupied | self.facts.near_shadow),
            Piece::Roof => self.facts.near_any.without(self.facts.occupied),
            Piece::Shadow => self.reach().without(self.facts.near_sun),
        }
    }

    /// The free cells where a shadow would lie in a Siesta of any player.
    #[inline]
    pub(crate) fn reach(&self) -> Cells {
        self.facts.scoring_shadows.into_iter().fold(Cells::NONE, BitOr::bitor)
    }

    /// Where this piece, if it may go there, makes or lengthens a Siesta of the seat.
    ///
    /// That is where it gains the seat points under printed scoring; under online-edition scoring a
    /// sun or a roof gains only what a Double Siesta brings.
    #[inline]
    pub(crate) fn scoring_cells(&self, piece: Piece, seat: Seat) -> Cells {
        match piece {
            Piece::Sun => self.facts.scoring_suns[seat.index()],
            Piece::Roof => self.facts.scoring_roofs,
            Piece::Shadow => self.facts.scoring_shadows[seat.index()],
        }
    }

    /// Where this piece makes or lengthens a Siesta of anybody.
    #[inline]
    pub(crate) fn scoring_cells_of_anybody(&self, piece: Piece) -> Cells {
        match piece {
            Piece::Sun => self.facts.scoring_suns.into_iter().fold(Cells::NONE, BitOr::bitor),
            Piece::Roof => self.facts.scoring_roofs,
            Piece::Shadow => self.reach(),
        }
    }

    pub(crate) fn hash(&self) -> u64 {
        self.facts.hash
    }

    fn cross(&self, cell: Cell) -> Cross<'_> {
        Cross::new(&self.lines[cell.row()], &self.lines[SIDE + cell.column()])
    }

    /// What the piece would gain for each seat if it were laid on the empty cell.
    #[inline]
    pub(crate) fn gains(&self, content: Content, cell: Cell) -> Gains {
        match self.players.count() {
            2 => self.gains_among::<2>(content, cell),
            3 => self.gains_among::<3>(content, cell),
            _ => self.gains_among::<4>(content, cell),
        }
    }

    /// Where this piece may go and gains the seat points, the piece being its own if it is a roof.
    #[inline]
    pub(crate) fn gaining(&self, piece: Piece, seat: Seat) -> Cells {
        let scoring = self.open(piece) & self.scoring_cells(piece, seat);
        match (self.scoring, piece) {
            (Scoring::Printed, _) | (Scoring::Online, Piece::Shadow) => scoring,
            (Scoring::Online, Piece::Sun | Piece::Roof) => {
                scoring.iter().filter(|cell| self.gains(piece.laid_by(seat), *cell).of(seat) > 0).collect()
            }
        }
    }

    #[inline]
    fn gains_among<const PLAYERS: usize>(&self, content: Content, cell: Cell) -> Gains {
        let mut cross = self.cross(cell);
        cross.put(content, BITS[cell.index()]);
        let mut gains = Gains::NONE;
        let mut shades = [0; Seat::MAX];
        let mut may_be_double = false;
        for seat in Seat::ALL.into_iter().take(PLAYERS) {
            let now = cross.shades(seat);
            let added = now ^ cross.shades_before(seat);
            shades[seat.index()] = now;
            if added != 0 {
                if self.scoring == Scoring::Printed {
                    gains.give(seat, added.count_ones());
                }
                let two_sided = |line: u64| line & 0xfff != 0 && line >> 16 & 0xfff != 0;
                may_be_double |= two_sided(now) || two_sided(now >> 32);
            }
        }
        if may_be_double {
            self.add_doubles(&mut gains, &cross, &shades);
        }
        if self.scoring == Scoring::Online && content == Content::Shadow {
            let bits = BITS[cell.index()];
            let [in_row, in_column] = cross.run_lengths(bits);
            for seat in Seat::ALL.into_iter().take(PLAYERS) {
                let of_seat = shades[seat.index()] & bits;
                let lines = |half: u64| (half & 0xffff_ffff).count_ones();
                gains.give(seat, in_row * lines(of_seat) + in_column * lines(of_seat >> 32));
            }
        }
        gains
    }

    /// Adds what new Double Siestas bring. They are rare, so this stays out of the hot function.
    #[cold]
    fn add_doubles(&self, gains: &mut Gains, cross: &Cross<'_>, shades: &[u64; Seat::MAX]) {
        let (players, owner) = (self.players.count(), self.scoring.double_owner());
        let half = |shift: u32| shades.map(|shades| (shades >> shift) as u32);
        for (line, now) in [(cross.row(), half(0)), (cross.column(), half(32))] {
            if now == line.shades {
                continue;
            }
            let (before, after) = (doubles(&line.shades, players, owner), doubles(&now, players, owner));
            for seat in self.players.seats() {
                gains.give(seat, 2 * (after[seat.index()] - before[seat.index()]));
            }
        }
    }

    /// Lays a piece on an empty cell without checking the rules, and returns what each seat gains.
    pub(crate) fn put(&mut self, content: Content, cell: Cell) -> Gains {
        let gains = self.gains(content, cell);
        self.put_quietly(content, cell);
        gains
    }

    /// Lays a piece like [`Board::put`], in a way that can be undone.
    pub(crate) fn put_for_now(&mut self, content: Content, cell: Cell) -> Undo {
        let (row, column) = (self.lines[cell.row()], self.lines[SIDE + cell.column()]);
        let undo = Undo { cell, row, column, facts: self.facts };
        self.put_quietly(content, cell);
        undo
    }

    /// Restores the board to its state before the piece was laid. Later pieces must have been undone first.
    pub(crate) fn undo(&mut self, undo: &Undo) {
        self.lines[undo.cell.row()] = undo.row;
        self.lines[SIDE + undo.cell.column()] = undo.column;
        self.facts = undo.facts;
    }

    fn put_quietly(&mut self, content: Content, cell: Cell) {
        // Search spends most of its time in the loops over seats, so there is a copy for each number of players.
        match self.players.count() {
            2 => self.put_among::<2>(content, cell),
            3 => self.put_among::<3>(content, cell),
            _ => self.put_among::<4>(content, cell),
        }
    }

    #[inline]
    fn put_among<const PLAYERS: usize>(&mut self, content: Content, cell: Cell) {
        let bits = BITS[cell.index()];
        let (row, column) = (cell.row(), cell.column());
        let mut cross = Cross::new(&self.lines[row], &self.lines[SIDE + column]);
        cross.put(content, bits);
        let facts = &mut self.facts;
        let update = |cells: &mut Cells, [in_row, in_column]: [u32; 2]| {
            cells.remove(cell);
            cells.insert_in_row(row, in_row);
            cells.insert_in_column(column, in_column);
        };
        let mut shades = [0; Seat::MAX];
        for seat in Seat::ALL.into_iter().take(PLAYERS) {
            shades[seat.index()] = cross.shades(seat);
            update(&mut facts.scoring_suns[seat.index()], cross.scoring_suns(seat));
            update(&mut facts.scoring_shadows[seat.index()], cross.scoring_shadows(seat));
        }
        update(&mut facts.scoring_roofs, cross.scoring_roofs());
        for (index, shift) in [(row, 0), (SIDE + column, 32)] {
            let (line, bits) = (&mut self.lines[index], (bits >> shift) as u32);
            match content {
                Content::Sun => line.suns |= bits,
                Content::Shadow => line.shadows |= bits,
                Content::Roof(seat) => {
                    line.roofs |= bits;
                    line.roofs_of[seat.index()] |= bits;
                }
            }
            line.shades = shades.map(|shades| (shades >> shift) as u32);
        }
        let near = NEIGHBOURS[cell.index()];
        facts.occupied.insert(cell);
        facts.near_any |= near;
        match content {
            Content::Sun => {
                facts.near_sun |= near;
                facts.suns += 1;
            }
            Content::Shadow => {
                facts.near_shadow |= near;
                facts.shadows += 1;
            }
            Content::Roof(seat) => facts.roofs[seat.index()] += 1,
        }
        facts.hash ^= key(content, cell);
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
    ZOBRIST_KEYS[kind][cell.index()]
}

/// The key of the seat to move in the Zobrist hash.
pub(crate) const fn mover_key(seat: Seat) -> u64 {
    mix(0x5e57_a000 + seat.index() as u64)
}

static ZOBRIST_KEYS: [[u64; Cell::COUNT]; 6] = zobrist_keys();

const fn zobrist_keys() -> [[u64; Cell::COUNT]; 6] {
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
