//! `sobremesa replay` for ¡No Siesta!.

use std::io::Write;

use game::ToAct;
use game::record::{Reader, Step, StepOf};
use no_siesta::Position;
use serde::Serialize;

use super::words;
use crate::args::ReplayArgs;
use crate::style::{FAINT, STRONG, Styled, seat_style};

#[derive(Serialize)]
struct StepLine {
    step: usize,
    round: u8,
    /// `None` for chance.
    seat: Option<String>,
    text: String,
    gains: Vec<i32>,
    scores: Vec<i32>,
}

#[derive(Serialize)]
struct EndLine {
    end: &'static str,
    scores: Vec<i32>,
}

/// Prints the record with these bytes.
pub(crate) fn run(args: &ReplayArgs, bytes: &[u8], out: &mut impl Write) -> anyhow::Result<()> {
    let mut reader = Reader::<Position>::open(bytes).map_err(|error| args.record.about(error))?;
    args.record.sheet.matches(reader.setup().sheet()).map_err(|error| args.record.about(error))?;
    if !args.json {
        writeln!(out, "{}, {}", Styled(STRONG, "¡No Siesta!"), reader.setup())?;
        for (seat, name) in reader.names() {
            writeln!(out, "{}: {name}", Styled(seat_style(*seat), seat))?;
        }
    }
    let mut round = 0;
    for number in 1.. {
        let before = *reader.state();
        let step = match reader.step() {
            Ok(Some(step)) => step,
            Ok(None) => break,
            Err(error) => {
                out.flush()?;
                return Err(args.record.about(error));
            }
        };
        let after = reader.state();
        if args.json {
            write_json(number, &step, &before, after, out)?;
            continue;
        }
        if before.round() != round {
            round = before.round();
            let start = before.start_player();
            writeln!(
                out,
                "\n{}  {}",
                Styled(STRONG, format!("Round {round}")),
                words::scores(&before.scores())
            )?;
            writeln!(out, "{}", Styled(FAINT, format!("{start} has the pig")))?;
        }
        write_step(number, &step, &before, after, out)?;
    }
    let end = reader.state();
    if args.json {
        let line = EndLine { end: end_word(end), scores: end.scores().as_slice().to_vec() };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        return Ok(());
    }
    writeln!(out)?;
    match end.to_act() {
        ToAct::Over => writeln!(out, "{}", Styled(STRONG, words::result(end)))?,
        ToAct::Chance | ToAct::Seats(_) => writeln!(out, "The game is open. {}", words::to_act(end))?,
    }
    write!(out, "{}", words::score_sheet(end))?;
    Ok(())
}

/// Writes a step as a line of JSON.
fn write_json(
    number: usize,
    step: &StepOf<Position>,
    before: &Position,
    after: &Position,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (seat, text) = match step {
        Step::Action(seat, action) => (Some(seat.to_string()), action.to_string()),
        Step::Chance(chance) => (None, chance.to_string()),
    };
    let scores = after.scores().as_slice().to_vec();
    let gains = scores.iter().zip(before.scores().as_slice()).map(|(now, then)| now - then).collect();
    let line = StepLine { step: number, round: before.round(), seat, text, gains, scores };
    writeln!(out, "{}", serde_json::to_string(&line)?)?;
    Ok(())
}

/// Writes a step as text, with what everybody gains by it.
fn write_step(
    number: usize,
    step: &StepOf<Position>,
    before: &Position,
    after: &Position,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    write!(out, "{number:>4} {}", words::step(step))?;
    let gains: Vec<String> = before
        .players()
        .seats()
        .map(|seat| (seat, words::gains(before, after, seat)))
        .filter(|(_, gains)| !gains.is_empty())
        .map(|(seat, gains)| format!("{seat}: {gains}"))
        .collect();
    match &gains[..] {
        [] => writeln!(out)?,
        gains => writeln!(out, "   {}", Styled(FAINT, gains.join("; ")))?,
    }
    Ok(())
}

/// How the game ended, for the JSON output.
fn end_word(position: &Position) -> &'static str {
    let last = position.variant().track().last;
    let reached = position.players().seats().any(|seat| position.farm(seat).track() == last)
        || position.solo().is_some_and(|solo| solo.track() == last);
    match position.to_act() {
        ToAct::Over if reached => "track",
        ToAct::Over => "rounds",
        ToAct::Chance | ToAct::Seats(_) => "open",
    }
}
