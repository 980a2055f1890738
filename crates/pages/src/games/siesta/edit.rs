//! Changes to a position that is set up, and not played.

use game::Seat;
use siesta::{Cell, Content, Position, PositionError, SIDE, Scoring};

/// A change to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edit {
    /// Puts this on the cell; `None` clears it.
    Put(Cell, Option<Content>),
    /// Makes it the turn of this seat.
    Mover(Seat),
}

impl Edit {
    /// The position after the change, or why there is no such position.
    pub(super) fn apply(self, position: &Position) -> Result<Position, PositionError> {
        let changed = |cell: Cell| match self {
            Self::Put(at, content) if at == cell => content,
            Self::Put(..) | Self::Mover(_) => position.board().get(cell),
        };
        let rows: Vec<String> = (0..SIDE).map(|row| row_text(row, changed)).collect();
        let empty = Cell::all().all(|cell| changed(cell).is_none());
        // An empty board is the start of a game; any other has been played on.
        let (mover, turns) = match self {
            _ if empty => (Seat::ALL[0], 0),
            Self::Put(..) => (position.mover(), position.turns_played().max(1)),
            Self::Mover(seat) => (seat, position.turns_played().max(1)),
        };
        let mut text = format!("{} {} {mover} {turns}", rows.join("/"), position.players());
        if position.scoring() == Scoring::Online {
            let scores: Vec<String> = position
                .scores()
                .as_slice()
                .iter()
                .map(|score| if empty { 0 } else { *score }.to_string())
                .collect();
            text.push_str(&format!(" {}", scores.join(",")));
        }
        let mode = position.variant().mode();
        let edited: Position = text.parse()?;
        edited.with_mode(mode).map_err(|_| PositionError::OtherVariant)
    }
}

/// A row of the board in the notation of positions.
fn row_text(row: usize, content: impl Fn(Cell) -> Option<Content>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for cell in (0..SIDE).filter_map(|column| Cell::new(row, column)) {
        match content(cell) {
            None => empty += 1,
            Some(content) => {
                if empty > 0 {
                    text.push_str(&empty.to_string());
                }
                empty = 0;
                text.push(content.sign());
            }
        }
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::line::Line;
    use super::*;

    fn put(position: &Position, cell: &str, content: Option<Content>) -> Result<Position, PositionError> {
        Edit::Put(cell.parse().unwrap(), content).apply(position)
    }

    #[test]
    fn pieces_are_put_and_taken_away_as_far_as_a_position_can_be() {
        let start = Line::empty(Some("3")).now;
        let roof = Some(Content::Roof(Seat::ALL[2]));
        let sun = put(&start, "F5", Some(Content::Sun)).unwrap();
        let roofed = put(&sun, "F6", roof).unwrap();
        let shaded = put(&roofed, "F7", Some(Content::Shadow)).unwrap();
        assert_eq!(shaded.to_string(), "12/12/12/12/5*6/5c6/5#6/12/12/12/12/12 3 a 1");
        assert!(matches!(put(&sun, "L12", roof), Err(PositionError::Island { .. })));
        assert!(put(&shaded, "F6", None).is_err(), "a shadow needs its roof");
        assert_eq!(put(&shaded, "F7", None), Ok(roofed));
        assert_eq!(put(&sun, "F5", None), Ok(start));
    }

    #[test]
    fn anybody_is_to_move_but_on_an_empty_board() {
        let start = Line::empty(None).now;
        let second = Edit::Mover(Seat::ALL[1]);
        assert_eq!(second.apply(&start), Ok(start.clone()));
        let sun = put(&start, "A1", Some(Content::Sun)).unwrap();
        assert_eq!(second.apply(&sun).unwrap().mover(), Seat::ALL[1]);
        assert!(Edit::Mover(Seat::ALL[3]).apply(&sun).is_err());
    }
}
