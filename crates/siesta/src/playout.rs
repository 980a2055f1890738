//! Fast random play.

use game::Random;

use crate::board::Board;
use crate::cells::Cells;
use crate::gains::Gains;
use crate::generate::OPENINGS;
use crate::piece::{MOST_PIECES, Piece, Placement, Turn};
use crate::position::Position;

/// How often an attempt to build a random turn is repeated before all turns are listed instead.
const MAX_ATTEMPTS: usize = 16;

impl Position {
    /// Plays one random legal turn, piece by piece, and returns it; `None` if the game is over.
    ///
    /// Each piece is drawn from all placements that the rules allow at that moment, the last one from those
    /// that make the turn legal; a turn that cannot be completed is started again. Every legal turn is
    /// possible, but not all are equally likely.
    pub fn play_random(&mut self, random: &mut Random) -> Option<Turn> {
        if self.end().is_some() {
            return None;
        }
        if self.board().is_empty() {
            let turn = *random.pick(&OPENINGS)?;
            self.play_unchecked(&turn);
            return Some(turn);
        }
        for _ in 0..MAX_ATTEMPTS {
            let mut attempt =
                Attempt { board: self.board().clone(), turn: Turn::default(), gains: Gains::NONE };
            if attempt.complete(self, random) {
                self.board = attempt.board;
                self.close_turn(attempt.gains);
                return Some(attempt.turn);
            }
        }
        let turn = random.pick(&self.scored_turns())?.turn;
        self.play_unchecked(&turn);
        Some(turn)
    }
}

struct Attempt {
    board: Board,
    turn: Turn,
    gains: Gains,
}

impl Attempt {
    fn complete(&mut self, before: &Position, random: &mut Random) -> bool {
        let mover = before.mover();
        for laid in 0..MOST_PIECES {
            let completes =
                Piece::ALL.map(|piece| laid + 1 == MOST_PIECES || self.board.left(piece, mover) == 1);
            let must_score = |piece: Piece| completes[piece as usize] && self.gains.of(mover) == 0;
            let cells = Piece::ALL.map(|piece| match must_score(piece) {
                true => self.board.gaining(piece, mover),
                false => self.board.open(piece),
            });
            let drawn = draw(cells, random);
            let Some(Placement { piece, cell }) = drawn else { return false };
            self.turn = self.turn.with(laid, Placement { piece, cell });
            self.gains += self.board.put(piece.laid_by(mover), cell);
            if completes[piece as usize] {
                return true;
            }
        }
        false
    }
}

/// Any of the placements of pieces on their cells.
fn draw(cells: [Cells; 3], random: &mut Random) -> Option<Placement> {
    let counts = cells.map(Cells::len);
    let total = counts.iter().sum();
    if total == 0 {
        return None;
    }
    let mut index = random.below(total);
    for ((piece, cells), count) in Piece::ALL.into_iter().zip(cells).zip(counts) {
        if index < count {
            return cells.nth(index).map(|cell| Placement { piece, cell });
        }
        index -= count;
    }
    None
}
