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
pub(crate) struct Cross {
    suns: u64,
    shadows: u64,
    roofs: u64,
    roofs_of: [u64; Seat::MAX],
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

impl Cross {
    #[inline]
    pub(crate) fn new(row: &Line, column: &Line, players: usize) -> Self {
        let both = |row: u32, column: u32| u64::from(row) | u64::from(column) << 32;
        let mut roofs_of = [0; Seat::MAX];
        for (seat, roofs) in roofs_of.iter_mut().enumerate().take(players) {
            *roofs = both(row.roofs_of[seat], column.roofs_of[seat]);
        }
        Self {
            suns: both(row.suns, column.suns),
            shadows: both(row.shadows, column.shadows),
            roofs: both(row.roofs, column.roofs),
            roofs_of,
        }
    }

    #[inline]
    pub(crate) const fn put(&mut self, content: Content, bits: u64) {
        match content {
            Content::Sun => self.suns |= bits,
            Content::Shadow => self.shadows |= bits,
            Content::Roof(seat) => {
                self.roofs |= bits;
                self.roofs_of[seat.index()] |= bits;
            }
        }
    }

    /// The first roof of each run that has a sun right before it.
    const fn lit(&self) -> u64 {
        self.suns << 1 & self.roofs
    }

    /// The shadows in a Siesta of each player, by the direction of their sun.
    #[inline]
    pub(crate) fn shades(&self, players: usize) -> [u64; Seat::MAX] {
        let mut shades = [0; Seat::MAX];
        let lit = runs_from(self.lit(), self.roofs);
        if lit == 0 {
            return shades;
        }
        for (seat, shades) in shades.iter_mut().enumerate().take(players) {
            let first = past_runs_with(lit & self.roofs_of[seat], self.roofs) & self.shadows;
            *shades = runs_from(first, self.shadows);
        }
        shades
    }

    /// The empty cells where a shadow would lie in a Siesta, whosever.
    pub(crate) const fn reach(&self) -> u64 {
        let past_roofs = past_runs_with(self.lit(), self.roofs);
        let past_shadows = past_runs_with(past_roofs & self.shadows, self.shadows);
        (past_roofs | past_shadows) & CELLS & !(self.suns | self.roofs | self.shadows)
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

/// Reads the two directions of each line as one: forward bits kept, reversed bits turned back.
pub(crate) const fn forward(line: u32) -> (u32, u32) {
    (line & 0xfff, reversed(line >> 16))
}

const fn reversed(bits: u32) -> u32 {
    (bits as u16).reverse_bits() as u32 >> 4
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
        if own & 0xfff != 0 && own >> 16 != 0 {
            let (one_way, other_way) = forward(own);
            both[seat] = one_way & other_way;
        }
    }
    let mut count = [0; Seat::MAX];
    for seat in 0..players {
        let others = (0..players).filter(|other| *other != seat).map(|other| both[other]);
        count[seat] = runs(both[seat] & !others.fold(0, |all, more| all | more));
    }
    count
}
