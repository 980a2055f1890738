//! Texts about Siesta for the terminal.

use anstyle::{AnsiColor, Style};
use game::{BySeat, Seat};
use siesta::{Board, Cell, Content, Outcome, Piece, Reasons, Team};

use crate::style::{Styled, seat_style};

/// The colour of a piece. Pieces are also distinguished by letters and signs.
pub(crate) fn style(content: Content) -> Style {
    match content {
        Content::Sun => AnsiColor::BrightYellow.on_default().bold(),
        Content::Shadow => AnsiColor::BrightBlack.on_default(),
        Content::Roof(seat) => seat_style(seat),
    }
}

/// `a 12  b 7`
pub(crate) fn scores(scores: &BySeat<u16>) -> String {
    let each = scores.iter().map(|(seat, score)| format!("{} {score:>3}", Styled(seat_style(seat), seat)));
    each.collect::<Vec<_>>().join("   ")
}

/// `a +3, b +1`, without those who gain nothing.
pub(crate) fn gains(gains: &BySeat<u8>) -> String {
    let some = gains.iter().filter(|(_, gain)| **gain > 0);
    let each: Vec<String> = some.map(|(seat, gain)| format!("{seat} +{gain}")).collect();
    if each.is_empty() { "nobody gains".to_owned() } else { each.join(", ") }
}

/// Why points are gained, one line per reason.
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
    let doubles = reasons
        .doubles
        .iter()
        .map(|double| format!("Double Siesta {}: {} +{}", ends(&double.cells), double.seat, double.points));
    siestas.chain(doubles).collect()
}

/// How a game ended and who won, in two sentences.
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

/// The supply that is left, shared and for each player.
pub(crate) fn supply(board: &Board) -> String {
    let left = |piece, seat| board.left(piece, seat);
    let seat = Seat::ALL[0];
    let roofs = board
        .players()
        .seats()
        .map(|seat| format!("{} {}", Styled(seat_style(seat), seat), left(Piece::Roof, seat)));
    format!(
        "suns {}, shadows {}; roofs: {}",
        left(Piece::Sun, seat),
        left(Piece::Shadow, seat),
        roofs.collect::<Vec<_>>().join(", ")
    )
}
