//! The board of Siesta as a grid of cells, for mouse, touch, keyboard and screen readers.

use std::ops::Range;

use game::Seat;
use maud::{Markup, PreEscaped, html};
use siesta::{Board, Cell, Content, SIDE};

use crate::games::siesta::picture;
use crate::names::Names;
use crate::words::Words;

/// A board with what is shown besides its pieces.
pub(super) struct Shown<'a> {
    pub(super) board: &'a Board,
    /// The seat of the viewer, whose roofs are called theirs.
    pub(super) you: Option<Seat>,
    pub(super) names: &'a Names,
    /// Cells of the last turn.
    pub(super) last: Vec<Cell>,
    /// Cells of pieces that are laid but not sent.
    pub(super) fresh: Vec<Cell>,
    /// Makes the cells buttons, for whoever lays a turn.
    pub(super) press: Option<Press>,
    /// Lines that score; a script lights each together with its reason.
    pub(super) lines: Vec<Vec<Cell>>,
    /// Pieces of turns that the engine suggests, each with the number of its line.
    pub(super) ghosts: Vec<(usize, Cell, Content)>,
}

/// What the cells do as buttons.
pub(super) struct Press {
    /// Where the chosen piece may go.
    pub(super) offers: Vec<Cell>,
    /// What a press on one of them does, in words.
    pub(super) does: String,
}

/// The drawings that [`drawing`] refers to, once a page.
pub(super) fn drawings() -> Markup {
    let mut svg = String::new();
    let written = picture::definitions(&mut svg);
    debug_assert!(written.is_ok(), "a String takes all that is written");
    html! { svg.drawings aria-hidden="true" width="0" height="0" { (PreEscaped(svg)) } }
}

/// A drawing of a piece.
pub(super) fn drawing(content: Content) -> Markup {
    html! { svg.piece viewBox="0 0 48 48" aria-hidden="true" { use href={ "#" (picture::name(content)) } {} } }
}

/// The whole board.
pub(super) fn board(words: Words, shown: &Shown<'_>) -> Markup {
    let empty = words.say("cell-empty");
    let (sun, shadow) = (words.say("piece-sun"), words.say("piece-shadow"));
    let fresh = words.say("cell-fresh");
    let first = tab_cell(shown);
    let roofs = Seat::ALL.map(|seat| {
        if seat.index() < shown.board.players().count() {
            roof_says(words, shown, seat)
        } else {
            String::new()
        }
    });
    html! {
        div.board role="grid" aria-label=(words.say("board-label")) data-board {
            div.columns aria-hidden="true" {
                span {}
                @for column in 0..SIDE { span { (letter(column)) } }
            }
            @for row in 0..SIDE {
                div.row role="row" {
                    span.number aria-hidden="true" { (row + 1) }
                    @for cell in (0..SIDE).filter_map(|column| Cell::new(row, column)) {
                        @let content = shown.board.get(cell);
                        @let says = match content {
                            None => empty.as_str(),
                            Some(Content::Sun) => sun.as_str(),
                            Some(Content::Shadow) => shadow.as_str(),
                            Some(Content::Roof(seat)) => roofs[seat.index()].as_str(),
                        };
                        (cell_of(shown, cell, content, says, &fresh, if cell == first { 0 } else { -1 }))
                    }
                }
            }
        }
    }
}

fn roof_says(words: Words, shown: &Shown<'_>, seat: Seat) -> String {
    if shown.you == Some(seat) {
        words.say("cell-your-roof")
    } else {
        words.with("cell-roof-of", [("name", shown.names.of(seat).to_owned().into())])
    }
}

/// The rows and the columns of an excerpt.
const EXCERPT: (Range<usize>, Range<usize>) = (2..9, 1..11);

/// The middle of the board as a picture, with its lines lit.
pub(super) fn excerpt(words: Words, shown: &Shown<'_>) -> Markup {
    let pieces = shown.board.pieces().map(|(cell, content)| {
        let says = match content {
            Content::Sun => words.say("piece-sun"),
            Content::Shadow => words.say("piece-shadow"),
            Content::Roof(seat) => roof_says(words, shown, seat),
        };
        format!("{cell} {says}")
    });
    let says = pieces.collect::<Vec<_>>().join(", ");
    let (rows, columns) = EXCERPT;
    html! {
        div.board.excerpt role="img" aria-label=(says) {
            div.columns aria-hidden="true" {
                span {}
                @for column in columns.clone() { span { (letter(column)) } }
            }
            @for row in rows {
                div.row aria-hidden="true" {
                    span.number { (row + 1) }
                    @for cell in columns.clone().filter_map(|column| Cell::new(row, column)) {
                        @let lit = shown.lines.iter().any(|line| line.contains(&cell));
                        div.cell.lit[lit].fresh[shown.fresh.contains(&cell)] {
                            @if let Some(content) = shown.board.get(cell) { (drawing(content)) }
                        }
                    }
                }
            }
        }
    }
}

/// Whether an excerpt shows all pieces of a board.
#[cfg(test)]
pub(super) fn fits(board: &Board) -> bool {
    board.pieces().all(|(cell, _)| EXCERPT.0.contains(&cell.row()) && EXCERPT.1.contains(&cell.column()))
}

/// The one cell that the tab key reaches; arrow keys move on from there.
fn tab_cell(shown: &Shown<'_>) -> Cell {
    let offers = shown.press.iter().flat_map(|press| press.offers.first().copied());
    let middle = Cell::all().nth(Cell::COUNT / 2 + SIDE / 2);
    #[expect(clippy::expect_used, reason = "a board has a middle")]
    shown.fresh.last().copied().into_iter().chain(offers).chain(middle).next().expect("a cell")
}

/// A cell: a picture, or a button that lays or takes back a piece.
fn cell_of(
    shown: &Shown<'_>,
    cell: Cell,
    content: Option<Content>,
    says: &str,
    fresh_says: &str,
    tab: i8,
) -> Markup {
    let fresh = shown.fresh.contains(&cell);
    let mut class = String::from("cell");
    for (index, line) in shown.lines.iter().enumerate() {
        if line.contains(&cell) {
            class.push_str(&format!(" l{index}"));
        }
    }
    if fresh {
        class.push_str(" fresh");
    } else if shown.last.contains(&cell) {
        class.push_str(" last");
    }
    let inner = html! {
        @if let Some(content) = content { (drawing(content)) }
        @for (line, _, content) in shown.ghosts.iter().filter(|(_, at, _)| *at == cell) {
            svg.{ "piece ghost g" (line) } viewBox="0 0 48 48" aria-hidden="true" { use href={ "#" (picture::name(*content)) } {} }
        }
    };
    let Some(press) = &shown.press else {
        return html! { div id={ "c-" (cell) } class=(class) role="gridcell" tabindex=(tab)
        aria-label={ (cell) ", " (says) } { (inner) } };
    };
    let offered = press.offers.contains(&cell);
    if offered {
        class.push_str(" offer");
    }
    let (name, label) = if fresh {
        ("drop", format!("{cell}, {says}, {fresh_says}"))
    } else if offered {
        ("put", format!("{cell}, {says}, {}", press.does))
    } else {
        ("put", format!("{cell}, {says}"))
    };
    html! {
        div class=(class) role="gridcell" {
            button id={ "c-" (cell) } type="submit" name=(name) value=(cell) aria-label=(label) tabindex=(tab)
                aria-disabled=[(!offered && !fresh).then_some("true")] { (inner) }
        }
    }
}

fn letter(column: usize) -> char {
    char::from(b'A' + column as u8)
}
