//! The board in the terminal.

use std::fmt;

use siesta::{Board, Cell, Cells, SIDE};

use crate::games::siesta::words::style;
use crate::style::{FAINT, STRONG, Styled};

/// A board with some cells marked.
pub(crate) struct Drawing<'b> {
    board: &'b Board,
    /// Highlighted pieces: the last turn, or the one being laid.
    strong: Cells,
    /// Empty cells that are marked as possible.
    offered: Cells,
}

impl<'b> Drawing<'b> {
    pub(crate) fn of(board: &'b Board) -> Self {
        Self { board, strong: Cells::NONE, offered: Cells::NONE }
    }

    pub(crate) fn with_strong(self, cells: impl Iterator<Item = Cell>) -> Self {
        Self { strong: cells.collect(), ..self }
    }

    pub(crate) fn with_offered(self, cells: impl Iterator<Item = Cell>) -> Self {
        Self { offered: cells.collect(), ..self }
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = (0..SIDE)
            .filter_map(|column| Cell::new(0, column))
            .fold(String::new(), |text, cell| text + "  " + &cell.to_string()[..1]);
        writeln!(f, "   {}", Styled(FAINT, &letters))?;
        for row in 0..SIDE {
            write!(f, "{} ", Styled(FAINT, format!("{:>3}", row + 1)))?;
            for cell in (0..SIDE).filter_map(|column| Cell::new(row, column)) {
                let (open, close) = if self.strong.contains(cell) { ("[", "]") } else { (" ", " ") };
                write!(f, "{open}")?;
                match self.board.get(cell) {
                    Some(content) => write!(f, "{}", Styled(style(content), content.sign()))?,
                    None if self.offered.contains(cell) => write!(f, "{}", Styled(STRONG, '+'))?,
                    None => write!(f, "{}", Styled(FAINT, '·'))?,
                }
                write!(f, "{close}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
