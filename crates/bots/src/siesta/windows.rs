//! The windows through which the learned value looks at the board.
//!
//! A value is a sum of table entries: one for every window, by what lies in its cells. Windows of one
//! shape share a table wherever they are and however they are turned or mirrored.

use std::sync::LazyLock;

use siesta::{Cell, SIDE};

/// What a cell can hold, seen from one side.
pub(super) const SYMBOLS: u32 = 5;
pub(super) const SUN: u32 = 1;
pub(super) const SHADOW: u32 = 2;
pub(super) const MINE: u32 = 3;
pub(super) const THEIRS: u32 = 4;

/// Rows and columns of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    rows: usize,
    columns: usize,
}

impl Shape {
    /// A straight line of cells, which is what Siestas are made of.
    pub(super) const LINE: Self = Self { rows: 1, columns: 7 };
    /// A block of cells: what touches what.
    pub(super) const BLOCK: Self = Self { rows: 3, columns: 3 };

    pub(super) const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// How many patterns there are.
    pub(super) const fn patterns(self) -> usize {
        (SYMBOLS as usize).pow(self.cells() as u32)
    }

    /// The cells of all windows of this shape, each in the order of its pattern's digits.
    fn windows(self) -> Vec<Vec<Cell>> {
        let mut windows = Vec::new();
        let turned = [false, true];
        for turned in turned.into_iter().take(if self.rows == self.columns { 1 } else { 2 }) {
            let (rows, columns) = if turned { (self.columns, self.rows) } else { (self.rows, self.columns) };
            for top in 0..=SIDE - rows {
                for left in 0..=SIDE - columns {
                    let cell = |place: usize| {
                        let (row, column) = (place / self.columns, place % self.columns);
                        let (row, column) = if turned { (column, row) } else { (row, column) };
                        Cell::new(top + row, left + column)
                    };
                    windows.push((0..self.cells()).filter_map(cell).collect());
                }
            }
        }
        windows
    }

    /// What the symbol on each place weighs in the pattern, for each way to turn or mirror it.
    fn symmetries(self) -> Vec<Vec<u32>> {
        let (rows, columns) = (self.rows, self.columns);
        let mut all = Vec::new();
        for (flip_rows, flip_columns, transpose) in
            (0..8).map(|bits| (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0))
        {
            if transpose && rows != columns {
                continue;
            }
            let place = |place: usize| {
                let (row, column) = (place / columns, place % columns);
                let row = if flip_rows { rows - 1 - row } else { row };
                let column = if flip_columns { columns - 1 - column } else { column };
                SYMBOLS.pow(if transpose { column * columns + row } else { row * columns + column } as u32)
            };
            let weights: Vec<u32> = (0..self.cells()).map(place).collect();
            if !all.contains(&weights) {
                all.push(weights);
            }
        }
        all
    }

    /// The first of the images.
    pub(super) fn first_image(self, pattern: u32) -> u32 {
        self.images(pattern).min().unwrap_or(pattern)
    }

    /// The pattern as it looks turned and mirrored in every way, itself included; some more than once.
    pub(super) fn images(self, pattern: u32) -> impl Iterator<Item = u32> {
        let mut digits = [0; 16];
        let mut rest = pattern;
        for digit in &mut digits[..self.cells()] {
            *digit = rest % SYMBOLS;
            rest /= SYMBOLS;
        }
        SYMMETRIES[usize::from(self == Self::BLOCK)]
            .iter()
            .map(move |weights| weights.iter().zip(&digits).map(|(weight, digit)| digit * weight).sum())
    }

    /// Whether a board can look like this: no sun touches a shadow.
    pub(super) fn is_possible(self, pattern: u32) -> bool {
        let digit =
            |row: usize, column: usize| pattern / SYMBOLS.pow((row * self.columns + column) as u32) % SYMBOLS;
        let touch = |a: u32, b: u32| (a, b) == (SUN, SHADOW) || (a, b) == (SHADOW, SUN);
        (0..self.rows).all(|row| {
            (0..self.columns).all(|column| {
                let here = digit(row, column);
                !(column + 1 < self.columns && touch(here, digit(row, column + 1))
                    || row + 1 < self.rows && touch(here, digit(row + 1, column)))
            })
        })
    }
}

static SYMMETRIES: LazyLock<[Vec<Vec<u32>>; 2]> =
    LazyLock::new(|| [Shape::LINE.symmetries(), Shape::BLOCK.symmetries()]);

/// A window that a cell lies in, and what a symbol on the cell adds to its pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digit {
    pub(super) window: u16,
    pub(super) weight: u32,
}

/// All windows: first the lines, then the blocks.
pub(super) struct Windows {
    pub(super) lines: usize,
    /// For every cell the lines that it lies in, and the blocks.
    of_cell: Vec<[Vec<Digit>; 2]>,
}

/// The most windows that a cell lies in.
pub(super) const MOST_DIGITS: usize = 12 + 9;

impl Windows {
    fn new() -> Self {
        let (lines, blocks) = (Shape::LINE.windows(), Shape::BLOCK.windows());
        let mut of_cell = vec![[Vec::new(), Vec::new()]; Cell::COUNT];
        for (window, cells) in lines.iter().chain(&blocks).enumerate() {
            for (place, cell) in cells.iter().enumerate() {
                let digit = Digit { window: window as u16, weight: SYMBOLS.pow(place as u32) };
                of_cell[cell.index()][usize::from(window >= lines.len())].push(digit);
            }
        }
        Self { lines: lines.len(), of_cell }
    }

    pub(super) fn lines_of(&self, cell: Cell) -> &[Digit] {
        &self.of_cell[cell.index()][0]
    }

    pub(super) fn blocks_of(&self, cell: Cell) -> &[Digit] {
        &self.of_cell[cell.index()][1]
    }
}

pub(super) static WINDOWS: LazyLock<Windows> = LazyLock::new(Windows::new);
/// How many windows there are.
pub(super) const WINDOW_COUNT: usize = 144 + 100;
