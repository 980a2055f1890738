//! An incomplete turn: what is laid so far, what may follow, and what it gains.

use game::{BySeat, Steps};

use crate::board::Board;
use crate::cell::Cell;
use crate::explain::{Reasons, explain};
use crate::gains::Gains;
use crate::outcome::End;
use crate::piece::{Content, MOST_PIECES, Piece, Placement, Turn};
use crate::position::Position;
use crate::refusal::Refusal;

/// A half-laid turn of the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laying {
    before: Position,
    board: Board,
    turn: Turn,
    gains: Gains,
    end: Option<End>,
}

impl Laying {
    pub(crate) fn new(before: Position) -> Self {
        let board = before.board().clone();
        Self { before, board, turn: Turn::default(), gains: Gains::NONE, end: None }
    }

    /// The position before the turn.
    pub fn before(&self) -> &Position {
        &self.before
    }

    /// The board with the pieces laid so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces laid so far.
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// What each player gains so far.
    pub fn gains(&self) -> BySeat<u8> {
        self.gains.by_seat(self.before.players())
    }

    /// Whether the turn is legal as it lies and cannot go on.
    pub fn is_complete(&self) -> bool {
        self.end.is_some() || self.turn.len() == MOST_PIECES
    }

    /// Why the pieces laid so far gain what they gain.
    pub fn reasons(&self) -> Reasons {
        explain(&self.before, &self.turn)
    }

    /// Lays one more piece, or refuses it and changes nothing.
    pub fn lay(&mut self, placement: Placement) -> Result<(), Refusal> {
        self.check(placement)?;
        self.put(placement);
        Ok(())
    }

    fn put(&mut self, placement: Placement) {
        let Placement { piece, cell } = placement;
        let mover = self.before.mover();
        self.gains += self.board.put(piece.laid_by(mover), cell);
        self.turn.push(placement);
        self.end = (self.board.left(piece, mover) == 0).then(|| End::by_last(piece, mover));
    }

    /// Takes back the last piece laid, if there is one.
    pub fn take_back(&mut self) -> Option<Placement> {
        let last = self.turn.pop()?;
        let mut again = Self::new(self.before.clone());
        self.turn.iter().for_each(|placement| again.put(placement));
        *self = again;
        Some(last)
    }

    /// Whether the rules allow this piece next; it may still be a dead end.
    pub fn check(&self, placement: Placement) -> Result<(), Refusal> {
        let Placement { piece, cell } = placement;
        if let Some(end) = self.before.end() {
            return Err(Refusal::GameOver(end));
        }
        if let Some(end) = self.end {
            return Err(Refusal::AfterTheEnd { placement, end });
        }
        if self.is_complete() {
            return Err(Refusal::TurnFull { placement });
        }
        if self.is_opening() && self.turn.iter().any(|laid| laid.piece == piece) {
            return Err(Refusal::OpeningPiece { cell, piece });
        }
        check_cell(&self.board, piece, cell)?;
        if self.completes(piece) && !self.gains_with(placement) {
            return Err(Refusal::NoPoint { placement, seat: self.before.mover() });
        }
        Ok(())
    }

    fn is_opening(&self) -> bool {
        self.before.board().is_empty()
    }

    /// Whether the turn is complete with this piece.
    fn completes(&self, piece: Piece) -> bool {
        self.turn.len() + 1 == MOST_PIECES || self.board.left(piece, self.before.mover()) == 1
    }

    /// Whether the mover has gained a point once this piece is laid.
    fn gains_with(&self, Placement { piece, cell }: Placement) -> bool {
        let mover = self.before.mover();
        self.gains.of(mover) > 0 || self.board.gaining(piece, mover).contains(cell)
    }

    /// Why this piece is not offered next: a rule, or no legal turn begins like this.
    pub fn why_not(&self, placement: Placement) -> Option<Refusal> {
        match self.check(placement) {
            Err(refusal) => Some(refusal),
            Ok(()) => (!self.leads_on(placement)).then_some(Refusal::DeadEnd { placement }),
        }
    }

    /// What the rules allow next, dead ends included: suns, roofs, shadows, each from `A1` on.
    pub fn placeable(&self) -> Vec<Placement> {
        if self.is_opening() && self.turn.is_empty() {
            let all = |piece| Cell::all().map(move |cell| Placement { piece, cell });
            return all(Piece::Sun).chain(all(Piece::Roof)).filter(|p| self.check(*p).is_ok()).collect();
        }
        let open = |piece| self.board.open(piece).iter().map(move |cell| Placement { piece, cell });
        Piece::ALL.into_iter().flat_map(open).filter(|placement| self.check(*placement).is_ok()).collect()
    }

    /// What may be laid next such that a legal turn can still be completed: no dead ends.
    pub fn offers(&self) -> Vec<Placement> {
        let mut offers = self.placeable();
        offers.retain(|placement| self.leads_on(*placement));
        offers
    }

    /// Whether a legal turn can be completed once this allowed piece is laid.
    fn leads_on(&self, placement: Placement) -> bool {
        let mut next = self.clone();
        next.put(placement);
        next.is_complete() || next.can_complete()
    }

    /// Whether some way to go on ends in a legal turn.
    pub fn can_complete(&self) -> bool {
        // Shadows first: they gain the points, so most searches end with the first of them.
        self.placeable().into_iter().rev().any(|placement| self.leads_on(placement))
    }

    /// The position after the turn, if it is complete.
    pub fn finish(self) -> Result<Position, Refusal> {
        if let Some(end) = self.before.end() {
            return Err(Refusal::GameOver(end));
        }
        if !self.is_complete() {
            return Err(Refusal::TooFew(self.turn.len()));
        }
        let mut after = Position { board: self.board, ..self.before };
        after.close_turn(self.gains);
        Ok(after)
    }
}

/// Whether the rules of placement allow the piece on this cell of the board.
fn check_cell(board: &Board, piece: Piece, cell: Cell) -> Result<(), Refusal> {
    if let Some(content) = board.get(cell) {
        return Err(Refusal::Occupied { cell, content });
    }
    if !board.is_empty() && cell.neighbours().all(|near| board.get(near).is_none()) {
        return Err(Refusal::TouchesNothing { cell });
    }
    let beside = |content| cell.neighbours().find(|near| board.get(*near) == Some(content));
    match piece {
        Piece::Sun => match beside(Content::Shadow) {
            Some(shadow) => Err(Refusal::SunTouchesShadow { cell, shadow }),
            None => Ok(()),
        },
        Piece::Roof => Ok(()),
        Piece::Shadow => match beside(Content::Sun) {
            Some(sun) => Err(Refusal::ShadowTouchesSun { cell, sun }),
            None if !board.reach().contains(cell) => Err(Refusal::ShadowOutsideSiesta { cell }),
            None => Ok(()),
        },
    }
}

/// Single placements as steps; after a complete turn the next player moves.
impl Steps for Laying {
    fn steps(&self, visit: &mut dyn FnMut(Self)) {
        for placement in self.placeable() {
            let mut next = self.clone();
            next.put(placement);
            if next.is_complete() {
                if let Ok(after) = next.finish() {
                    visit(after.lay());
                }
            } else {
                visit(next);
            }
        }
    }

    fn count_steps(&self) -> u64 {
        self.placeable().len() as u64
    }
}
