//! Every distinct legal turn, each exactly once.
//!
//! A set of placements is a turn if they can be laid in some order. Whatever may be laid stays
//! possible while others are laid, unless the two can never be together (the same cell, a sun beside
//! a shadow). So each set is found once by the usual trick: at each step take the candidates in a
//! fixed order, and let no later branch of the same step use an earlier candidate again.
//!
//! A piece that ends the game is the exception: it comes last in every order, so it is tried at
//! every step without regard to the order of candidates. Where that could give a set twice (the last
//! two pieces of one kind in one turn), only one of its forms is kept.
//!
//! Order of the list: by the first placement, then the second, then the third: suns before roofs
//! before shadows, each from `A1` to `L12`; turns cut short by the end of the game come where their
//! last piece would.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::LazyLock;

use game::{BySeat, Seat};

use crate::board::{Board, Gains};
use crate::cell::{Cell, Direction};
use crate::cells::Cells;
use crate::laying::by_seat;
use crate::piece::{MOST_PIECES, Piece, Placement, Turn};
use crate::position::{Position, add};
use crate::variant::Scoring;

/// A legal turn with what it gains for each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredTurn {
    /// The turn in one of its legal orders.
    pub turn: Turn,
    /// The points that each player gains.
    pub gains: BySeat<u8>,
}

impl Position {
    /// Every distinct legal turn with its gains, in the order that the module documents.
    ///
    /// Two orders that lead to the same position are one turn. Under online-edition scoring the
    /// order can change the points: then the same pieces are listed once for each result.
    pub fn scored_turns(&self) -> Vec<ScoredTurn> {
        let mut turns = Vec::new();
        self.each_turn(|turn, gains| turns.push(ScoredTurn { turn, gains: by_seat(gains, self) }));
        turns
    }

    /// Calls the visitor for every distinct legal turn.
    pub(crate) fn each_turn(&self, mut visit: impl FnMut(Turn, Gains)) {
        let _ = find(self, |turn, gains| {
            visit(turn, gains);
            Continue(())
        });
    }
}

/// Whether the player to move has a legal turn.
pub(crate) fn any_turn(position: &Position) -> bool {
    let board = position.board();
    if board.is_empty() {
        return true;
    }
    let mover = position.mover();
    // A shadow that scores, and room for two roofs, is a turn; if a supply runs out on the way, the
    // turn is complete even sooner. Only where this fails is a thorough look needed.
    let room = board.open(Piece::Roof).len() >= 3;
    let scores = |cell| board.gains(Piece::Shadow.laid_by(mover), cell)[mover.index()] > 0;
    room && board.open(Piece::Shadow).iter().any(scores) || find(position, |_, _| Break(())).is_break()
}

fn find(position: &Position, visit: impl FnMut(Turn, Gains) -> ControlFlow<()>) -> ControlFlow<()> {
    if position.end().is_some() {
        return Continue(());
    }
    let board = position.board();
    let mut search = Search { root: board, mover: position.mover(), visit };
    if board.is_empty() {
        let mut gains = Gains::default();
        gains[search.mover.index()] = 1;
        return OPENINGS.iter().try_for_each(|turn| (search.visit)(*turn, gains));
    }
    match board.scoring() {
        Scoring::Printed => {
            search.node::<false>(board, Turn::default(), 0, Gains::default(), [Cells::NONE; 3])
        }
        Scoring::Online => search.node::<true>(board, Turn::default(), 0, Gains::default(), [Cells::NONE; 3]),
    }
}

struct Search<'p, V> {
    root: &'p Board,
    mover: Seat,
    visit: V,
}

impl<V: FnMut(Turn, Gains) -> ControlFlow<()>> Search<'_, V> {
    /// Goes on from a turn with fewer than three pieces; `done` are the candidates that earlier
    /// branches have used up.
    fn node<const ONLINE: bool>(
        &mut self,
        board: &Board,
        turn: Turn,
        laid: usize,
        gains: Gains,
        mut done: [Cells; 3],
    ) -> ControlFlow<()> {
        for (piece, done_index) in Piece::ALL.into_iter().zip(0..) {
            let open = board.open(piece);
            if board.left(piece, self.mover) == 1 {
                for cell in open.iter() {
                    if !self.has_other_form(turn, Placement { piece, cell }) {
                        self.leaf::<ONLINE>(board, turn, laid, gains, Placement { piece, cell })?;
                    }
                }
                continue;
            }
            let cells = open.without(done[done_index]);
            if laid + 1 == MOST_PIECES {
                for cell in cells.iter() {
                    self.leaf::<ONLINE>(board, turn, laid, gains, Placement { piece, cell })?;
                }
                continue;
            }
            for cell in cells.iter() {
                let mut next = board.clone();
                let mut next_gains = gains;
                add(&mut next_gains, next.put(piece.laid_by(self.mover), cell));
                let next_turn = turn.with(laid, Placement { piece, cell });
                self.node::<ONLINE>(&next, next_turn, laid + 1, next_gains, done)?;
                done[done_index].insert(cell);
            }
        }
        Continue(())
    }

    /// Visits the turn that this placement completes, if it gains a point.
    #[inline]
    fn leaf<const ONLINE: bool>(
        &mut self,
        board: &Board,
        turn: Turn,
        laid: usize,
        mut gains: Gains,
        last: Placement,
    ) -> ControlFlow<()> {
        let whole = turn.with(laid, last);
        if ONLINE && share_a_line(&whole) {
            return self.orders(&whole);
        }
        add(&mut gains, board.gains(last.piece.laid_by(self.mover), last.cell));
        if gains[self.mover.index()] == 0 {
            return Continue(());
        }
        (self.visit)(whole, gains)
    }

    /// Visits one order of these placements for each result that an order of them can have.
    fn orders(&mut self, turn: &Turn) -> ControlFlow<()> {
        let mut results: Vec<Gains> = Vec::new();
        for order in permutations(turn) {
            if let Some(gains) = self.lay_all(&order)
                && gains[self.mover.index()] > 0
                && !results.contains(&gains)
            {
                results.push(gains);
                (self.visit)(order, gains)?;
            }
        }
        Continue(())
    }

    /// What these placements gain in this order, if the rules of placement allow it and the game does
    /// not end before the last of them.
    fn lay_all(&self, order: &Turn) -> Option<Gains> {
        let mut board = self.root.clone();
        let mut gains = Gains::default();
        let last = order.len().checked_sub(1)?;
        for (index, Placement { piece, cell }) in order.iter().enumerate() {
            let ends = board.left(piece, self.mover) == 1;
            if !board.open(piece).contains(cell) || ends && index < last {
                return None;
            }
            add(&mut gains, board.put(piece.laid_by(self.mover), cell));
        }
        Some(gains)
    }

    /// Whether the turn that ends the game with this piece is also found with another piece of the
    /// same kind last, and is to be kept in that form.
    fn has_other_form(&self, turn: Turn, last: Placement) -> bool {
        turn.iter().any(|other| {
            let rest: Vec<Placement> = turn.iter().filter(|laid| *laid != other).chain([last]).collect();
            let orders = Turn::new(&rest).into_iter().flat_map(|rest| permutations(&rest));
            let ends_with_other = |order: Turn| self.lay_all(&order.with(rest.len(), other)).is_some();
            other.piece == last.piece && other.cell > last.cell && orders.into_iter().any(ends_with_other)
        })
    }
}

/// All orders of the placements, the given one first.
fn permutations(turn: &Turn) -> Vec<Turn> {
    let placements: Vec<Placement> = turn.iter().collect();
    let orders: &[&[usize]] = match placements.len() {
        0 | 1 => &[&[0]],
        2 => &[&[0, 1], &[1, 0]],
        _ => &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
    };
    let order = |order: &&[usize]| {
        order.iter().filter_map(|index| placements.get(*index)).copied().collect::<Vec<_>>()
    };
    orders.iter().map(order).filter_map(|placements| Turn::new(&placements)).collect()
}

fn share_a_line(turn: &Turn) -> bool {
    let share = |a: Cell, b: Cell| a.row() == b.row() || a.column() == b.column();
    turn.iter()
        .enumerate()
        .any(|(index, one)| turn.iter().skip(index + 1).any(|two| share(one.cell, two.cell)))
}

/// The opening turns: from each sun, in each of the four directions.
pub(crate) static OPENINGS: LazyLock<Vec<Turn>> = LazyLock::new(|| {
    let line = |sun: Cell, direction| {
        let roof = sun.step(direction)?;
        let shadow = roof.step(direction)?;
        Some(Turn::of_three(
            Placement { piece: Piece::Sun, cell: sun },
            Placement { piece: Piece::Roof, cell: roof },
            Placement { piece: Piece::Shadow, cell: shadow },
        ))
    };
    Cell::all().flat_map(|sun| Direction::ALL.into_iter().filter_map(move |way| line(sun, way))).collect()
});
