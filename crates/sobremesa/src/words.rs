//! How things are said and coloured in a terminal.

use std::fmt::{self, Display};

use anstyle::{AnsiColor, Style};
use game::{BySeat, Seat};
use siesta::{Board, Cell, Content, Outcome, Piece, Reasons, Team};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const STRONG: Style = Style::new().bold();

/// The colour of a piece; letters and signs tell them apart without it.
pub(crate) fn style(content: Content) -> Style {
    match content {
        Content::Sun => AnsiColor::BrightYellow.on_default().bold(),
        Content::Shadow => AnsiColor::BrightBlack.on_default(),
        Content::Roof(seat) => seat_style(seat),
    }
}

pub(crate) fn seat_style(seat: Seat) -> Style {
    let colours =
        [AnsiColor::BrightRed, AnsiColor::BrightCyan, AnsiColor::BrightGreen, AnsiColor::BrightMagenta];
    colours[seat.index()].on_default().bold()
}

/// A text in a style.
pub(crate) struct Styled<T>(pub(crate) Style, pub(crate) T);

impl<T: Display> Display for Styled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{:#}", self.0, self.1, self.0)
    }
}

/// `a 12  b 7`
pub(crate) fn scores(scores: &BySeat<u16>) -> String {
    let each = scores.iter().map(|(seat, score)| format!("{} {score:>3}", Styled(seat_style(seat), seat)));
    each.collect::<Vec<_>>().join("   ")
}

/// `a +3  b +1`, without those who gain nothing.
pub(crate) fn gains(gains: &BySeat<u8>) -> String {
    let some = gains.iter().filter(|(_, gain)| **gain > 0);
    let each: Vec<String> =
        some.map(|(seat, gain)| format!("{} +{gain}", Styled(seat_style(seat), seat))).collect();
    if each.is_empty() { "nobody gains".to_owned() } else { each.join("  ") }
}

/// Why points are gained, one line a reason.
pub(crate) fn reasons(reasons: &Reasons) -> Vec<String> {
    let ends = |cells: &[Cell]| match cells {
        [first, .., last] => format!("{first}–{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    };
    let siestas = reasons.siestas.iter().map(|gain| {
        let cells: Vec<Cell> = gain.siesta.cells().collect();
        let shadows = match (gain.is_new(), gain.added.len(), gain.siesta.shadows.len()) {
            (true, _, 1) => "new, 1 shadow".to_owned(),
            (true, _, all) => format!("new, {all} shadows"),
            (false, added, all) => format!("longer, {added} of {all} shadows new"),
        };
        format!("Siesta {}, {shadows}: {}", ends(&cells), gains(&gain.points))
    });
    let doubles = reasons.doubles.iter().map(|double| {
        let seat = double.seat;
        format!(
            "Double Siesta {}: {} +{}",
            ends(&double.cells),
            Styled(seat_style(seat), seat),
            double.points
        )
    });
    siestas.chain(doubles).collect()
}

/// How a game ended and who has won, in one or two sentences.
pub(crate) fn result(outcome: &Outcome) -> String {
    let winners: Vec<String> = outcome.winners().map(|seat| seat.to_string()).collect();
    let result = match outcome.teams {
        Some(teams) => {
            let (ac, bd) = (teams.ac, teams.bd);
            match teams.winner() {
                Some(Team::AC) => format!("a and c win, {ac} to {bd}"),
                Some(Team::BD) => format!("b and d win, {bd} to {ac}"),
                None => format!("a draw, {ac} all"),
            }
        }
        None => match &winners[..] {
            [winner] => format!("{winner} wins"),
            [others @ .., last] => format!("{} and {last} share the win", others.join(", ")),
            [] => String::new(),
        },
    };
    format!("Game over: {}. {result}.", outcome.end)
}

/// What is left to lay, shared and for each player.
pub(crate) fn supply(board: &Board) -> String {
    let left = |piece, seat| board.left(piece, seat);
    let seat = Seat::ALL[0];
    let roofs = board
        .players()
        .seats()
        .map(|seat| format!("{} {}", Styled(seat_style(seat), seat), left(Piece::Roof, seat)));
    format!(
        "{} suns, {} shadows; roofs: {}",
        left(Piece::Sun, seat),
        left(Piece::Shadow, seat),
        roofs.collect::<Vec<_>>().join(", ")
    )
}
