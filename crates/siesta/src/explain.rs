//! Why a turn gains what it gains.

use game::{BySeat, Seat};

use crate::board::Board;
use crate::cell::{Cell, Direction};
use crate::piece::{Content, Placement, Turn};
use crate::position::Position;
use crate::variant::Scoring;

/// A line of suns, roofs and shadows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Siesta {
    /// The way from the suns to the shadows.
    pub direction: Direction,
    /// The suns, the one beside the roofs last.
    pub suns: Vec<Cell>,
    /// The roofs, from the suns to the shadows.
    pub roofs: Vec<Cell>,
    /// The shadows, the one beside the roofs first.
    pub shadows: Vec<Cell>,
}

impl Siesta {
    /// All cells of the line, from the first sun to the last shadow.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.suns.iter().chain(&self.roofs).chain(&self.shadows).copied()
    }
}

/// A Siesta that scores in a turn because it is new or longer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiestaGain {
    /// The line as it lies after the turn.
    pub siesta: Siesta,
    /// Its shadows that were not part of it before the turn.
    pub added: Vec<Cell>,
    /// The points that it brings to each player.
    pub points: BySeat<u8>,
}

impl SiestaGain {
    /// Whether no part of it scored before.
    pub fn is_new(&self) -> bool {
        self.added.len() == self.siesta.shadows.len()
    }
}

/// A Double Siesta that scores in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoubleGain {
    /// Right for one in a row, down for one in a column.
    pub direction: Direction,
    /// Whose it is.
    pub seat: Seat,
    /// The shadows between the two ends.
    pub shadows: Vec<Cell>,
    /// All cells from sun to sun.
    pub cells: Vec<Cell>,
    /// The points that it brings.
    pub points: u8,
}

/// All that scores in a turn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reasons {
    /// Siestas that are new or longer.
    pub siestas: Vec<SiestaGain>,
    /// Double Siestas that are new.
    pub doubles: Vec<DoubleGain>,
}

/// Why these placements, laid in this order, gain what they gain.
pub(crate) fn explain(before: &Position, turn: &Turn) -> Reasons {
    let mut board = before.board().clone();
    let mut online: Vec<(Direction, Cell, u8)> = Vec::new();
    for Placement { piece, cell } in turn.iter() {
        let content = piece.laid_by(before.mover());
        board.put(content, cell);
        if content == Content::Shadow {
            for siesta in siestas(&board).into_iter().filter(|siesta| siesta.shadows.contains(&cell)) {
                online.push((siesta.direction, siesta.roofs[0], siesta.shadows.len() as u8));
            }
        }
    }
    let old = siestas(before.board());
    let gain = |siesta: Siesta| {
        let before = old.iter().find(|old| old.direction == siesta.direction && old.roofs == siesta.roofs);
        let known = |cell: &&Cell| before.is_some_and(|before| before.shadows.contains(cell));
        let added: Vec<Cell> = siesta.shadows.iter().filter(|cell| !known(cell)).copied().collect();
        let points = match board.scoring() {
            Scoring::Printed => added.len() as u8,
            Scoring::Online => {
                let this =
                    |(direction, roof, _): &&_| (siesta.direction, siesta.roofs[0]) == (*direction, *roof);
                online.iter().filter(this).map(|(_, _, points)| points).sum()
            }
        };
        let points =
            BySeat::from_fn(board.players(), |seat| if owns(&board, seat, &siesta) { points } else { 0 });
        SiestaGain { siesta, added, points }
    };
    let mut siestas: Vec<SiestaGain> = siestas(&board).into_iter().map(gain).collect();
    siestas.retain(|gain| !gain.added.is_empty());
    let old_doubles = doubles(before.board());
    let mut doubles = doubles(&board);
    doubles.retain(|double| {
        old_doubles.iter().all(|old| (old.direction, &old.shadows) != (double.direction, &double.shadows))
    });
    Reasons { siestas, doubles }
}

fn owns(board: &Board, seat: Seat, siesta: &Siesta) -> bool {
    siesta.roofs.iter().any(|cell| board.get(*cell) == Some(Content::Roof(seat)))
}

/// Every Siesta on the board: by its first sun from `A1` on, in all directions.
pub fn siestas(board: &Board) -> Vec<Siesta> {
    let run = |from: Cell, direction: Direction, same: fn(Content) -> bool| -> Vec<Cell> {
        std::iter::successors(Some(from), |cell| cell.step(direction))
            .take_while(|cell| board.get(*cell).is_some_and(same))
            .collect()
    };
    let is_sun = |content| content == Content::Sun;
    let is_roof = |content| matches!(content, Content::Roof(_));
    let is_shadow = |content| content == Content::Shadow;
    let line = |sun: Cell, direction: Direction| {
        let first = sun.step(direction.opposite()).is_none_or(|back| board.get(back) != Some(Content::Sun));
        let suns = run(sun, direction, is_sun);
        let roofs = run(suns.last()?.step(direction)?, direction, is_roof);
        let shadows = run(roofs.last()?.step(direction)?, direction, is_shadow);
        (first && !shadows.is_empty()).then_some(Siesta { direction, suns, roofs, shadows })
    };
    let suns = board.pieces().filter(|(_, content)| *content == Content::Sun);
    suns.flat_map(|(sun, _)| Direction::ALL.into_iter().filter_map(move |direction| line(sun, direction)))
        .collect()
}

/// Every Double Siesta on the board that scores for somebody.
fn doubles(board: &Board) -> Vec<DoubleGain> {
    let all = siestas(board);
    let forward = |siesta: &&Siesta| matches!(siesta.direction, Direction::Right | Direction::Down);
    let mut doubles = Vec::new();
    for one in all.iter().filter(forward) {
        let back: Vec<Cell> = one.shadows.iter().rev().copied().collect();
        let opposite = |other: &&Siesta| other.direction == one.direction.opposite() && other.shadows == back;
        let Some(other) = all.iter().find(opposite) else { continue };
        let at =
            |siesta: &Siesta| board.players().seats().filter(|seat| owns(board, *seat, siesta)).collect();
        let (here, there): (Vec<Seat>, Vec<Seat>) = (at(one), at(other));
        let both: Vec<Seat> = here.iter().filter(|seat| there.contains(seat)).copied().collect();
        let scores = match board.scoring() {
            Scoring::Printed => here.len() == 1 && there.len() == 1,
            Scoring::Online => true,
        };
        if let ([seat], true) = (&both[..], scores) {
            let end = other.roofs.iter().rev().chain(other.suns.iter().rev());
            let cells = one.cells().chain(end.copied()).collect();
            let direction = one.direction;
            doubles.push(DoubleGain {
                direction,
                seat: *seat,
                shadows: one.shadows.clone(),
                cells,
                points: 2,
            });
        }
    }
    doubles
}
