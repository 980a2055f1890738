//! A whole game as one picture that moves: a turn a second, then again from the start.

use std::fmt::{self, Write};

use game::Seat;
use siesta::{Content, Position, Turn};

use super::{BOARD, CELL, EDGE, PANEL, WIDTH, definitions, empty_board, name, piece};

/// For how many seconds the empty board is shown.
const SECONDS_BEFORE: usize = 1;
/// For how many seconds the end is shown.
const SECONDS_AFTER: usize = 4;

/// The game as the text of an SVG file; `None` if the turns are not legal. A viewer without animations shows the end.
pub(crate) fn moving(start: &Position, turns: &[Turn]) -> Option<String> {
    let mut positions = vec![start.clone()];
    for turn in turns {
        let mut next = positions.last()?.clone();
        next.play(next.mover(), turn).ok()?;
        positions.push(next);
    }
    let mut svg = String::new();
    write_moving(&mut svg, &positions, turns).ok()?;
    Some(svg)
}

fn write_moving(svg: &mut String, positions: &[Position], turns: &[Turn]) -> fmt::Result {
    let height = BOARD + 2 * EDGE + PANEL;
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" font-family="Georgia, 'Times New Roman', serif">"#
    )?;
    writeln!(svg, "<title>Siesta, {} turns</title>", turns.len())?;
    definitions(svg)?;
    empty_board(svg, height)?;
    let time = Time { seconds: SECONDS_BEFORE + turns.len() + SECONDS_AFTER };
    for (cell, content) in positions.first().iter().flat_map(|position| position.board().pieces()) {
        piece(svg, content, EDGE + cell.column() * CELL, EDGE + cell.row() * CELL)?;
    }
    for (index, (turn, before)) in turns.iter().zip(positions).enumerate() {
        let second = SECONDS_BEFORE + index;
        let is_last = index + 1 == turns.len();
        for placement in turn.iter() {
            let (x, y) = (EDGE + placement.cell.column() * CELL, EDGE + placement.cell.row() * CELL);
            let content = placement.piece.laid_by(before.mover());
            writeln!(svg, r##"<use href="#{}" x="{x}" y="{y}">"##, name(content))?;
            time.from(svg, second)?;
            writeln!(svg, "</use>")?;
            let shown = if is_last { "1" } else { "0" };
            writeln!(
                svg,
                r##"<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="#8a5a1f" stroke-width="4" opacity="{shown}">"##,
                x + 2,
                y + 2,
                CELL - 4,
                CELL - 4
            )?;
            if is_last {
                time.from(svg, second)?;
            } else {
                time.between(svg, second, second + 1)?;
            }
            writeln!(svg, "</rect>")?;
        }
    }
    for seat in positions.first().iter().flat_map(|start| start.players().seats()) {
        score(svg, positions, seat, time)?;
    }
    writeln!(svg, "</svg>")
}

/// The points of a seat, whenever they change.
fn score(svg: &mut String, positions: &[Position], seat: Seat, time: Time) -> fmt::Result {
    let x = EDGE + seat.index() * (BOARD / Seat::MAX);
    writeln!(svg, r#"<g transform="translate({x} {})">"#, BOARD + 2 * EDGE)?;
    piece(svg, Content::Roof(seat), 0, 0)?;
    let mut begins = 0;
    for (index, position) in positions.iter().enumerate() {
        let points = position.scores()[seat];
        let next = positions.get(index + 1).map(|position| position.scores()[seat]);
        if next == Some(points) {
            continue;
        }
        let shown = if next.is_none() { "1" } else { "0" };
        writeln!(
            svg,
            r##"<text x="60" y="33" font-size="28" font-weight="bold" fill="#4a2a16" opacity="{shown}">{points}"##
        )?;
        let ends = SECONDS_BEFORE + index;
        match (next, begins) {
            (None, 0) => {}
            (None, _) => time.from(svg, begins)?,
            (Some(_), _) => time.between(svg, begins, ends)?,
        }
        writeln!(svg, "</text>")?;
        begins = ends;
    }
    writeln!(svg, "</g>")
}

/// The time of the whole picture.
#[derive(Clone, Copy)]
struct Time {
    seconds: usize,
}

impl Time {
    fn part(self, second: usize) -> f64 {
        second as f64 / self.seconds as f64
    }

    /// Shows what it is in from this second to the end.
    fn from(self, svg: &mut String, second: usize) -> fmt::Result {
        writeln!(
            svg,
            r#"<animate attributeName="opacity" calcMode="discrete" values="0;1" keyTimes="0;{:.5}" dur="{}s" repeatCount="indefinite"/>"#,
            self.part(second),
            self.seconds
        )
    }

    /// Shows what it is in from one second to another.
    fn between(self, svg: &mut String, from: usize, to: usize) -> fmt::Result {
        let (values, times) = if from == 0 {
            ("1;0", format!("0;{:.5}", self.part(to)))
        } else {
            ("0;1;0", format!("0;{:.5};{:.5}", self.part(from), self.part(to)))
        };
        writeln!(
            svg,
            r#"<animate attributeName="opacity" calcMode="discrete" values="{values}" keyTimes="{times}" dur="{}s" repeatCount="indefinite"/>"#,
            self.seconds
        )
    }
}

#[cfg(test)]
mod tests {
    use siesta::Variant;

    use super::*;

    fn read(texts: &[&str]) -> Vec<Turn> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn every_piece_comes_in_its_turn() {
        let start = Position::start(Variant::all().next().unwrap());
        let turns = read(&["*F5 ^F6 #F7", "*G6 ^E6 #D6"]);
        let svg = moving(&start, &turns[..1]).unwrap();
        // One of each on the board, and the roofs of two players beside their points.
        for (name, count) in [("sun", 1), ("shadow", 1), ("roof-a", 2), ("roof-b", 1), ("roof-c", 0)] {
            assert_eq!(svg.matches(&format!("<use href=\"#{name}\"")).count(), count, "{name}");
        }
        assert!(svg.contains("dur=\"6s\""));
        assert!(svg.trim_end().ends_with("</svg>"));
    }

    #[test]
    fn what_is_no_game_is_no_picture() {
        let start = Position::start(Variant::all().next().unwrap());
        assert_eq!(moving(&start, &read(&["*F5 ^F6 #A1"])), None);
    }
}
