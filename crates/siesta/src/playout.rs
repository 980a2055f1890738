//! Random play, fast.

use game::Random;

use crate::board::{Board, Gains};
use crate::generate::OPENINGS;
use crate::piece::{MOST_PIECES, Piece, Placement, Turn};
use crate::position::{Position, add};

/// How often a turn is begun anew before all turns are listed instead.
const ATTEMPTS: usize = 16;
/// How often a last piece is drawn before all of them are looked at.
const DRAWS: usize = 8;

impl Position {
    /// Plays one random legal turn, piece by piece, and tells which; nothing if the game is over.
    ///
    /// Each piece is drawn from all that the rules of placement allow at its moment, the last one
    /// from those that make the turn legal; a turn that cannot be completed is begun anew. Every
    /// legal turn can come, though not all are equally likely.
    pub fn play_random(&mut self, random: &mut Random) -> Option<Turn> {
        if self.end().is_some() {
            return None;
        }
        if self.board().is_empty() {
            let turn = *random.pick(&OPENINGS)?;
            self.play_unchecked(&turn);
            return Some(turn);
        }
        for _ in 0..ATTEMPTS {
            let mut attempt =
                Attempt { board: self.board().clone(), turn: Turn::default(), gains: Gains::default() };
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
            let open = Piece::ALL.map(|piece| self.board.open(piece));
            let counts = open.map(super::cells::Cells::len);
            let total = counts.iter().sum();
            let nth = |mut index: u32| {
                for ((piece, cells), count) in Piece::ALL.into_iter().zip(open).zip(counts) {
                    if index < count {
                        return cells.nth(index).map(|cell| Placement { piece, cell });
                    }
                    index -= count;
                }
                None
            };
            let last = |piece| laid + 1 == MOST_PIECES || self.board.left(piece, mover) == 1;
            let gains = |Placement { piece, cell }: Placement| {
                self.gains[mover.index()] > 0
                    || self.board.gains(piece.laid_by(mover), cell)[mover.index()] > 0
            };
            let fits = |placement: &Placement| !last(placement.piece) || gains(*placement);
            let drawn = if total == 0 {
                None
            } else {
                (0..DRAWS).filter_map(|_| nth(random.below(total))).find(fits)
            };
            let drawn = drawn.or_else(|| {
                let all: Vec<Placement> = (0..total).filter_map(nth).filter(fits).collect();
                random.pick(&all).copied()
            });
            let Some(placement) = drawn else { return false };
            let ends = last(placement.piece);
            self.turn = self.turn.with(laid, placement);
            let more = self.board.put(placement.piece.laid_by(mover), placement.cell);
            add(&mut self.gains, more);
            if ends {
                return true;
            }
        }
        false
    }
}
