//! The text of a position: `12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use game::{BySeat, Players, Seat, record::clipped};

use crate::board::{Board, ROOFS, SHADOWS, SUNS};
use crate::cell::{Cell, SIDE};
use crate::cells::{Cells, NEIGHBOURS};
use crate::piece::{Content, Piece};
use crate::position::Position;
use crate::variant::{Mode, Scoring};

/// The longest text that is parsed.
const MAX_BYTES: usize = 400;
/// The text for a number of adjacent empty cells.
const RUNS: [&str; SIDE + 1] = ["", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
/// The most turns and the highest score that a text may contain: as many as a position can count.
const MAX_NUMBER: u16 = u16::MAX;

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Written to a string first, because a club shows a position after every turn and each call of a formatter
        // costs time.
        let mut board = String::with_capacity(MAX_BYTES);
        let mut written = 0;
        for cell in self.board().occupied().iter() {
            push_empty(&mut board, written..cell.index());
            if let Some(content) = self.board().get(cell) {
                push_row_break(&mut board, cell.index());
                board.push(content.sign());
            }
            written = cell.index() + 1;
        }
        push_empty(&mut board, written..Cell::COUNT);
        write!(f, "{board} {} {} {}", self.players(), self.mover(), self.turns_played())?;
        if self.scoring() == Scoring::Online {
            let scores: Vec<String> = self.scores().as_slice().iter().map(ToString::to_string).collect();
            write!(f, " {}", scores.join(","))?;
        }
        Ok(())
    }
}

/// Writes empty cells, by their index, as one number a row.
fn push_empty(board: &mut String, cells: Range<usize>) {
    let mut at = cells.start;
    while at < cells.end {
        push_row_break(board, at);
        let end = cells.end.min((at / SIDE + 1) * SIDE);
        board.push_str(RUNS[end - at]);
        at = end;
    }
}

/// Separates the row that begins with this cell, if one does, from the row before it.
fn push_row_break(board: &mut String, cell: usize) {
    if cell > 0 && cell.is_multiple_of(SIDE) {
        board.push('/');
    }
}

/// What is wrong with the text of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// Longer than any position.
    #[error("the text is too long for a position")]
    TooLong,
    /// Not four or five parts.
    #[error(
        "a position has four parts with spaces between: board, number of players, seat to move, \
         turns played; and the scores as a fifth under online-edition scoring; this has {0}"
    )]
    Parts(usize),
    /// Not twelve rows.
    #[error("the board has 12 rows with / between; this has {0}")]
    Rows(usize),
    /// A row with more or fewer than twelve cells.
    #[error("row {row} has 12 cells; this has {}", if *.cells > 12 { "more".into() } else { .cells.to_string() })]
    RowLength {
        /// The row, counted from 1.
        row: usize,
        /// How many cells the text has, or 13 for too many.
        cells: usize,
    },
    /// A sign that is no piece.
    #[error("row {row}: `{sign}` is not *, #, a roof a–d or a number of empty cells from 1 to 12")]
    Sign {
        /// The row, counted from 1.
        row: usize,
        /// The sign, or the number.
        sign: String,
    },
    /// Not 2 to 4 players.
    #[error("`{0}`: Siesta is for 2, 3 or 4 players")]
    Players(String),
    /// Not a seat of this game.
    #[error("`{text}`: with {players} players the seat to move is one of a–{last}", last = Seat::ALL[players.count() - 1])]
    Mover {
        /// What the text says.
        text: String,
        /// How many play.
        players: Players,
    },
    /// Not a number of turns.
    #[error("`{0}`: the turns played are a number from 0 to {MAX_NUMBER}")]
    Turns(String),
    /// Not one score for each player.
    #[error("`{text}`: the scores are {players} numbers from 0 to {MAX_NUMBER} with commas between")]
    Scores {
        /// What the text says.
        text: String,
        /// How many play.
        players: Players,
    },
    /// More pieces than the supply has.
    #[error("{count} × {content} on the board, and there are only {supply}")]
    Supply {
        /// What there is too much of.
        content: Content,
        /// How many are on the board.
        count: usize,
        /// How many there are in the box.
        supply: u8,
    },
    /// A roof of somebody who does not play.
    #[error("{cell}: there is no player {seat} in a game of {players}")]
    Roof {
        /// Where the roof lies.
        cell: Cell,
        /// Whose it would be.
        seat: Seat,
        /// How many play.
        players: Players,
    },
    /// A sun beside a shadow.
    #[error("{sun}: a sun may not touch the shadow at {shadow}")]
    SunTouchesShadow {
        /// Where the sun lies.
        sun: Cell,
        /// Where the shadow lies.
        shadow: Cell,
    },
    /// A shadow that no roof casts.
    #[error("{0}: a shadow must lie in a Siesta, a straight line of sun, roof and shadow")]
    ShadowOutsideSiesta(Cell),
    /// A piece that is not connected with the first one.
    #[error("{cell}: the pieces must all hang together, and this {content} does not with {first}")]
    Island {
        /// Where the piece lies.
        cell: Cell,
        /// What it is.
        content: Content,
        /// The first piece on the board.
        first: Cell,
    },
    /// An empty board with somebody else than a to move, or after some turns.
    #[error("the board is empty, so a is to move and 0 turns are played")]
    EmptyBoard,
    /// Pieces before the first turn.
    #[error("there are pieces on the board, so at least 1 turn is played")]
    NoTurns,
    /// A text that belongs to a game with other options.
    #[error("the position is of a game with other options")]
    OtherVariant,
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        if text.len() > MAX_BYTES {
            return Err(PositionError::TooLong);
        }
        let parts: Vec<&str> = text.split_whitespace().collect();
        let (grid, players, mover, turns, scores) = match parts[..] {
            [grid, players, mover, turns] => (grid, players, mover, turns, None),
            [grid, players, mover, turns, scores] => (grid, players, mover, turns, Some(scores)),
            _ => return Err(PositionError::Parts(parts.len())),
        };
        let contents = read_grid(grid)?;
        let players = number(players)
            .and_then(|n| Players::new(n.into()))
            .filter(|n| *n >= Players::TWO)
            .ok_or_else(|| PositionError::Players(clipped(players)))?;
        let wrong_mover = || PositionError::Mover { text: clipped(mover), players };
        let mover = mover.parse().ok().filter(|seat| players.has(*seat)).ok_or_else(wrong_mover)?;
        let turns = number(turns).ok_or_else(|| PositionError::Turns(clipped(turns)))?;
        let scoring = if scores.is_some() { Scoring::Online } else { Scoring::Printed };
        let board = build(&contents, players, scoring)?;
        match (board.is_empty(), turns) {
            (true, 0) if mover == Seat::ALL[0] => {}
            (true, _) => return Err(PositionError::EmptyBoard),
            (false, 0) => return Err(PositionError::NoTurns),
            (false, _) => {}
        }
        let scores = match scores {
            None => board.printed_score(),
            Some(text) => read_scores(text, players)?,
        };
        let mut position = Self { board, mode: Mode::FreeForAll, mover, turns, scores, end: None };
        position.end = position.find_end();
        Ok(position)
    }
}

fn read_grid(grid: &str) -> Result<Vec<(Cell, Content)>, PositionError> {
    let rows: Vec<&str> = grid.split('/').collect();
    if rows.len() != SIDE {
        return Err(PositionError::Rows(rows.len()));
    }
    let mut contents = Vec::new();
    for (row, text) in rows.into_iter().enumerate() {
        let mut column = 0;
        let mut rest = text;
        while let Some(sign) = rest.chars().next() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let taken = if digits > 0 { digits } else { sign.len_utf8() };
            let wrong = || PositionError::Sign { row: row + 1, sign: clipped(&rest[..taken]) };
            if digits > 0 {
                let empty = number(&rest[..digits]).filter(|n| (1..=SIDE).contains(&usize::from(*n)));
                column += usize::from(empty.ok_or_else(wrong)?);
            } else {
                let content = match sign {
                    '*' => Content::Sun,
                    '#' => Content::Shadow,
                    _ => Content::Roof(rest[..taken].parse().map_err(|_| wrong())?),
                };
                contents.extend(Cell::new(row, column).map(|cell| (cell, content)));
                column += 1;
            }
            rest = &rest[taken..];
        }
        if column != SIDE {
            return Err(PositionError::RowLength { row: row + 1, cells: column.min(SIDE + 1) });
        }
    }
    Ok(contents)
}

/// A number as it is written: digits with no zero in front.
fn number(text: &str) -> Option<u16> {
    let plain = text == "0" || !text.starts_with(['0', '+']);
    text.parse().ok().filter(|_| plain)
}

fn read_scores(text: &str, players: Players) -> Result<BySeat<u16>, PositionError> {
    let scores: Option<Vec<u16>> = text.split(',').map(number).collect();
    match scores {
        Some(scores) if scores.len() == players.count() => {
            Ok(BySeat::from_fn(players, |seat| scores[seat.index()]))
        }
        _ => Err(PositionError::Scores { text: clipped(text), players }),
    }
}

/// The board with these pieces, if they could have come to lie there.
fn build(contents: &[(Cell, Content)], players: Players, scoring: Scoring) -> Result<Board, PositionError> {
    let kinds = [(Content::Sun, SUNS), (Content::Shadow, SHADOWS)];
    for (content, supply) in kinds.into_iter().chain(Seat::ALL.map(|seat| (Content::Roof(seat), ROOFS))) {
        let count = contents.iter().filter(|(_, other)| *other == content).count();
        if count > supply.into() {
            return Err(PositionError::Supply { content, count, supply });
        }
    }
    let mut board = Board::empty(players, scoring);
    for (cell, content) in contents {
        if let Content::Roof(seat) = *content
            && !players.has(seat)
        {
            return Err(PositionError::Roof { cell: *cell, seat, players });
        }
        board.put(*content, *cell);
    }
    for (cell, content) in contents {
        if content.piece() == Piece::Sun
            && let Some(shadow) = cell.neighbours().find(|near| board.get(*near) == Some(Content::Shadow))
        {
            return Err(PositionError::SunTouchesShadow { sun: *cell, shadow });
        }
    }
    let shaded: Cells =
        crate::explain::siestas(&board).iter().flat_map(|siesta| siesta.shadows.clone()).collect();
    let outside = |(cell, content): &&(Cell, Content)| *content == Content::Shadow && !shaded.contains(*cell);
    if let Some((cell, _)) = contents.iter().find(outside) {
        return Err(PositionError::ShadowOutsideSiesta(*cell));
    }
    match contents {
        [] => {}
        [(first, _), ..] => {
            let mut together = Cells::of(*first);
            loop {
                let near = together.iter().fold(together, |all, cell| all | NEIGHBOURS[cell.index()]);
                let grown = near & board.occupied();
                if grown == together {
                    break;
                }
                together = grown;
            }
            if let Some((cell, content)) = contents.iter().find(|(cell, _)| !together.contains(*cell)) {
                return Err(PositionError::Island { cell: *cell, content: *content, first: *first });
            }
        }
    }
    Ok(board)
}
