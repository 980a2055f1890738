//! Sets of cells.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use crate::cell::{Cell, Direction, SIDE};

/// A set of cells. Each row takes 16 bits, so that columns line up a fixed shift apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cells([u64; 3]);

/// The bits that are cells; the other four of each row stay clear.
const ON_BOARD: u64 = 0x0fff_0fff_0fff_0fff;
/// The lowest bit of each row.
const COLUMN_A: u64 = 0x0001_0001_0001_0001;

const fn place(cell: Cell) -> (usize, u32) {
    (cell.row() / 4, (cell.row() % 4 * 16 + cell.column()) as u32)
}

impl Cells {
    /// No cell.
    pub const NONE: Self = Self([0; 3]);

    /// Just this cell.
    pub const fn of(cell: Cell) -> Self {
        let (word, bit) = place(cell);
        let mut words = [0; 3];
        words[word] = 1 << bit;
        Self(words)
    }

    /// Whether the cell is in the set.
    pub const fn contains(self, cell: Cell) -> bool {
        let (word, bit) = place(cell);
        self.0[word] >> bit & 1 != 0
    }

    /// Puts the cell into the set.
    pub const fn insert(&mut self, cell: Cell) {
        let (word, bit) = place(cell);
        self.0[word] |= 1 << bit;
    }

    /// Takes the cell out of the set.
    pub const fn remove(&mut self, cell: Cell) {
        let (word, bit) = place(cell);
        self.0[word] &= !(1 << bit);
    }

    /// How many cells are in the set.
    pub const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Whether the set has no cell.
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The cells of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1], self.0[2] & !other.0[2]])
    }

    /// The cell that has `index` cells of the set before it in the order of [`Cell::all`].
    pub fn nth(self, mut index: u32) -> Option<Cell> {
        for (word, mut bits) in self.0.into_iter().enumerate() {
            let count = bits.count_ones();
            if index < count {
                for _ in 0..index {
                    bits &= bits - 1;
                }
                return Some(cell_at(word, bits.trailing_zeros()));
            }
            index -= count;
        }
        None
    }

    /// The cells in the order of [`Cell::all`].
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| Bits(bits).map(move |bit| cell_at(word, bit)))
    }

    /// Puts cells of a row into the set: the low twelve bits, column A lowest.
    #[inline]
    pub(crate) const fn insert_in_row(&mut self, row: usize, bits: u32) {
        self.0[row / 4] |= (bits as u64) << (row % 4 * 16);
    }

    /// Puts cells of a column into the set: the low twelve bits, row 1 lowest.
    #[inline]
    pub(crate) const fn insert_in_column(&mut self, column: usize, bits: u32) {
        let mut word = 0;
        while word < 3 {
            let four = (bits as u64 >> (4 * word)) & 0xf;
            // Four copies, each one row further, leave bit n of the four at the start of row n.
            let spread = four.wrapping_mul(1 | 1 << 15 | 1 << 30 | 1 << 45) & COLUMN_A;
            self.0[word] |= spread << column;
            word += 1;
        }
    }
}

fn cell_at(word: usize, bit: u32) -> Cell {
    let row = word * 4 + bit as usize / 16;
    debug_assert!(row < SIDE && bit as usize % 16 < SIDE);
    Cell::from_row_and_column(row, bit as usize % 16)
}

struct Bits(u64);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.checked_sub(1)?;
        Some(bit)
    }
}

impl BitAnd for Cells {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }
}

impl BitOr for Cells {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }
}

impl BitOrAssign for Cells {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Not for Cells {
    type Output = Self;

    fn not(self) -> Self {
        Self([ON_BOARD; 3]).without(self)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::NONE;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

/// The cells in the row or column of each cell, itself included.
pub(crate) static ROW_AND_COLUMN: [Cells; Cell::COUNT] = rows_and_columns();

const fn rows_and_columns() -> [Cells; Cell::COUNT] {
    let mut all = [Cells::NONE; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        all[index].insert_in_row(index / SIDE, 0xfff);
        all[index].insert_in_column(index % SIDE, 0xfff);
        index += 1;
    }
    all
}

/// The cells that touch each cell.
pub(crate) static NEIGHBOURS: [Cells; Cell::COUNT] = neighbours();

const fn neighbours() -> [Cells; Cell::COUNT] {
    let mut all = [Cells::NONE; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        if let Some(cell) = Cell::new(index / SIDE, index % SIDE) {
            let mut direction = 0;
            while direction < 4 {
                if let Some(next) = cell.step(Direction::ALL[direction]) {
                    all[index].insert(next);
                }
                direction += 1;
            }
        }
        index += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_what_was_put_in() {
        let wanted: Vec<Cell> =
            Cell::all().filter(|cell| cell.index() % 7 == 3 || cell.row() == 11).collect();
        let set: Cells = wanted.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), wanted);
        assert_eq!(set.len() as usize, wanted.len());
        for (index, cell) in wanted.iter().enumerate() {
            assert_eq!(set.nth(index as u32), Some(*cell));
        }
        assert_eq!(set.nth(set.len()), None);
        assert_eq!(
            (!set).iter().collect::<Vec<_>>(),
            Cell::all().filter(|cell| !wanted.contains(cell)).collect::<Vec<_>>()
        );
    }

    #[test]
    fn cells_of_rows_and_columns_are_put_in() {
        for line in 0..SIDE {
            for bits in [0, 1, 0b1010_0110_0101, 0xfff] {
                let mut rows = Cells::NONE;
                rows.insert_in_row(line, bits);
                let mut columns = Cells::NONE;
                columns.insert_in_column(line, bits);
                for cell in Cell::all() {
                    assert_eq!(rows.contains(cell), cell.row() == line && bits >> cell.column() & 1 == 1);
                    assert_eq!(columns.contains(cell), cell.column() == line && bits >> cell.row() & 1 == 1);
                }
            }
        }
    }

    #[test]
    fn neighbours_touch_along_an_edge() {
        for cell in Cell::all() {
            assert_eq!(NEIGHBOURS[cell.index()], cell.neighbours().collect());
        }
    }
}
