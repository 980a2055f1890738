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
//! Order of the list: by the first placement, then the second, then the kind of the third: suns
//! before roofs before shadows, each from `A1` to `L12`. Of third pieces of one kind, those come first
//! whose points the second piece has not changed. Turns cut short by the end of the game come where
//! their last piece would. Opening turns are listed by their sun, and for each sun to the right, to the
//! left, down and up.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::LazyLock;

use game::{BySeat, Seat};

use crate::board::Board;
use crate::cell::{Cell, Direction};
use crate::cells::{Cells, ROW_AND_COLUMN};
use crate::gains::Gains;
use crate::piece::{MOST_PIECES, Piece, Placement, Turn};
use crate::position::Position;
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
        self.scored_turns_into(&mut turns);
        turns
    }

    /// Appends what [`Position::scored_turns`] lists.
    pub fn scored_turns_into(&self, turns: &mut Vec<ScoredTurn>) {
        self.each_turn(|turn, gains| turns.push(ScoredTurn { turn, gains }));
    }

    /// Calls the visitor for every turn that [`Position::scored_turns`] lists, with its gains.
    pub fn each_turn(&self, mut visit: impl FnMut(Turn, BySeat<u8>)) {
        if self.end().is_none() {
            let _ = find(self, |turn, gains| {
                visit(turn, gains.by_seat(self.players()));
                Continue(())
            });
        }
    }
}

/// Whether the player to move has a legal turn, while no supply has run out.
pub(crate) fn any_turn(position: &Position) -> bool {
    let board = position.board();
    if board.is_empty() {
        return true;
    }
    let mover = position.mover();
    // A piece that scores, and room for two roofs, is a turn; if a supply runs out on the way, the
    // turn is complete even sooner. Only if this fails are all turns searched.
    let room = board.open(Piece::Roof).len() >= 3;
    let scores = |piece: Piece| !board.gaining(piece, mover).is_empty();
    room && Piece::ALL.into_iter().rev().any(scores) || find(position, |_, _| Break(())).is_break()
}

fn find(position: &Position, visit: impl FnMut(Turn, Gains) -> ControlFlow<()>) -> ControlFlow<()> {
    let board = position.board();
    let mut search = Search { root: board, mover: position.mover(), visit };
    if board.is_empty() {
        let mut gains = Gains::NONE;
        gains.give(search.mover, 1);
        return OPENINGS.iter().try_for_each(|turn| (search.visit)(*turn, gains));
    }
    let mut root = Level::new(board, search.mover);
    match board.scoring() {
        Scoring::Printed => search.node::<false>(&mut root, Turn::default(), 0, Gains::NONE, Done::default()),
        Scoring::Online => search.node::<true>(&mut root, Turn::default(), 0, Gains::NONE, Done::default()),
    }
}

/// The candidates that earlier branches have used up, by the number of their piece.
type Done = [Cells; Piece::ALL.len()];

/// A board with what each single piece would gain on it.
///
/// Pieces that share no row and no column gain the same side by side as they gain alone, so most of
/// this is taken over from the level before.
struct Level {
    board: Board,
    gains: [[Gains; Cell::COUNT]; Piece::ALL.len()],
}

impl Level {
    fn new(board: &Board, mover: Seat) -> Self {
        let none = [[Gains::NONE; Cell::COUNT]; Piece::ALL.len()];
        let mut level = Self { board: board.clone(), gains: none };
        level.work_out(!Cells::NONE, mover);
        level
    }

    /// The level after one more piece.
    fn after(&self, placement: Placement, mover: Seat) -> Self {
        let mut next = Self { board: self.board.clone(), gains: self.gains };
        next.board.put(placement.piece.laid_by(mover), placement.cell);
        next.work_out(ROW_AND_COLUMN[placement.cell.index()], mover);
        next
    }

    fn work_out(&mut self, cells: Cells, mover: Seat) {
        for piece in Piece::ALL {
            let scoring = self.board.open(piece) & self.board.scoring_cells_of_anybody(piece) & cells;
            for cell in scoring.iter() {
                self.gains[piece as usize][cell.index()] = self.board.gains(piece.laid_by(mover), cell);
            }
        }
    }
}

struct Search<'p, V> {
    root: &'p Board,
    mover: Seat,
    visit: V,
}

impl<V: FnMut(Turn, Gains) -> ControlFlow<()>> Search<'_, V> {
    /// Lays the first or the second piece.
    fn node<const ONLINE: bool>(
        &mut self,
        level: &mut Level,
        turn: Turn,
        laid: usize,
        gains: Gains,
        mut done: Done,
    ) -> ControlFlow<()> {
        for piece in Piece::ALL {
            let open = level.board.open(piece);
            if level.board.left(piece, self.mover) == 1 {
                self.game_enders::<ONLINE>(&level.board, turn, laid, gains, piece)?;
                continue;
            }
            for cell in open.without(done[piece as usize]).iter() {
                let placement = Placement { piece, cell };
                let next_turn = turn.with(laid, placement);
                let next_gains = gains + level.gains[piece as usize][cell.index()];
                if laid + 2 == MOST_PIECES {
                    self.last_pieces::<ONLINE>(level, next_turn, placement, next_gains, &done)?;
                } else {
                    let mut next = level.after(placement, self.mover);
                    self.node::<ONLINE>(&mut next, next_turn, laid + 1, next_gains, done)?;
                }
                done[piece as usize].insert(cell);
            }
        }
        Continue(())
    }

    /// Visits the turns that a piece completes by ending the game.
    fn game_enders<const ONLINE: bool>(
        &mut self,
        board: &Board,
        turn: Turn,
        laid: usize,
        gains: Gains,
        piece: Piece,
    ) -> ControlFlow<()> {
        for cell in board.open(piece).iter() {
            let last = Placement { piece, cell };
            if !self.has_other_form(turn, last) {
                let gains = gains + board.gains(piece.laid_by(self.mover), cell);
                self.complete::<ONLINE>(turn.with(laid, last), gains)?;
            }
        }
        Continue(())
    }

    /// Lays the third piece: `level` is the board before the second.
    fn last_pieces<const ONLINE: bool>(
        &mut self,
        level: &mut Level,
        turn: Turn,
        second: Placement,
        gains: Gains,
        done: &Done,
    ) -> ControlFlow<()> {
        let undo = level.board.put_for_now(second.piece.laid_by(self.mover), second.cell);
        let changed = ROW_AND_COLUMN[second.cell.index()];
        let board = &level.board;
        let index = MOST_PIECES - 1;
        for piece in Piece::ALL {
            if board.left(piece, self.mover) == 1 {
                self.game_enders::<ONLINE>(board, turn, index, gains, piece)?;
                continue;
            }
            let mut open = board.open(piece).without(done[piece as usize]);
            if !ONLINE && gains.of(self.mover) == 0 {
                open = open & board.scoring_cells(piece, self.mover);
            }
            // Only where the second piece has made a difference is there anything to work out.
            let changed = changed & board.scoring_cells_of_anybody(piece);
            let known = &level.gains[piece as usize];
            open.without(changed).iter().try_for_each(|cell| {
                self.complete::<ONLINE>(
                    turn.with(index, Placement { piece, cell }),
                    gains + known[cell.index()],
                )
            })?;
            (open & changed).iter().try_for_each(|cell| {
                let gains = gains + board.gains(piece.laid_by(self.mover), cell);
                self.complete::<ONLINE>(turn.with(index, Placement { piece, cell }), gains)
            })?;
        }
        level.board.undo(&undo);
        Continue(())
    }

    /// Visits a turn that has all its pieces, if it gains a point.
    #[inline]
    fn complete<const ONLINE: bool>(&mut self, turn: Turn, gains: Gains) -> ControlFlow<()> {
        if ONLINE && order_matters(&turn) {
            return self.orders(&turn);
        }
        if gains.of(self.mover) == 0 {
            return Continue(());
        }
        (self.visit)(turn, gains)
    }

    /// Visits one order of these placements for each result that an order of them can have.
    fn orders(&mut self, turn: &Turn) -> ControlFlow<()> {
        let mut results: Vec<Gains> = Vec::new();
        for order in permutations(turn) {
            if let Some(gains) = self.lay_all(&order)
                && gains.of(self.mover) > 0
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
        let mut gains = Gains::NONE;
        let last = order.len().checked_sub(1)?;
        for (index, Placement { piece, cell }) in order.iter().enumerate() {
            let ends = board.left(piece, self.mover) == 1;
            if !board.open(piece).contains(cell) || ends && index < last {
                return None;
            }
            gains += board.put(piece.laid_by(self.mover), cell);
        }
        Some(gains)
    }

    /// Whether the turn that ends the game with this piece is also found with another piece of the
    /// same kind last, and is to be kept in that form.
    fn has_other_form(&self, turn: Turn, last: Placement) -> bool {
        let same_kind = turn.iter().filter(|other| other.piece == last.piece && other.cell > last.cell);
        same_kind.into_iter().any(|other| {
            let rest: Vec<Placement> = turn.iter().filter(|laid| *laid != other).chain([last]).collect();
            let orders = Turn::new(&rest).map_or(Vec::new(), |rest| permutations(&rest));
            orders.iter().any(|order| self.lay_all(&order.with(rest.len(), other)).is_some())
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

/// Whether the order of the placements could change their online-edition points: only shadows score
/// by what lies there when they are laid, and only their own row and column count.
fn order_matters(turn: &Turn) -> bool {
    let share = |a: Cell, b: Cell| a != b && (a.row() == b.row() || a.column() == b.column());
    let mut shadows = turn.iter().filter(|placement| placement.piece == Piece::Shadow);
    shadows.any(|shadow| turn.iter().any(|other| share(shadow.cell, other.cell)))
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
