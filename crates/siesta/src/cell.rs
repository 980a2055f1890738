//! Cells of the board.

use std::fmt;
use std::str::FromStr;

/// Rows and columns of the board.
pub const SIDE: usize = 12;

/// A cell of the board: column A–L, row 1–12, written `F5`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The number of cells.
    pub const COUNT: usize = SIDE * SIDE;

    /// The cell in this row and column, both counted from 0, if there is one.
    pub const fn new(row: usize, column: usize) -> Option<Self> {
        if row < SIDE && column < SIDE { Some(Self::from_row_and_column(row, column)) } else { None }
    }

    pub(crate) const fn from_row_and_column(row: usize, column: usize) -> Self {
        Self((row * SIDE + column) as u8)
    }

    /// Every cell: `A1`, `B1` … `L12`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The place of this cell in [`Cell::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, counted from 0 at the top.
    pub const fn row(self) -> usize {
        self.0 as usize / SIDE
    }

    /// The column, counted from 0 at the left.
    pub const fn column(self) -> usize {
        self.0 as usize % SIDE
    }

    /// The next cell in this direction, unless the board ends here.
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (row, column) = (self.row(), self.column());
        match direction {
            Direction::Up if row > 0 => Some(Self(self.0 - SIDE as u8)),
            Direction::Down if row + 1 < SIDE => Some(Self(self.0 + SIDE as u8)),
            Direction::Left if column > 0 => Some(Self(self.0 - 1)),
            Direction::Right if column + 1 < SIDE => Some(Self(self.0 + 1)),
            Direction::Up | Direction::Down | Direction::Left | Direction::Right => None,
        }
    }

    /// The two to four cells that touch this one along an edge.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        Direction::ALL.into_iter().filter_map(move |direction| self.step(direction))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column() as u8), self.row() + 1)
    }
}

/// A text that names no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a cell is a column A–L and a row 1–12, like F5")]
pub struct CellError;

impl FromStr for Cell {
    type Err = CellError;

    fn from_str(text: &str) -> Result<Self, CellError> {
        let (column, row) = match text.as_bytes() {
            [column, row @ b'1'..=b'9'] => (column, usize::from(row - b'0')),
            [column, b'1', row @ b'0'..=b'2'] => (column, 10 + usize::from(row - b'0')),
            _ => return Err(CellError),
        };
        let column = column.checked_sub(b'A').ok_or(CellError)?;
        Self::new(row - 1, column.into()).ok_or(CellError)
    }
}

/// One of the four directions of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Toward column L.
    Right,
    /// Toward column A.
    Left,
    /// Toward row 12.
    Down,
    /// Toward row 1.
    Up,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Right, Self::Left, Self::Down, Self::Up];

    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            Self::Down => Self::Up,
            Self::Up => Self::Down,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_read_as_it_is_written() {
        for cell in Cell::all() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert_eq!(Cell::all().next().map(|cell| cell.to_string()).as_deref(), Some("A1"));
        assert_eq!("F5".parse().ok(), Cell::new(4, 5));
    }

    #[test]
    fn other_texts_are_no_cells() {
        for wrong in ["", "F", "5", "F0", "F13", "M1", "f5", "F05", "F5 ", " F5", "FF5", "F1é", "@1", "F-1"]
        {
            assert_eq!(wrong.parse::<Cell>(), Err(CellError), "{wrong}");
        }
    }

    #[test]
    fn a_step_there_and_back_stays() {
        for cell in Cell::all() {
            for direction in Direction::ALL {
                if let Some(next) = cell.step(direction) {
                    assert_eq!(next.step(direction.opposite()), Some(cell));
                }
            }
        }
        assert_eq!(Cell::all().map(|cell| cell.neighbours().count()).sum::<usize>(), 4 * 11 * 12);
    }
}
