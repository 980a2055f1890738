//! A position of Siesta as a picture.
//!
//! The four players are told apart by pattern as well as by colour, and the colours keep apart for
//! colour-blind people too.

mod moving;

use std::fmt::Write;

use game::Seat;
use siesta::{Cell, Content, Piece, Position, SIDE};

pub(super) use moving::moving;

/// Light and dark tone of each player in pictures; they keep apart for colour-blind people too.
pub(crate) const TONES: [(&str, &str); Seat::MAX] =
    [("#d9622b", "#8f3410"), ("#3f86c4", "#174a78"), ("#3fa37c", "#12593f"), ("#c98bb9", "#6d3161")];

/// The side of a cell.
const CELL: usize = 48;
/// The space around the board, with the names of rows and columns.
const EDGE: usize = 40;
const BOARD: usize = SIDE * CELL;
const WIDTH: usize = BOARD + 2 * EDGE;
/// The height of the scores below the board.
const PANEL: usize = 84;

/// The pattern of each player's roofs, besides the ridge.
const PATTERNS: [&str; Seat::MAX] = [
    // Rows of tiles.
    "M6 13h36M6 19h36M6 31h36M6 37h36",
    // Dots.
    "M13 13h.1M24 13h.1M35 13h.1M13 35h.1M24 35h.1M35 35h.1",
    // Slanting boards.
    "M6 18 18 6M6 42 42 6M30 42 42 30",
    // Upright boards.
    "M12 6v36M18 6v36M30 6v36M36 6v36",
];

/// The picture as the text of an SVG file.
pub fn picture(position: &Position) -> String {
    let mut svg = String::new();
    write_picture(&mut svg, position).unwrap_or_else(|_| unreachable!("a String takes all that is written"));
    svg
}

fn write_picture(svg: &mut String, position: &Position) -> std::fmt::Result {
    let height = BOARD + 2 * EDGE + PANEL;
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" font-family="Georgia, 'Times New Roman', serif">"#
    )?;
    writeln!(svg, "<title>Siesta, turn {}</title>", u32::from(position.turns_played()) + 1)?;
    writeln!(svg, "<desc>{position}</desc>")?;
    definitions(svg)?;
    empty_board(svg, height)?;
    for (cell, content) in position.board().pieces() {
        piece(svg, content, EDGE + cell.column() * CELL, EDGE + cell.row() * CELL)?;
    }
    panel(svg, position)?;
    writeln!(svg, "</svg>")
}

/// The board without pieces, on a ground of this height.
fn empty_board(svg: &mut String, height: usize) -> std::fmt::Result {
    writeln!(svg, r##"<rect width="{WIDTH}" height="{height}" rx="14" fill="#f7ecdb"/>"##)?;
    writeln!(
        svg,
        r##"<rect x="{}" y="{}" width="{}" height="{}" rx="8" fill="#b5744a"/>"##,
        EDGE - 6,
        EDGE - 6,
        BOARD + 12,
        BOARD + 12
    )?;
    writeln!(svg, r##"<rect x="{EDGE}" y="{EDGE}" width="{BOARD}" height="{BOARD}" fill="#f0dcb9"/>"##)?;
    grid(svg)
}

/// The shapes of the pieces, to be used by their names: `sun`, `shadow`, `roof-a`.
pub(super) fn definitions(svg: &mut String) -> std::fmt::Result {
    writeln!(svg, "<defs>")?;
    let rays: String = (0..12)
        .map(|ray| format!(r#"<path d="M24 3.5v6" transform="rotate({} 24 24)"/>"#, ray * 30))
        .collect();
    writeln!(
        svg,
        r##"<g id="sun"><g stroke="#d98e04" stroke-width="2.6" stroke-linecap="round">{rays}</g><circle cx="24" cy="24" r="11.5" fill="#ffc83d" stroke="#d98e04" stroke-width="2"/></g>"##
    )?;
    writeln!(
        svg,
        r##"<g id="shadow"><rect x="3" y="3" width="42" height="42" rx="5" fill="#5b6478"/><path d="M3 34 34 3M14 45 45 14" stroke="#747d91" stroke-width="3"/></g>"##
    )?;
    for seat in Seat::ALL {
        let ((light, dark), pattern) = (TONES[seat.index()], PATTERNS[seat.index()]);
        let width = if seat.index() == 1 { 5 } else { 2 };
        writeln!(
            svg,
            r##"<g id="roof-{seat}"><rect x="4" y="4" width="40" height="20" fill="{light}"/><rect x="4" y="24" width="40" height="20" fill="{light}"/><path d="{pattern}" fill="none" stroke="{dark}" stroke-width="{width}" stroke-linecap="round"/><path d="M4 24h40" stroke="#fff6e6" stroke-width="3"/><rect x="4" y="4" width="40" height="40" rx="2" fill="none" stroke="{dark}" stroke-width="2.5"/></g>"##
        )?;
    }
    writeln!(svg, "</defs>")
}

fn grid(svg: &mut String) -> std::fmt::Result {
    let lines: String = (1..SIDE)
        .map(|line| {
            let at = EDGE + line * CELL;
            format!("M{EDGE} {at}h{BOARD}M{at} {EDGE}v{BOARD}")
        })
        .collect();
    writeln!(svg, r##"<path d="{lines}" stroke="#d9bf94" stroke-width="1.2"/>"##)?;
    writeln!(svg, r##"<g font-size="15" fill="#7a4a2a" text-anchor="middle">"##)?;
    for line in 0..SIDE {
        let middle = EDGE + line * CELL + CELL / 2;
        let letter = Cell::new(0, line).map(|cell| cell.to_string()).unwrap_or_default();
        let letter = letter.trim_end_matches('1');
        let number = line + 1;
        for at in [EDGE - 16, EDGE + BOARD + 26] {
            writeln!(svg, r#"<text x="{middle}" y="{at}">{letter}</text>"#)?;
        }
        for at in [EDGE - 20, EDGE + BOARD + 20] {
            writeln!(svg, r#"<text x="{at}" y="{}">{number}</text>"#, middle + 5)?;
        }
    }
    writeln!(svg, "</g>")
}

fn piece(svg: &mut String, content: Content, x: usize, y: usize) -> std::fmt::Result {
    writeln!(svg, r##"<use href="#{}" x="{x}" y="{y}"/>"##, name(content))
}

/// The name of the shape of a piece.
pub(super) fn name(content: Content) -> String {
    match content {
        Content::Sun => "sun".to_owned(),
        Content::Shadow => "shadow".to_owned(),
        Content::Roof(seat) => format!("roof-{seat}"),
    }
}

/// The scores and the pieces that are left, below the board.
fn panel(svg: &mut String, position: &Position) -> std::fmt::Result {
    let top = BOARD + 2 * EDGE;
    let board = position.board();
    let seats = position.players().seats();
    let columns = seats.len() + 2;
    let width = BOARD / columns;
    let mover = position.end().is_none().then_some(position.mover());
    let entry = |svg: &mut String, index: usize, content: Content, strong: String, faint: String| {
        let x = EDGE + index * width;
        writeln!(svg, r#"<g transform="translate({x} {top})">"#)?;
        if let (Content::Roof(seat), Some(mover)) = (content, mover)
            && seat == mover
        {
            writeln!(
                svg,
                r##"<rect x="-6" y="-6" width="{}" height="51" rx="8" fill="#ecd0a1"/>"##,
                width - 2
            )?;
        }
        writeln!(svg, r#"<g transform="scale(.8)">"#)?;
        piece(svg, content, 0, 0)?;
        writeln!(svg, "</g>")?;
        writeln!(
            svg,
            r##"<text x="44" y="20" font-size="20" font-weight="bold" fill="#4a2a16">{strong}</text>"##
        )?;
        writeln!(svg, r##"<text x="44" y="37" font-size="12" fill="#7a4a2a">{faint}</text>"##)?;
        writeln!(svg, "</g>")
    };
    for seat in seats.clone() {
        let score = position.scores()[seat].to_string();
        let roofs = format!("{seat}: {} left", board.left(Piece::Roof, seat));
        entry(svg, seat.index(), Content::Roof(seat), score, roofs)?;
    }
    for (index, piece) in [Piece::Sun, Piece::Shadow].into_iter().enumerate() {
        let left = board.left(piece, position.mover()).to_string();
        entry(svg, seats.len() + index, piece.laid_by(position.mover()), left, "left".to_owned())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_drawn_once_besides_the_panel() {
        let position: Position = "*a#9/b11/12/12/12/12/12/12/12/12/12/12 2 b 2".parse().unwrap();
        let picture = picture(&position);
        let uses = |name: &str| picture.matches(&format!("<use href=\"#{name}\"")).count();
        assert_eq!((uses("sun"), uses("shadow")), (1 + 1, 1 + 1));
        assert_eq!((uses("roof-a"), uses("roof-b"), uses("roof-c")), (1 + 1, 1 + 1, 0));
    }

    #[test]
    fn players_differ_in_pattern_and_colour() {
        for (index, seat) in Seat::ALL.iter().enumerate() {
            for other in Seat::ALL.iter().skip(index + 1) {
                assert_ne!(PATTERNS[seat.index()], PATTERNS[other.index()]);
                assert_ne!(TONES[seat.index()], TONES[other.index()]);
            }
        }
    }
}
