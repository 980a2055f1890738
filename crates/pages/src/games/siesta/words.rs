//! Siesta in words: pieces, gains and their reasons, refusals, wrong positions, ends and results.

use club::StepError;
use game::{BySeat, Seat};
use siesta::{Cell, Content, End, Outcome, Piece, PositionError, Reasons, Refusal, Team};

use crate::names::Names;
use crate::words::Words;

/// A piece by its name.
pub(super) fn piece(words: Words, piece: Piece) -> String {
    match piece {
        Piece::Sun => words.say("piece-sun"),
        Piece::Roof => words.say("piece-roof"),
        Piece::Shadow => words.say("piece-shadow"),
    }
}

fn content(words: Words, content: Content) -> String {
    match content {
        Content::Sun => words.say("piece-sun"),
        Content::Roof(_) => words.say("piece-roof"),
        Content::Shadow => words.say("piece-shadow"),
    }
}

/// Who gains how much, such as `Ana +3, Ben +1`; empty if nobody does.
pub(super) fn gains(names: &Names, gains: &BySeat<u8>) -> String {
    let some = gains.iter().filter(|(_, gain)| **gain > 0);
    some.map(|(seat, gain)| format!("{} +{gain}", names.of(seat))).collect::<Vec<_>>().join(", ")
}

/// The lines that score, in words, each with its cells.
pub(super) fn reasons(words: Words, names: &Names, reasons: &Reasons) -> Vec<(String, Vec<Cell>)> {
    let ends = |cells: &[Cell]| match cells {
        [first, .., last] => format!("{first}–{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    };
    let siestas = reasons.siestas.iter().map(|gain| {
        let cells: Vec<Cell> = gain.siesta.cells().collect();
        let told = [
            ("cells", ends(&cells).into()),
            ("shadows", gain.added.len().into()),
            ("gains", gains(names, &gain.points).into()),
        ];
        let text =
            if gain.is_new() { words.with("reason-new", told) } else { words.with("reason-longer", told) };
        (text, cells)
    });
    let doubles = reasons.doubles.iter().map(|double| {
        let told = [
            ("cells", ends(&double.cells).into()),
            ("gains", format!("{} +{}", names.of(double.seat), double.points).into()),
        ];
        (words.with("reason-double", told), double.cells.clone())
    });
    siestas.chain(doubles).collect()
}

/// Why the rules refuse a placement or a turn.
pub(super) fn refusal(words: Words, names: &Names, refusal: &Refusal) -> String {
    let at = |cell: &Cell| cell.to_string().into();
    match refusal {
        Refusal::GameOver(end) => self::end(words, names, *end),
        Refusal::NotYourTurn { to_move, .. } => {
            words.with("refusal-not-your-turn", [("name", names.of(*to_move).to_owned().into())])
        }
        Refusal::Occupied { cell, content: lies } => {
            words.with("refusal-occupied", [("cell", at(cell)), ("piece", content(words, *lies).into())])
        }
        Refusal::TouchesNothing { cell } => words.with("refusal-touches-nothing", [("cell", at(cell))]),
        Refusal::SunTouchesShadow { cell, shadow } => {
            words.with("refusal-sun-touches-shadow", [("cell", at(cell)), ("other", at(shadow))])
        }
        Refusal::ShadowTouchesSun { cell, sun } => {
            words.with("refusal-shadow-touches-sun", [("cell", at(cell)), ("other", at(sun))])
        }
        Refusal::ShadowOutsideSiesta { cell } => words.with("refusal-shadow-outside", [("cell", at(cell))]),
        Refusal::OpeningPiece { cell, piece: laid } => {
            words.with("refusal-opening", [("cell", at(cell)), ("piece", piece(words, *laid).into())])
        }
        Refusal::TurnFull { placement } => words.with("refusal-full", [("cell", at(&placement.cell))]),
        Refusal::AfterTheEnd { placement, end } => {
            let end = self::end(words, names, *end);
            words.with("refusal-after-the-end", [("cell", at(&placement.cell)), ("end", end.into())])
        }
        Refusal::NoPoint { placement, .. } => words.with("refusal-no-point", [("cell", at(&placement.cell))]),
        Refusal::DeadEnd { placement } => words.with("refusal-dead-end", [("cell", at(&placement.cell))]),
        Refusal::TooFew(count) => words.with("refusal-too-few", [("count", (*count).into())]),
    }
}

/// Why a step may not be taken; None if it is not a rule of Siesta that says so.
pub(super) fn step_error(words: Words, names: &Names, error: &StepError) -> Option<String> {
    match error {
        StepError::Siesta(error) => Some(refusal(words, names, error)),
        StepError::NoSiesta(_) | StepError::Notation { .. } => None,
    }
}

/// What is wrong with the text of a position.
pub(super) fn wrong_position(words: Words, error: &PositionError) -> String {
    match error {
        PositionError::TooLong => words.say("position-too-long"),
        PositionError::Parts(parts) => words.with("position-parts", [("count", (*parts).into())]),
        PositionError::Rows(rows) => words.with("position-rows", [("count", (*rows).into())]),
        PositionError::RowLength { row, cells } if *cells > siesta::SIDE => {
            words.with("position-row-long", [("row", (*row).into())])
        }
        PositionError::RowLength { row, cells } => {
            words.with("position-row-short", [("row", (*row).into()), ("count", (*cells).into())])
        }
        PositionError::Sign { row, sign } => {
            words.with("position-sign", [("row", (*row).into()), ("text", sign.clone().into())])
        }
        PositionError::Players(text) => words.with("position-players", [("text", text.clone().into())]),
        PositionError::Mover { text, players } => {
            let last = Seat::ALL[players.count() - 1].to_string();
            words.with("position-mover", [("text", text.clone().into()), ("last", last.into())])
        }
        PositionError::Turns(text) => words.with("position-turns", [("text", text.clone().into())]),
        PositionError::Scores { text, players } => {
            words.with("position-scores", [("text", text.clone().into()), ("count", players.count().into())])
        }
        PositionError::Supply { content: what, count, supply } => words.with(
            "position-supply",
            [
                ("piece", content(words, *what).into()),
                ("count", (*count).into()),
                ("supply", i64::from(*supply).into()),
            ],
        ),
        PositionError::Roof { cell, seat, players } => words.with(
            "position-roof",
            [
                ("cell", cell.to_string().into()),
                ("seat", seat.to_string().into()),
                ("count", players.count().into()),
            ],
        ),
        PositionError::SunTouchesShadow { sun, shadow } => words.with(
            "refusal-sun-touches-shadow",
            [("cell", sun.to_string().into()), ("other", shadow.to_string().into())],
        ),
        PositionError::ShadowOutsideSiesta(cell) => {
            words.with("refusal-shadow-outside", [("cell", cell.to_string().into())])
        }
        PositionError::Island { cell, first, .. } => words.with(
            "position-island",
            [("cell", cell.to_string().into()), ("other", first.to_string().into())],
        ),
        PositionError::EmptyBoard => words.say("position-empty"),
        PositionError::NoTurns => words.say("position-no-turns"),
        PositionError::OtherVariant => words.say("position-other"),
    }
}

/// Why a game is over.
pub(super) fn end(words: Words, names: &Names, end: End) -> String {
    match end {
        End::Suns => words.say("end-suns"),
        End::Shadows => words.say("end-shadows"),
        End::Roofs(seat) => words.with("end-roofs", [("name", names.of(seat).to_owned().into())]),
        End::Stuck(seat) => words.with("end-stuck", [("name", names.of(seat).to_owned().into())]),
    }
}

/// Who has won.
pub(super) fn result(words: Words, names: &Names, outcome: &Outcome) -> String {
    if let Some(teams) = outcome.teams {
        let winners = match teams.winner() {
            Some(Team::AC) => [Seat::ALL[0], Seat::ALL[2]],
            Some(Team::BD) => [Seat::ALL[1], Seat::ALL[3]],
            None => return words.with("result-draw", [("points", i64::from(teams.ac).into())]),
        };
        let (most, least) = (teams.ac.max(teams.bd), teams.ac.min(teams.bd));
        return words.with(
            "result-team",
            [
                ("names", names.joined(words, &winners).into()),
                ("points", i64::from(most).into()),
                ("other", i64::from(least).into()),
            ],
        );
    }
    let winners: Vec<Seat> = outcome.winners().collect();
    let told = [("names", names.joined(words, &winners).into())];
    if winners.len() == 1 { words.with("result-wins", told) } else { words.with("result-share", told) }
}
