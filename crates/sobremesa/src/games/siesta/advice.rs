//! Hints and explanations for Siesta.

use std::time::Duration;

use bots::{Judge, Limits};
use game::{BySeat, Seat};
use siesta::{Cell, Piece, Position, Turn};

use super::words;
use crate::advice::{Advice, Prevented};

/// The largest area that a nudge names, in rows and columns.
const MAX_AREA_SIDE: usize = 6;

impl Advice for Position {
    const ANALYSIS_LIMITS: Limits = Limits::time(Duration::from_millis(500));
    const ACTION_WIDTH: usize = 14;

    fn judge() -> Box<dyn Judge<Self>> {
        bots::siesta::judge()
    }

    fn nudge(&self, turn: &Turn) -> String {
        let pieces = |piece: Piece| turn.iter().filter(|laid| laid.piece == piece).count();
        let main = Piece::ALL.into_iter().rev().max_by_key(|piece| pieces(*piece));
        let kind = match (main, main.map_or(0, pieces)) {
            (Some(piece), 2..) => format!("{piece}s do most of it"),
            _ => "it takes a piece of each kind".to_owned(),
        };
        format!("Look at {}: {kind}.", area(turn))
    }

    fn gains(&self, _: Seat, turn: &Turn) -> BySeat<i32> {
        let mut after = self.clone();
        after.play_unchecked(turn);
        BySeat::from_fn(self.players(), |seat| {
            i32::from(after.scores()[seat]) - i32::from(self.scores()[seat])
        })
    }

    fn gains_in_words(&self, seat: Seat, turn: &Turn) -> String {
        let gains = self.gains(seat, turn);
        words::gains(&BySeat::from_fn(self.players(), |seat| gains[seat] as u8))
    }

    /// Compares the next player's best gain on the present board with their best gain after the turn.
    fn prevents(&self, seat: Seat, turn: &Turn) -> Option<Prevented> {
        let next = self.players().after(seat);
        let could = best_gain(&with_mover(self, next)?);
        let mut after = self.clone();
        after.play_unchecked(turn);
        let can = best_gain(&after);
        (could > can).then_some(Prevented { seat: next, could, can })
    }

    fn heading(&self) -> Option<String> {
        None
    }
}

/// The most that the player to move can gain in a turn; 0 if the game is over.
fn best_gain(position: &Position) -> i32 {
    let turns = position.scored_turns();
    turns.iter().map(|turn| i32::from(turn.gains[position.mover()])).max().unwrap_or(0)
}

/// The same board with another player to move.
fn with_mover(position: &Position, mover: Seat) -> Option<Position> {
    let text = position.to_string();
    let mut words: Vec<&str> = text.split(' ').collect();
    let mover = mover.to_string();
    *words.get_mut(2)? = &mover;
    let other: Position = words.join(" ").parse().ok()?;
    other.with_mode(position.variant().mode()).ok()
}

/// The area of a turn in words: columns and rows, or a cell if its pieces are far apart.
fn area(turn: &Turn) -> String {
    let cells: Vec<Cell> = turn.iter().map(|placement| placement.cell).collect();
    let range = |of: fn(Cell) -> usize| {
        let all = cells.iter().map(|cell| of(*cell));
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    };
    let (rows, columns) = (range(Cell::row), range(Cell::column));
    if (rows.1 - rows.0).max(columns.1 - columns.0) >= MAX_AREA_SIDE {
        let begin = cells.first().map(ToString::to_string).unwrap_or_default();
        return format!("two places at once, one of them near {begin}");
    }
    let span = |(first, last), name: fn(usize) -> String, one: &str| match first == last {
        true => format!("{one} {}", name(first)),
        false => format!("{one}s {} to {}", name(first), name(last)),
    };
    let letter = |column: usize| char::from(b'A' + column as u8).to_string();
    let number = |row: usize| (row + 1).to_string();
    format!("{}, {}", span(columns, letter, "column"), span(rows, number, "row"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER_ONE: &str = "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1";

    #[test]
    fn a_nudge_says_where_but_not_what() {
        let position: Position = AFTER_ONE.parse().unwrap();
        for (turn, said) in [
            ("^F4 #F3 #F2", "Look at column F, rows 2 to 4: shadows do most of it."),
            ("^E7 *D7 ^C7", "Look at columns C to E, row 7: roofs do most of it."),
            ("*F5 ^F6 #F7", "Look at column F, rows 5 to 7: it takes a piece of each kind."),
            (
                "*A1 ^A2 #L12",
                "Look at two places at once, one of them near A1: it takes a piece of each kind.",
            ),
        ] {
            assert_eq!(position.nudge(&turn.parse().unwrap()), said);
        }
    }

    #[test]
    fn gains_and_what_is_prevented_are_told() {
        let position: Position = AFTER_ONE.parse().unwrap();
        let turn = "^F4 #F3 #F2".parse().unwrap();
        let seat = position.mover();
        assert_eq!(position.gains(seat, &turn).as_slice(), [0, 2]);
        assert_eq!(position.gains_in_words(seat, &turn), "b +2");
        let could = best_gain(&with_mover(&position, Seat::ALL[0]).unwrap());
        for scored in position.scored_turns() {
            let mut after = position.clone();
            after.play_unchecked(&scored.turn);
            let can = best_gain(&after);
            let expected = (could > can).then_some(Prevented { seat: Seat::ALL[0], could, can });
            assert_eq!(position.prevents(seat, &scored.turn), expected, "{}", scored.turn);
        }
    }

    #[test]
    fn another_mover_leaves_the_board_and_the_options_alone() {
        let position: Position = "*c#9/12/12/12/12/12/12/12/12/12/12/12 4 a 1".parse().unwrap();
        let position = position.with_mode(siesta::Mode::Teams).unwrap();
        let other = with_mover(&position, Seat::ALL[1]).unwrap();
        assert_eq!((other.board(), other.variant()), (position.board(), position.variant()));
        assert_eq!(other.mover(), Seat::ALL[1]);
    }
}
