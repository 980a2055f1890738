//! The arithmetic of Siestas: what one row and one column are worth.
//!
//! A line of twelve cells is kept twice in 32 bits: forward in the low half and reversed in the high
//! half. Looking from a sun along the line, a carry then runs through a whole run of roofs or shadows
//! in one addition, in both directions at once; with a row and a column side by side in 64 bits
//! ([`Cross`]), in all four. Twelve of the sixteen bits are cells, so no carry leaves its sixteenth.

use game::Seat;

use crate::cell::{Cell, SIDE};
use crate::piece::Content;

/// How many lines the board has: rows, then columns.
pub(crate) const LINES: usize = 2 * SIDE;

/// One row or column.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Line {
    pub(crate) suns: u32,
    pub(crate) shadows: u32,
    pub(crate) roofs: u32,
    pub(crate) roofs_of: [u32; Seat::MAX],
    /// The shadows in a Siesta of each player, by the direction of their sun.
    pub(crate) shades: [u32; Seat::MAX],
}

/// A row and the column that crosses it, the row in the low half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cross<'l> {
    suns: u64,
    shadows: u64,
    roofs: u64,
    row: &'l Line,
    column: &'l Line,
    /// A roof that is laid on top of what the lines say.
    new_roof: Option<(Seat, u64)>,
}

const fn both(row: u32, column: u32) -> u64 {
    row as u64 | (column as u64) << 32
}

/// The bits that are cells.
const CELLS: u64 = 0x0fff_0fff_0fff_0fff;

/// The bits of each cell in the cross of its row and column.
pub(crate) static BITS: [u64; Cell::COUNT] = bits();

const fn bits() -> [u64; Cell::COUNT] {
    let mut all = [0; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let (row, column) = (index / SIDE, index % SIDE);
        let last = SIDE - 1;
        all[index] = 1 << column | 1 << (16 + last - column) | 1 << (32 + row) | 1 << (48 + last - row);
        index += 1;
    }
    all
}

/// Whole runs of ones that begin right at the given starts, each the lowest one of its run.
const fn runs_from(starts: u64, ones: u64) -> u64 {
    (ones.wrapping_add(starts) ^ ones) & ones
}

/// The first zero after each run of ones that holds any of the given ones.
const fn past_runs_with(some: u64, ones: u64) -> u64 {
    ones.wrapping_add(some) & !ones
}

impl<'l> Cross<'l> {
    #[inline]
    pub(crate) const fn new(row: &'l Line, column: &'l Line) -> Self {
        Self {
            suns: both(row.suns, column.suns),
            shadows: both(row.shadows, column.shadows),
            roofs: both(row.roofs, column.roofs),
            row,
            column,
            new_roof: None,
        }
    }

    #[inline]
    pub(crate) const fn put(&mut self, content: Content, bits: u64) {
        match content {
            Content::Sun => self.suns |= bits,
            Content::Shadow => self.shadows |= bits,
            Content::Roof(seat) => {
                self.roofs |= bits;
                self.new_roof = Some((seat, bits));
            }
        }
    }

    #[inline]
    fn roofs_of(&self, seat: Seat) -> u64 {
        let lying = both(self.row.roofs_of[seat.index()], self.column.roofs_of[seat.index()]);
        match self.new_roof {
            Some((owner, bits)) if owner == seat => lying | bits,
            Some(_) | None => lying,
        }
    }

    pub(crate) const fn row(&self) -> &'l Line {
        self.row
    }

    pub(crate) const fn column(&self) -> &'l Line {
        self.column
    }

    /// The roofs of runs that have a sun right before them.
    #[inline]
    const fn lit(&self) -> u64 {
        runs_from(self.suns << 1 & self.roofs, self.roofs)
    }

    /// The roofs of runs that have a shadow right before them, looking against the light.
    #[inline]
    const fn shading(&self) -> u64 {
        runs_from(self.shadows << 1 & self.roofs, self.roofs)
    }

    /// The shadows in a Siesta of the seat, by the direction of their sun.
    #[inline]
    pub(crate) fn shades(&self, seat: Seat) -> u64 {
        let first = past_runs_with(self.lit() & self.roofs_of(seat), self.roofs) & self.shadows;
        runs_from(first, self.shadows)
    }

    /// The shades of the seat before anything was put on top of the lines.
    #[inline]
    pub(crate) const fn shades_before(&self, seat: Seat) -> u64 {
        both(self.row.shades[seat.index()], self.column.shades[seat.index()])
    }

    /// The free cells where a shadow would lie in a Siesta of the seat; they stay so while they are free.
    #[inline]
    pub(crate) fn scoring_shadows(&self, seat: Seat) -> [u32; 2] {
        let past_roofs = past_runs_with(self.lit() & self.roofs_of(seat), self.roofs);
        self.free(past_roofs | past_runs_with(past_roofs & self.shadows, self.shadows))
    }

    /// The free cells where a sun would complete a Siesta of the seat; they stay so while they are free.
    #[inline]
    pub(crate) fn scoring_suns(&self, seat: Seat) -> [u32; 2] {
        self.free(past_runs_with(self.shading() & self.roofs_of(seat), self.roofs))
    }

    /// The free cells where a roof would complete a Siesta; they stay so while they are free.
    #[inline]
    pub(crate) const fn scoring_roofs(&self) -> [u32; 2] {
        let from_the_sun = self.suns << 1 | past_runs_with(self.lit(), self.roofs);
        let from_the_shadow = self.shadows << 1 | past_runs_with(self.shading(), self.roofs);
        // What is seen against the light in one direction is on the way of the light in the other.
        self.free(from_the_sun & turned(from_the_shadow))
    }

    /// Those of the cells on which nothing lies, in the row and in the column, read forward.
    #[inline]
    const fn free(&self, cells: u64) -> [u32; 2] {
        let cells = cells & !(self.suns | self.roofs | self.shadows);
        let both_ways = cells | turned(cells);
        [both_ways as u32 & 0xfff, (both_ways >> 32) as u32 & 0xfff]
    }

    /// How many shadows lie in one run with the given cell, in the row and in the column.
    pub(crate) const fn run_lengths(&self, bits: u64) -> [u32; 2] {
        [
            run_length(self.shadows as u16, bits as u16),
            run_length((self.shadows >> 32) as u16, (bits >> 32) as u16),
        ]
    }
}

/// The length of the run of ones around the one bit given.
const fn run_length(ones: u16, bit: u16) -> u32 {
    let place = bit.trailing_zeros();
    let above = (ones >> place).trailing_ones();
    let below = ((ones as u32) << 16 << (16 - place)).leading_ones();
    above + below
}

/// The same cells with the two directions of each line exchanged.
const fn turned(cells: u64) -> u64 {
    // All bits in the opposite order have the lines exchanged too, and the cells in the upper bits.
    (cells.reverse_bits() >> 4 & CELLS).rotate_right(32)
}

/// How many runs a set of whole runs has.
const fn runs(ones: u32) -> u32 {
    (ones & !(ones << 1)).count_ones()
}

/// Whose Double Siesta a run with a Siesta at both ends is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DoubleOwner {
    /// Whoever owns every roof of both ends.
    EveryRoof,
    /// The only one with a roof at both ends.
    BothEnds,
}

/// How many Double Siestas each player has in a line with these shades.
pub(crate) fn doubles(shades: &[u32; Seat::MAX], players: usize, owner: DoubleOwner) -> [u32; Seat::MAX] {
    let mut both = [0; Seat::MAX];
    for seat in 0..players {
        let others = (0..players).filter(|other| *other != seat).map(|other| shades[other]);
        let own = match owner {
            DoubleOwner::EveryRoof => shades[seat] & !others.fold(0, |all, more| all | more),
            DoubleOwner::BothEnds => shades[seat],
        };
        both[seat] = (u64::from(own) & turned(own.into())) as u32 & 0xfff;
    }
    let mut count = [0; Seat::MAX];
    for seat in 0..players {
        let others = (0..players).filter(|other| *other != seat).map(|other| both[other]);
        count[seat] = runs(both[seat] & !others.fold(0, |all, more| all | more));
    }
    count
}
