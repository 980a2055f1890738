//! The windows of the board that the learned value function evaluates.
//!
//! A value is a sum of table entries, one for each window, chosen by the pieces in its cells. All windows
//! of one shape share a table, wherever they are and however they are rotated or mirrored.

use std::sync::LazyLock;

use siesta::{Cell, SIDE};

/// The number of symbols for a cell, seen from one side; 0 is an empty cell.
pub(super) const SYMBOLS: u32 = 5;
pub(super) const SUN: u32 = 1;
pub(super) const SHADOW: u32 = 2;
pub(super) const MINE: u32 = 3;
pub(super) const THEIRS: u32 = 4;

/// The size of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    rows: usize,
    columns: usize,
}

impl Shape {
    /// A straight line of cells: Siestas.
    pub(super) const LINE: Self = Self { rows: 1, columns: 7 };
    /// A block of cells: which pieces touch.
    pub(super) const BLOCK: Self = Self { rows: 3, columns: 3 };

    pub(super) const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// How many patterns a window of this shape has.
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

    /// For each way to rotate or mirror a window, the weight of each place's symbol in the pattern.
    fn find_symmetries(self) -> Vec<[u32; MAX_CELLS]> {
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
            let mut weights = [0; MAX_CELLS];
            (0..self.cells()).for_each(|from| weights[from] = place(from));
            if !all.contains(&weights) {
                all.push(weights);
            }
        }
        all
    }

    /// The smallest of the images.
    pub(super) fn first_image(self, pattern: u32) -> u32 {
        self.images(pattern).min().unwrap_or(pattern)
    }

    /// The pattern rotated and mirrored in every way, including itself; may contain duplicates.
    pub(super) fn images(self, pattern: u32) -> impl Iterator<Item = u32> {
        let mut digits = [0; MAX_CELLS];
        let mut rest = pattern;
        for digit in &mut digits[..self.cells()] {
            *digit = rest % SYMBOLS;
            rest /= SYMBOLS;
        }
        self.symmetries()
            .iter()
            .map(move |weights| weights.iter().zip(&digits).map(|(weight, digit)| digit * weight).sum())
    }

    fn symmetries(self) -> &'static [[u32; MAX_CELLS]] {
        &SYMMETRIES[usize::from(self == Self::BLOCK)]
    }

    /// Calls `visit` in order for every pattern that can occur on a board, with the first of its images. A
    /// sun never touches a shadow.
    pub(super) fn each_possible(self, visit: &mut impl FnMut(u32, u32)) {
        self.fill_from(self.cells(), &mut [0; MAX_CELLS], [0; MAX_SYMMETRIES], visit);
    }

    /// The recursive part of [`Self::each_possible`]: all places from `filled` on have their symbol, and `images`
    /// are the sums for them.
    fn fill_from(
        self,
        filled: usize,
        digits: &mut [u32; MAX_CELLS],
        images: [u32; MAX_SYMMETRIES],
        visit: &mut impl FnMut(u32, u32),
    ) {
        let symmetries = self.symmetries();
        let Some(place) = filled.checked_sub(1) else {
            let first = images[..symmetries.len()].iter().min().copied().unwrap_or(images[0]);
            return visit(images[0], first);
        };
        let beside = (!filled.is_multiple_of(self.columns)).then(|| digits[filled]);
        let below = (place + self.columns < self.cells()).then(|| digits[place + self.columns]);
        for digit in 0..SYMBOLS {
            let touches =
                |other: Option<u32>| matches!((digit, other), (SUN, Some(SHADOW)) | (SHADOW, Some(SUN)));
            if touches(beside) || touches(below) {
                continue;
            }
            digits[place] = digit;
            let mut images = images;
            for (image, weights) in images.iter_mut().zip(symmetries) {
                *image += digit * weights[place];
            }
            self.fill_from(place, digits, images, visit);
        }
    }
}

/// The most cells in a window.
const MAX_CELLS: usize = 9;
/// The most ways to rotate and mirror a window.
const MAX_SYMMETRIES: usize = 8;

static SYMMETRIES: LazyLock<[Vec<[u32; MAX_CELLS]>; 2]> =
    LazyLock::new(|| [Shape::LINE.find_symmetries(), Shape::BLOCK.find_symmetries()]);

/// A window that contains a cell, and the weight of the cell's symbol in its pattern.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digit {
    pub(super) window: u16,
    pub(super) weight: u32,
}

/// All windows: first the lines, then the blocks.
pub(super) struct Windows {
    pub(super) lines: usize,
    /// For every cell, the lines and the blocks that contain it.
    of_cell: Vec<[Vec<Digit>; 2]>,
}

/// The most windows that contain one cell.
pub(super) const MAX_DIGITS: usize = 12 + 9;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_windows_are_counted_right() {
        let windows = &*WINDOWS;
        let digits = |cell| windows.lines_of(cell).len() + windows.blocks_of(cell).len();
        assert_eq!(Cell::all().map(digits).max(), Some(MAX_DIGITS));
        let last = windows.of_cell.iter().flatten().flatten().map(|digit| digit.window).max();
        assert_eq!(last.map(usize::from), Some(WINDOW_COUNT - 1));
    }

    #[test]
    fn possible_patterns_come_in_order_with_the_first_of_their_images() {
        for shape in [Shape::LINE, Shape::BLOCK] {
            let mut last = None;
            let mut firsts = 0_u64;
            shape.each_possible(&mut |pattern, first| {
                assert!(last < Some(pattern));
                last = Some(pattern);
                if pattern % 97 == 0 {
                    assert_eq!(first, shape.first_image(pattern));
                }
                firsts += u64::from(pattern == first);
            });
            assert!(firsts * shape.symmetries().len() as u64 >= shape.patterns() as u64 / 5, "{firsts}");
        }
    }
}
