//! The learned value function: how much more a side will gain than the others in the rest of the game,
//! after a turn has been played.
//!
//! Two sides (two players, or teams) need one view of the board, that of the side that has just moved.
//! Three or four players need a view for each seat.

use std::sync::LazyLock;

use game::{Players, Seat};
use siesta::{
    Board, Cell, Cells, Content, Mode, Piece, Placement, Position, ROOFS, SHADOWS, SUNS, Team, Turn, Variant,
};

use super::windows::{Digit, MAX_DIGITS, MINE, SHADOW, SUN, Shape, THEIRS, WINDOW_COUNT, WINDOWS};

const LINES: usize = Shape::LINE.patterns();
const BLOCKS: usize = Shape::BLOCK.patterns();
const OWN_AND_OTHER_ROOFS: usize = (ROOFS as usize + 1) * (ROOFS as usize + 1);
const SUNS_AND_SHADOWS: usize = (SUNS as usize + 1) * (SHADOWS as usize + 1);

/// The tables of a view and the offset of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Layout {
    /// How many stages of the game have their own line table.
    pub(super) stages: usize,
    /// How many pieces are laid in one stage.
    pieces: usize,
    /// Whether there is a block table.
    pub(super) blocks: bool,
}

impl Layout {
    /// Variants with several views have smaller tables, because each view has its own.
    pub(super) fn of(variant: Variant) -> Self {
        match views(variant) {
            1 => Self { stages: 4, pieces: 18, blocks: true },
            _ => Self { stages: 2, pieces: 36, blocks: false },
        }
    }

    pub(super) fn stage(self, pieces: usize) -> usize {
        (pieces / self.pieces).min(self.stages - 1)
    }

    pub(super) const fn lines_at(stage: usize) -> usize {
        stage * LINES
    }

    pub(super) const fn blocks_at(self) -> usize {
        Self::lines_at(self.stages)
    }

    pub(super) const fn roofs_at(self) -> usize {
        self.blocks_at() + if self.blocks { BLOCKS } else { 0 }
    }

    const fn supply_at(self) -> usize {
        self.roofs_at() + OWN_AND_OTHER_ROOFS
    }

    /// The number of entries of a view.
    pub(super) const fn size(self) -> usize {
        self.supply_at() + SUNS_AND_SHADOWS
    }

    /// The entries for the supply of roofs and of suns and shadows, after `by` has laid this many of each piece.
    pub(super) fn supply_entries(
        self,
        mode: Mode,
        board: &Board,
        seat: Seat,
        laid: [u8; 3],
        by: Seat,
    ) -> [usize; 2] {
        let taken = |piece: Piece, seat: Seat| {
            let laid = if piece != Piece::Roof || seat == by { laid[piece as usize] } else { 0 };
            usize::from(board.left(piece, seat).saturating_sub(laid))
        };
        let roofs = |own: bool| {
            let seats = board.players().seats().filter(|other| allied(mode, *other, seat) == own);
            seats.map(|seat| taken(Piece::Roof, seat)).min().unwrap_or(0)
        };
        let roofs = roofs(true) * (usize::from(ROOFS) + 1) + roofs(false);
        let supply = taken(Piece::Sun, by) * (usize::from(SHADOWS) + 1) + taken(Piece::Shadow, by);
        [self.roofs_at() + roofs, self.supply_at() + supply]
    }
}

/// How many views of the board a variant needs.
pub(super) fn views(variant: Variant) -> usize {
    match (variant.players(), variant.mode()) {
        (Players::TWO, _) | (_, Mode::Teams) => 1,
        (players, Mode::FreeForAll) => players.count(),
    }
}

/// The tables of one variant.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Weights {
    pub(super) layout: Layout,
    pub(super) tables: Vec<Vec<f32>>,
}

impl Weights {
    /// Tables with all entries zero.
    pub(super) fn zero(variant: Variant) -> Self {
        let layout = Layout::of(variant);
        Self { layout, tables: vec![vec![0.0; layout.size()]; views(variant)] }
    }
}

/// How many turns after the mover the seat moves.
fn distance(players: Players, mover: Seat, seat: Seat) -> usize {
    (seat.index() + players.count() - mover.index()) % players.count()
}

/// Whether the two seats are on the same side.
pub(super) fn allied(mode: Mode, a: Seat, b: Seat) -> bool {
    match mode {
        Mode::FreeForAll => a == b,
        Mode::Teams => Team::of(a) == Team::of(b),
    }
}

/// The symbol of a piece in the view of the seat.
fn symbol(mode: Mode, seat: Seat, content: Content) -> u32 {
    match content {
        Content::Sun => SUN,
        Content::Shadow => SHADOW,
        Content::Roof(owner) if allied(mode, owner, seat) => MINE,
        Content::Roof(_) => THEIRS,
    }
}

/// The patterns of all windows, as indices into the tables of a view.
pub(super) fn patterns(mode: Mode, board: &Board, seat: Seat) -> [u32; WINDOW_COUNT] {
    let windows = &*WINDOWS;
    let mut patterns = [0; WINDOW_COUNT];
    for (cell, content) in board.pieces() {
        let symbol = symbol(mode, seat, content);
        for digit in windows.lines_of(cell).iter().chain(windows.blocks_of(cell)) {
            patterns[usize::from(digit.window)] += symbol * digit.weight;
        }
    }
    patterns
}

/// One seat's view of a board on which a turn is tried.
struct View<'w> {
    lines: &'w [f32],
    /// Empty where there is no such table.
    blocks: &'w [f32],
    /// The value of the supply, indexed by how many suns and roofs the turn lays.
    supply: [[f32; 4]; 4],
    /// The symbols of the mover's pieces in this view.
    symbols: [u32; 3],
    patterns: [u32; WINDOW_COUNT],
    values: [f32; WINDOW_COUNT],
    sum: f32,
    /// A cache of what a single piece adds after the first piece of a turn is laid; NaN where not computed yet.
    adds: [[f32; Cell::COUNT]; 3],
}

/// The state of a view before a piece was laid, to restore it.
#[derive(Clone, Copy)]
struct Undo {
    values: [f32; MAX_DIGITS],
    sum: f32,
}

impl<'w> View<'w> {
    fn new(weights: &'w Weights, position: &Position, seat: Seat) -> Self {
        let (board, mover, mode) = (position.board(), position.mover(), position.variant().mode());
        let players = board.players();
        let view = if weights.tables.len() == 1 { 0 } else { distance(players, mover, seat) };
        let table = &weights.tables[view];
        let layout = weights.layout;
        let stage = layout.stage(board.occupied().len() as usize + 3);
        let lines = &table[Layout::lines_at(stage)..][..LINES];
        let blocks = &table[layout.blocks_at()..layout.roofs_at()];
        let patterns = patterns(mode, board, seat);
        let mut values = [0.0; WINDOW_COUNT];
        for (window, value) in values.iter_mut().enumerate() {
            let table = if window < WINDOWS.lines { lines } else { blocks };
            *value = table.get(patterns[window] as usize).copied().unwrap_or(0.0);
        }
        let mut supply = [[0.0; 4]; 4];
        for (suns, by_roofs) in supply.iter_mut().enumerate() {
            for (roofs, value) in by_roofs.iter_mut().enumerate().take(4 - suns) {
                let laid = [suns as u8, roofs as u8, (3 - suns - roofs) as u8];
                *value = layout
                    .supply_entries(mode, board, seat, laid, mover)
                    .map(|entry| table[entry])
                    .iter()
                    .sum();
            }
        }
        let symbols = Piece::ALL.map(|piece| symbol(mode, seat, piece.laid_by(mover)));
        let (sum, adds) = (values.iter().sum(), [[f32::NAN; Cell::COUNT]; 3]);
        Self { lines, blocks, supply, symbols, patterns, values, sum, adds }
    }

    /// The block windows that contain the cell; none if the view has no block table.
    fn blocks_of(&self, cell: Cell) -> &'static [Digit] {
        if self.blocks.is_empty() { &[] } else { WINDOWS.blocks_of(cell) }
    }

    fn put(&mut self, Placement { piece, cell }: Placement) -> Undo {
        let mut undo = Undo { values: [0.0; MAX_DIGITS], sum: self.sum };
        let symbol = self.symbols[piece as usize];
        let digits = WINDOWS.lines_of(cell).iter().map(|digit| (self.lines, digit));
        let digits = digits.chain(self.blocks_of(cell).iter().map(|digit| (self.blocks, digit)));
        for ((table, digit), old) in digits.zip(&mut undo.values) {
            let window = usize::from(digit.window);
            self.patterns[window] += symbol * digit.weight;
            let value = table[self.patterns[window] as usize];
            *old = std::mem::replace(&mut self.values[window], value);
            self.sum += value - *old;
        }
        undo
    }

    fn take(&mut self, Placement { piece, cell }: Placement, undo: &Undo) {
        let symbol = self.symbols[piece as usize];
        let digits = WINDOWS.lines_of(cell).iter().chain(self.blocks_of(cell));
        for (digit, old) in digits.zip(&undo.values) {
            let window = usize::from(digit.window);
            self.patterns[window] -= symbol * digit.weight;
            self.values[window] = *old;
        }
        self.sum = undo.sum;
    }

    /// What one more piece adds to the sum.
    #[inline]
    fn adds(&self, Placement { piece, cell }: Placement) -> f32 {
        let symbol = self.symbols[piece as usize];
        let mut sum = 0.0;
        for (table, digits) in [(self.lines, WINDOWS.lines_of(cell)), (self.blocks, self.blocks_of(cell))] {
            for digit in digits {
                let window = usize::from(digit.window);
                sum += table[(self.patterns[window] + symbol * digit.weight) as usize] - self.values[window];
            }
        }
        sum
    }

    /// The same for a piece that shares no window with the second piece of the turn, so that the result does not
    /// depend on whether the second piece is laid.
    #[inline]
    fn adds_to_first(&mut self, placement: Placement) -> f32 {
        let known = self.adds[placement.piece as usize][placement.cell.index()];
        if known.is_nan() {
            let adds = self.adds(placement);
            self.adds[placement.piece as usize][placement.cell.index()] = adds;
            return adds;
        }
        known
    }
}

/// Computes the value of turns in one position. It is fastest when turns with the same first pieces come in a
/// row, because it keeps the first pieces laid.
pub(super) struct Scan<'w> {
    views: Vec<View<'w>>,
    /// The first piece of the last turn; it is still laid.
    first: Option<Placement>,
    /// The second piece of the last turn, if it had to be laid.
    second: Option<Placement>,
    undos: [Vec<Undo>; 2],
    /// Whether the turn ends the game, indexed by how many suns and roofs it lays.
    over: [[bool; 4]; 4],
}

impl<'w> Scan<'w> {
    /// A scan for the turns of the player to move.
    pub(super) fn new(weights: &'w Weights, position: &Position) -> Self {
        let mover = position.mover();
        let seats = position.players().seats().cycle().skip(mover.index());
        let views = seats.take(weights.tables.len()).map(|seat| View::new(weights, position, seat)).collect();
        let left = Piece::ALL.map(|piece| usize::from(position.board().left(piece, mover)));
        let mut over = [[false; 4]; 4];
        for (suns, by_roofs) in over.iter_mut().enumerate() {
            for (roofs, over) in by_roofs.iter_mut().enumerate().take(4 - suns) {
                *over =
                    left.into_iter().zip([suns, roofs, 3 - suns - roofs]).any(|(left, laid)| left <= laid);
            }
        }
        Self { views, first: None, second: None, undos: [Vec::new(), Vec::new()], over }
    }

    /// The value for each view after this turn, the mover's first.
    #[inline]
    pub(super) fn values(&mut self, turn: &Turn, values: &mut [f32; Seat::MAX]) {
        let mut placements = turn.iter();
        let (Some(first), Some(second), Some(third)) =
            (placements.next(), placements.next(), placements.next())
        else {
            // Only a turn that ends the game has fewer than three pieces, and then no more points follow.
            values.fill(0.0);
            return;
        };
        let count =
            |piece| [first, second, third].iter().filter(|placement| placement.piece == piece).count();
        let (suns, roofs) = (count(Piece::Sun), count(Piece::Roof));
        if self.over[suns][roofs] {
            values.fill(0.0);
            return;
        }
        self.begin(first, second);
        let apart = !NEAR[second.cell.index()].contains(third.cell);
        if !apart && self.second.is_none() {
            self.undos[1].clear();
            for view in &mut self.views {
                // Fill the cache before the piece is laid: later turns may need it while it is.
                view.adds_to_first(second);
                self.undos[1].push(view.put(second));
            }
            self.second = Some(second);
        }
        for (view, value) in self.views.iter_mut().zip(values) {
            let adds = match (apart, self.second) {
                (false, _) => view.adds(third),
                (true, Some(_)) => view.adds_to_first(third),
                (true, None) => view.adds_to_first(second) + view.adds_to_first(third),
            };
            *value = view.sum + adds + view.supply[suns][roofs];
        }
    }

    /// Lays the first piece unless it is laid already, and removes the last turn's second piece if it differs.
    #[inline]
    fn begin(&mut self, first: Placement, second: Placement) {
        let same = self.first == Some(first);
        if let Some(laid) = self.second.take_if(|laid| !same || *laid != second) {
            for (view, undo) in self.views.iter_mut().zip(&self.undos[1]) {
                view.take(laid, undo);
            }
        }
        if same {
            return;
        }
        if let Some(laid) = self.first.replace(first) {
            for (view, undo) in self.views.iter_mut().zip(&self.undos[0]) {
                view.take(laid, undo);
            }
        }
        self.undos[0].clear();
        for view in &mut self.views {
            view.adds = [[f32::NAN; Cell::COUNT]; 3];
            self.undos[0].push(view.put(first));
        }
    }
}

/// For every cell, the cells that share a window with it.
static NEAR: LazyLock<Vec<Cells>> = LazyLock::new(|| {
    let shared = |a: Cell, b: Cell| {
        let windows = |cell| WINDOWS.lines_of(cell).iter().chain(WINDOWS.blocks_of(cell));
        windows(a).any(|of_a| windows(b).any(|of_b| of_a.window == of_b.window))
    };
    let near = |cell: Cell| {
        let mut near = Cells::NONE;
        Cell::all().filter(|other| shared(cell, *other)).for_each(|other| near.insert(other));
        near
    };
    Cell::all().map(near).collect()
});

#[cfg(test)]
mod tests {
    use game::Random;
    use siesta::Scoring;

    use super::*;

    /// Tables with pseudo-random entries.
    fn scrambled(variant: Variant) -> Weights {
        let mut weights = Weights::zero(variant);
        for (view, table) in weights.tables.iter_mut().enumerate() {
            for (entry, value) in table.iter_mut().enumerate() {
                *value = (game::mix((view << 32 | entry) as u64) % 1000) as f32 / 1000.0;
            }
        }
        weights
    }

    /// The value of the position for the seat, computed from scratch.
    fn from_scratch(weights: &Weights, after: &Position, mover: Seat, seat: Seat) -> f32 {
        if after.end().is_some() {
            return 0.0;
        }
        let (board, mode) = (after.board(), after.variant().mode());
        let view = if weights.tables.len() == 1 { 0 } else { distance(after.players(), mover, seat) };
        let table = &weights.tables[view];
        let layout = weights.layout;
        let at = |window| {
            let stage = layout.stage(board.occupied().len() as usize);
            if window < WINDOWS.lines { Layout::lines_at(stage) } else { layout.blocks_at() }
        };
        let windows = patterns(mode, board, seat).into_iter().enumerate();
        let windows = windows.filter(|(window, _)| *window < WINDOWS.lines || layout.blocks);
        let windows: f32 = windows.map(|(window, pattern)| table[at(window) + pattern as usize]).sum();
        let supply = layout.supply_entries(mode, board, seat, [0; 3], seat);
        let supply: f32 = supply.map(|entry| table[entry]).iter().sum();
        windows + supply
    }

    #[test]
    fn a_value_is_the_same_step_by_step_and_from_scratch() {
        let mut random = Random::new(3);
        for variant in Variant::all().filter(|variant| variant.scoring() == Scoring::Printed) {
            let weights = scrambled(variant);
            let mut position = Position::start(variant);
            while position.end().is_none() {
                let mut scan = Scan::new(&weights, &position);
                let mover = position.mover();
                for (index, scored) in position.scored_turns().into_iter().enumerate() {
                    let mut values = [0.0; Seat::MAX];
                    scan.values(&scored.turn, &mut values);
                    if index % 7 != 0 {
                        continue;
                    }
                    let mut after = position.clone();
                    after.play_unchecked(&scored.turn);
                    // The value function ignores that a player without a legal turn also ends the game.
                    if matches!(after.end(), Some(siesta::End::Stuck(_))) {
                        continue;
                    }
                    for (place, value) in values.iter().enumerate().take(weights.tables.len()) {
                        let seat = Seat::ALL[(mover.index() + place) % position.players().count()];
                        let wanted = from_scratch(&weights, &after, mover, seat);
                        assert!((value - wanted).abs() < 0.01, "{variant}, {position}, {}", scored.turn);
                    }
                }
                for _ in 0..3 {
                    position.play_random(&mut random);
                }
            }
        }
    }
}
