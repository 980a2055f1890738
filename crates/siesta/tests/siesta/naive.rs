//! A deliberately naive Siesta, written from the rules text alone, to check a fast engine against.
//!
//! Nothing that could be counted again is kept between moves: every question is answered by looping over
//! all cells and directions of a plain grid of characters.

use std::collections::{BTreeMap, BTreeSet};

const SIZE: usize = 12;
const SUNS: usize = 25;
const SHADOWS: usize = 75;
const ROOFS: usize = 15;
const DIRECTIONS: [Step; 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The board as a person would draw it: '.' empty, '*' sun, '#' shadow, 'a' to 'd' roofs.
pub(crate) type Grid = [[char; SIZE]; SIZE];

/// One piece put down: kind ('*', '^' for a roof of the mover, '#'), row 0..12, column 0..12.
pub(crate) type Placement = (char, usize, usize);

type Cell = (usize, usize); // row, column
type Step = (i32, i32); // rows down, columns right

/// Which of the two ways of counting points is played; they differ too much to share a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub(crate) enum Scoring {
    /// One point per newly owned shade; the score is a function of the board alone.
    Printed,
    /// A new shadow scores its whole run again; the score depends on the order of play.
    Online,
}

/// A position between turns, which is all that the notation can express.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Game {
    /// The pieces on the board.
    pub(crate) grid: Grid,
    /// How many seats play, 2 to 4.
    pub(crate) players: usize,
    /// The seat to move, 0 for 'a'.
    pub(crate) mover: usize,
    /// Complete turns played; 0 means that the opening turn comes next.
    pub(crate) turns: usize,
    /// Which scoring the scores follow.
    pub(crate) scoring: Scoring,
    /// Points of each seat.
    pub(crate) scores: Vec<u32>,
}

/// A turn in progress: every piece is checked on the board as it is at that moment.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct HalfTurn {
    /// The position before the turn, to measure what the turn gained.
    pub(crate) game: Game,
    /// The board with the pieces of this turn on it.
    pub(crate) grid: Grid,
    /// The pieces of this turn, in order.
    pub(crate) laid: Vec<Placement>,
    /// Points that this turn has given to each seat so far.
    pub(crate) gains: Vec<u32>,
}

/// Writes a placement as people read it, such as `*F5`.
pub(crate) fn text((kind, row, column): Placement) -> String {
    format!("{kind}{}{}", (b'A' + column as u8) as char, row + 1)
}

/// Reads what `text` writes; panics on anything else, because a broken test should stop at once.
pub(crate) fn parse(text: &str) -> Placement {
    let mut letters = text.chars();
    let kind = letters.next().expect("a kind");
    let column = letters.next().expect("a column letter");
    let row: usize = letters.as_str().parse().expect("a row number");
    assert!(['*', '^', '#'].contains(&kind), "kind in {text}");
    assert!(('A'..='L').contains(&column), "column in {text}");
    assert!((1..=SIZE).contains(&row), "row in {text}");
    (kind, row - 1, column as usize - 'A' as usize)
}

/// The printed score of each seat, counted from the board alone so that nothing can drift.
pub(crate) fn recount(grid: &Grid, players: usize) -> Vec<u32> {
    let mut points = vec![0; players];
    for cell in cells() {
        for direction in DIRECTIONS {
            for owner in siesta_roofs(grid, cell, direction).unwrap_or_default() {
                points[owner] += 1;
            }
        }
    }
    for (_, _, winner) in doubles(grid, Scoring::Printed) {
        points[winner] += 2;
    }
    points
}

/// All cells, row by row.
fn cells() -> impl Iterator<Item = Cell> {
    (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column)))
}

/// What lies `steps` away from a cell in a direction; a space means outside the board.
fn look(grid: &Grid, cell: Cell, direction: Step, steps: i32) -> char {
    let row = cell.0 as i32 + steps * direction.0;
    let column = cell.1 as i32 + steps * direction.1;
    let inside = 0..SIZE as i32;
    if inside.contains(&row) && inside.contains(&column) { grid[row as usize][column as usize] } else { ' ' }
}

/// How many shadows lie in a row from a cell onward, the cell itself included.
fn shadows(grid: &Grid, cell: Cell, direction: Step) -> i32 {
    let mut steps = 0;
    while look(grid, cell, direction, steps) == '#' {
        steps += 1;
    }
    steps
}

/// Looks from a shadow toward its sun: the rest of the shadow run, at least one roof, a sun.
/// Gives the seats with a roof in that Siesta, or None if there is no Siesta that way.
fn siesta_roofs(grid: &Grid, cell: Cell, direction: Step) -> Option<BTreeSet<usize>> {
    let shadows = shadows(grid, cell, direction);
    let mut steps = shadows;
    let mut owners = BTreeSet::new();
    while let roof @ 'a'..='d' = look(grid, cell, direction, steps) {
        owners.insert(roof as usize - 'a' as usize);
        steps += 1;
    }
    let sun = look(grid, cell, direction, steps) == '*';
    (shadows > 0 && !owners.is_empty() && sun).then_some(owners)
}

/// Every Double Siesta that pays, as (first cell of the run, direction along the run, winner).
fn doubles(grid: &Grid, scoring: Scoring) -> BTreeSet<(Cell, Step, usize)> {
    let mut found = BTreeSet::new();
    for cell in cells() {
        for (forward, back) in [((0, 1), (0, -1)), ((1, 0), (-1, 0))] {
            let first_of_run = look(grid, cell, back, 1) != '#';
            let one_end = siesta_roofs(grid, cell, back);
            let other_end = siesta_roofs(grid, cell, forward);
            if let (true, Some(one), Some(other)) = (first_of_run, one_end, other_end) {
                let candidates: Vec<usize> = match scoring {
                    // All roofs of both ends must be one player's.
                    Scoring::Printed => one.union(&other).copied().collect(),
                    // One player only may stand at both ends; others may stand at one end.
                    Scoring::Online => one.intersection(&other).copied().collect(),
                };
                if let [winner] = candidates[..] {
                    found.insert((cell, forward, winner));
                }
            }
        }
    }
    found
}

fn count(grid: &Grid, piece: char) -> usize {
    let pieces = grid.iter().flatten();
    pieces.filter(|&&found| found == piece).count()
}

fn letter(seat: usize) -> char {
    (b'a' + seat as u8) as char
}

/// Whether the last sun, the last shadow or the last roof of some player lies on the board.
fn supply_out(grid: &Grid, players: usize) -> bool {
    count(grid, '*') >= SUNS
        || count(grid, '#') >= SHADOWS
        || (0..players).any(|seat| count(grid, letter(seat)) >= ROOFS)
}

impl Game {
    /// The empty board, seat a to make the opening turn.
    pub(crate) fn start(players: usize, scoring: Scoring) -> Game {
        assert!((2..=4).contains(&players), "2 to 4 players");
        Game { grid: [['.'; SIZE]; SIZE], players, mover: 0, turns: 0, scoring, scores: vec![0; players] }
    }

    /// Reads a position text. Broken text panics; whether the position could arise is not checked,
    /// so that tests may use made-up boards. A scores field means online scoring.
    pub(crate) fn from_text(text: &str) -> Game {
        let fields: Vec<&str> = text.split(' ').collect();
        assert!(fields.len() == 4 || fields.len() == 5, "fields in {text}");
        let players: usize = fields[1].parse().expect("number of players");
        let mut game = Game::start(players, Scoring::Printed);
        let seats: Vec<String> = (0..players).map(|s| letter(s).to_string()).collect();
        let mover = seats.iter().position(|seat| seat == fields[2]);
        game.mover = mover.expect("seat to move");
        game.turns = fields[3].parse().expect("turns played");
        let rows: Vec<&str> = fields[0].split('/').collect();
        assert_eq!(rows.len(), SIZE, "rows in {text}");
        for (row, row_text) in rows.iter().enumerate() {
            // Longest numbers first, so that 12 is not read as 1 and 2.
            let mut drawn = row_text.to_string();
            for run in (1..=SIZE).rev() {
                drawn = drawn.replace(&run.to_string(), &".".repeat(run));
            }
            assert_eq!(drawn.chars().count(), SIZE, "width of row {row_text}");
            for (column, piece) in drawn.chars().enumerate() {
                let roof = (0..players).any(|seat| piece == letter(seat));
                assert!(roof || ".*#".contains(piece), "{piece} in row {row_text}");
                game.grid[row][column] = piece;
            }
        }
        if let Some(scores) = fields.get(4) {
            game.scoring = Scoring::Online;
            let numbers = scores.split(',').map(|s| s.parse().expect("a score"));
            game.scores = numbers.collect();
            assert_eq!(game.scores.len(), players, "number of scores in {text}");
        } else {
            game.scores = recount(&game.grid, players);
        }
        game
    }

    /// Writes the position text, so that positions can be compared and handed to another engine.
    pub(crate) fn to_text(&self) -> String {
        let mut rows = Vec::new();
        for row in self.grid {
            let mut row_text: String = row.iter().collect();
            // Longest runs first, so that each number stands for a whole run.
            for run in (1..=SIZE).rev() {
                row_text = row_text.replace(&".".repeat(run), &run.to_string());
            }
            rows.push(row_text);
        }
        let (players, mover, turns) = (self.players, letter(self.mover), self.turns);
        let mut text = format!("{} {players} {mover} {turns}", rows.join("/"));
        if self.scoring == Scoring::Online {
            let scores: Vec<String> = self.scores.iter().map(u32::to_string).collect();
            text += &format!(" {}", scores.join(","));
        }
        text
    }

    /// A turn of the mover with no piece laid yet.
    pub(crate) fn begin(&self) -> HalfTurn {
        HalfTurn { game: self.clone(), grid: self.grid, laid: Vec::new(), gains: vec![0; self.players] }
    }

    /// Why the game has ended: "supply", "stuck" (the mover has no legal turn), or None if it goes on.
    pub(crate) fn over(&self) -> Option<&'static str> {
        if supply_out(&self.grid, self.players) {
            Some("supply")
        } else if !self.begin().can_end_legally() {
            Some("stuck")
        } else {
            None
        }
    }

    /// Every distinct legal turn with the gains of each seat, in the first order found. Turns are the
    /// same if board and gains are: under printed scoring the board alone decides the gains anyway.
    pub(crate) fn turns(&self) -> Vec<(Vec<Placement>, Vec<u32>)> {
        let mut found = BTreeMap::new();
        self.begin().collect_ends(&mut found);
        let turns = found.into_iter();
        turns.map(|((_, gains), laid)| (laid, gains)).collect()
    }

    /// Counts the ordered sequences of `depth` single placements, going on from turn to turn.
    /// Dead-end partial turns count at the depth where they are partial; a game that is over, the
    /// mover being stuck included, does not go on.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth > 0 && self.over().is_some() {
            return 0;
        }
        self.begin().perft(depth)
    }
}

impl HalfTurn {
    /// Every single placement that is allowed now, whether or not the turn can end legally with it.
    pub(crate) fn placeable(&self) -> Vec<Placement> {
        let mut found = Vec::new();
        for kind in ['*', '^', '#'] {
            for (row, column) in cells() {
                if self.allows((kind, row, column)) {
                    found.push((kind, row, column));
                }
            }
        }
        found
    }

    /// Whether one placement is allowed on the board as it stands now.
    pub(crate) fn allows(&self, (kind, row, column): Placement) -> bool {
        let neighbours = DIRECTIONS.map(|d| look(&self.grid, (row, column), d, 1));
        let touches = neighbours.iter().any(|&n| n != '.' && n != ' ');
        let opening = self.game.turns == 0;
        let very_first_piece = opening && self.laid.is_empty();
        if self.grid[row][column] != '.' || !(touches || very_first_piece) {
            return false;
        }
        // The opening has exactly one of each kind.
        if opening && self.laid.iter().any(|piece| piece.0 == kind) {
            return false;
        }
        // The first supply to run out ends the game, so until then every supply has a piece left.
        if self.laid.len() == 3 || supply_out(&self.grid, self.game.players) {
            return false;
        }
        match kind {
            '*' => !neighbours.contains(&'#'),
            '#' => {
                let mut after = self.grid;
                after[row][column] = '#';
                let in_siesta = |d| siesta_roofs(&after, (row, column), d).is_some();
                !neighbours.contains(&'*') && DIRECTIONS.into_iter().any(in_siesta)
            }
            '^' => true,
            _ => panic!("unknown kind {kind}"),
        }
    }

    /// The turn with one more piece laid; panics if the placement is not allowed.
    pub(crate) fn lay(&self, placement: Placement) -> HalfTurn {
        assert!(self.allows(placement), "{} not allowed", text(placement));
        let (kind, row, column) = placement;
        let mut next = self.clone();
        let roof = letter(self.game.mover);
        next.grid[row][column] = if kind == '^' { roof } else { kind };
        next.laid.push(placement);
        match self.game.scoring {
            Scoring::Printed => {
                let before = recount(&self.game.grid, self.game.players);
                let now = recount(&next.grid, self.game.players);
                next.gains = now.iter().zip(before).map(|(n, b)| n - b).collect();
            }
            Scoring::Online => {
                // Only a new shadow is a shadow here, so a sun or roof finds no Siesta to score.
                for (down, right) in DIRECTIONS {
                    let ahead = shadows(&next.grid, (row, column), (down, right));
                    let behind = shadows(&next.grid, (row, column), (-down, -right));
                    let owners = siesta_roofs(&next.grid, (row, column), (down, right));
                    for owner in owners.unwrap_or_default() {
                        next.gains[owner] += (ahead + behind - 1) as u32; // not itself twice
                    }
                }
                let before = doubles(&self.grid, Scoring::Online);
                let now = doubles(&next.grid, Scoring::Online);
                for (_, _, winner) in now.difference(&before) {
                    next.gains[*winner] += 2;
                }
            }
        }
        next
    }

    /// Whether the turn lays no more pieces: three are laid, or the last one ended the game.
    pub(crate) fn complete(&self) -> bool {
        let ended = supply_out(&self.grid, self.game.players);
        self.laid.len() == 3 || (!self.laid.is_empty() && ended)
    }

    /// Whether the turn may end here: complete, at least 1 point for the mover, and in the opening
    /// turn a straight line of sun, roof and shadow.
    pub(crate) fn legal_end(&self) -> bool {
        let line = self.game.turns > 0 || self.is_opening_line();
        self.complete() && self.gains[self.game.mover] >= 1 && line
    }

    /// Whether the laid pieces are one sun, roof and shadow, in this order, in an unbroken line.
    fn is_opening_line(&self) -> bool {
        let step = |from, to| {
            let from = self.laid.iter().find(|piece| piece.0 == from)?;
            let to = self.laid.iter().find(|piece| piece.0 == to)?;
            Some((to.1 as i32 - from.1 as i32, to.2 as i32 - from.2 as i32))
        };
        let line = |&d: &Step| step('*', '^') == Some(d) && step('^', '#') == Some(d);
        self.laid.len() == 3 && DIRECTIONS.iter().any(line)
    }

    /// The position after the turn; panics if the turn may not end here.
    pub(crate) fn finish(&self) -> Game {
        assert!(self.legal_end(), "the turn may not end here");
        let mut game = self.game.clone();
        game.grid = self.grid;
        game.mover = (game.mover + 1) % game.players;
        game.turns += 1;
        for (score, gain) in game.scores.iter_mut().zip(&self.gains) {
            *score += gain;
        }
        game
    }

    /// Whether some way of going on from here ends the turn legally.
    pub(crate) fn can_end_legally(&self) -> bool {
        if self.complete() {
            return self.legal_end();
        }
        let placeable = self.placeable();
        placeable.iter().any(|&p| self.lay(p).can_end_legally())
    }

    fn collect_ends(&self, found: &mut BTreeMap<(Grid, Vec<u32>), Vec<Placement>>) {
        if self.legal_end() {
            let outcome = (self.grid, self.gains.clone());
            found.entry(outcome).or_insert(self.laid.clone());
        }
        for placement in self.placeable() {
            self.lay(placement).collect_ends(found);
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sequences = 0;
        for placement in self.placeable() {
            let next = self.lay(placement);
            if !next.complete() {
                sequences += next.perft(depth - 1);
            } else if next.legal_end() {
                sequences += next.finish().perft(depth - 1);
            }
        }
        sequences
    }
}
