//! `sobremesa replay` for Siesta.

use std::io::Write;

use game::Seat;
use game::record::{Reader, Step};
use serde::Serialize;
use siesta::{End, Laying, Position, Turn};

use crate::args::ReplayArgs;
use crate::games::siesta::words;
use crate::style::{FAINT, STRONG, Styled, seat_style};

#[derive(Serialize)]
struct TurnLine<'t> {
    turn: u16,
    seat: String,
    text: String,
    gains: &'t [u8],
    scores: &'t [u16],
}

#[derive(Serialize)]
struct EndLine<'t> {
    end: &'static str,
    scores: &'t [u16],
}

/// Prints the record with these bytes.
pub(crate) fn run(args: &ReplayArgs, bytes: &[u8], out: &mut impl Write) -> anyhow::Result<()> {
    let mut reader = Reader::<Position>::open(bytes).map_err(|error| args.record.about(error))?;
    if !args.json {
        writeln!(out, "{}, {}", Styled(STRONG, "Siesta"), reader.setup())?;
        for (seat, name) in reader.names() {
            writeln!(out, "{}: {name}", Styled(seat_style(*seat), seat))?;
        }
        writeln!(out)?;
    }
    loop {
        let before = reader.state().clone();
        let step = match reader.step() {
            Ok(step) => step,
            Err(error) => {
                out.flush()?;
                return Err(args.record.about(error));
            }
        };
        let (seat, turn) = match step {
            Some(Step::Action(seat, turn)) => (seat, turn),
            Some(Step::Chance(never)) => match never {},
            None => break,
        };
        let mut laying = before.lay();
        for placement in turn.iter() {
            laying.lay(placement)?;
        }
        if args.json {
            write_json(seat, &turn, &laying, reader.state(), out)?;
        } else {
            write_turn(seat, &turn, &laying, reader.state(), out)?;
        }
    }
    let end = reader.state();
    if args.json {
        let word = match end.end() {
            Some(End::Suns | End::Shadows | End::Roofs(_)) => "supply",
            Some(End::Stuck(_)) => "stuck",
            None => "open",
        };
        writeln!(out, "{}", serde_json::to_string(&EndLine { end: word, scores: end.scores().as_slice() })?)?;
    } else {
        writeln!(out)?;
        match end.outcome() {
            Some(outcome) => writeln!(out, "{}", Styled(STRONG, words::result(&outcome)))?,
            None => writeln!(out, "The game is open: it is the turn of {}.", end.mover())?,
        }
        writeln!(out, "{}", words::scores(&end.scores()))?;
    }
    Ok(())
}

/// Writes a turn as a line of JSON.
fn write_json(
    seat: Seat,
    turn: &Turn,
    laying: &Laying,
    after: &Position,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (gains, scores) = (laying.gains(), after.scores());
    let line = TurnLine {
        turn: after.turns_played(),
        seat: seat.to_string(),
        text: turn.to_string(),
        gains: gains.as_slice(),
        scores: scores.as_slice(),
    };
    writeln!(out, "{}", serde_json::to_string(&line)?)?;
    Ok(())
}

/// Writes a turn as text, with what it gains and why.
fn write_turn(
    seat: Seat,
    turn: &Turn,
    laying: &Laying,
    after: &Position,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (number, text) = (after.turns_played(), turn.to_string());
    let seat = Styled(seat_style(seat), seat);
    let (gains, scores) = (words::gains(&laying.gains()), words::scores(&after.scores()));
    writeln!(out, "{number:>3} {seat}  {text:<14}  {scores}   {gains}")?;
    for reason in words::reasons(&laying.reasons()) {
        writeln!(out, "       {}", Styled(FAINT, reason))?;
    }
    Ok(())
}
