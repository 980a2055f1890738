//! Texts about ¡No Siesta! for the terminal.

use game::record::{Step, StepOf};
use game::{BySeat, Seat, ToAct};
use no_siesta::{Farm, Position, ScoreItem, Unit};

use crate::style::{FAINT, STRONG, Styled, seat_style};

/// `+3`, `-1`, and an empty text for 0.
pub(crate) fn signed(number: i32) -> String {
    if number == 0 { String::new() } else { format!("{number:+}") }
}

/// `a 12   b 7`
pub(crate) fn scores(scores: &BySeat<i32>) -> String {
    let each = scores.iter().map(|(seat, score)| format!("{} {score:>3}", Styled(seat_style(seat), seat)));
    each.collect::<Vec<_>>().join("   ")
}

/// Who did what: `a  take pig` or `*  roll pig, hat`.
pub(crate) fn step(step: &StepOf<Position>) -> String {
    match step {
        Step::Action(seat, action) => format!("{}  {action}", Styled(seat_style(*seat), seat)),
        Step::Chance(chance) => format!("*  {}", Styled(FAINT, chance)),
    }
}

/// What the seat's score sheet gained between two positions, line by line: `barn +1, carts +5`.
pub(crate) fn gains(before: &Position, after: &Position, seat: Seat) -> String {
    let lines = ScoreItem::all().filter_map(|item| {
        let gain = after.points(seat, item) - before.points(seat, item);
        (gain != 0).then(|| format!("{item} {}", signed(gain)))
    });
    lines.collect::<Vec<_>>().join(", ")
}

/// A sentence about who is to act.
pub(crate) fn to_act(position: &Position) -> String {
    match position.to_act() {
        ToAct::Over => "The game is over.".to_owned(),
        ToAct::Chance => "Chance is to act.".to_owned(),
        ToAct::Seats(seats) => {
            let seats: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
            let verb = if seats.len() == 1 { "is" } else { "are" };
            format!("{} {verb} to act.", seats.join(", "))
        }
    }
}

/// What a player has to spend: revenue on discs, free and taken-back units, commodities.
pub(crate) fn to_spend(farm: &Farm) -> String {
    let mut all = Vec::new();
    for (word, holding) in [("", farm.board()), ("free ", farm.free()), ("taken ", farm.taken())] {
        let units = Unit::ALL.into_iter().map(|unit| (holding.count(unit), unit.to_string()));
        for (count, name) in units.chain([(holding.commodities(), "commodity".to_owned())]) {
            match count {
                0 => {}
                1 => all.push(format!("{word}{name}")),
                count => all.push(format!("{count} {word}{name}")),
            }
        }
    }
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}

/// The score sheet of all players, one item per line.
pub(crate) fn score_sheet(position: &Position) -> String {
    let seats = position.players().seats();
    let mut text = format!("{:<22}", "");
    for seat in seats.clone() {
        text += &format!("{:>3}{}", "", Styled(seat_style(seat), seat));
    }
    text.push('\n');
    for item in ScoreItem::all() {
        let points: Vec<i32> = seats.clone().map(|seat| position.points(seat, item)).collect();
        if points.iter().any(|points| *points != 0) {
            let points: String = points.iter().map(|points| format!("{points:>4}")).collect();
            text += &format!("{:<22}{points}\n", item.to_string());
        }
    }
    let total: String = position.scores().as_slice().iter().map(|score| format!("{score:>4}")).collect();
    text + &format!("{:<22}{}\n", "total", Styled(STRONG, total))
}

/// The result of a finished game.
pub(crate) fn result(position: &Position) -> String {
    if let Some(rank) = position.solo_rank() {
        let points = position.scores().as_slice()[0];
        return format!("Game over after round {}: {points} points, rank: {rank}.", position.round());
    }
    let ranks = position.ranks();
    let winners: Vec<String> =
        ranks.iter().filter(|(_, rank)| **rank == 1).map(|(seat, _)| seat.to_string()).collect();
    let result = match &winners[..] {
        [winner] => format!("{winner} wins"),
        [others @ .., last] => format!("{} and {last} share the win", others.join(", ")),
        [] => String::new(),
    };
    format!("Game over after round {}. {result}.", position.round())
}
