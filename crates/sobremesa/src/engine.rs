//! `sobremesa engine`: a line protocol for matches between engines.

use std::io::{BufRead, Write};

use bots::{Budget, Limits, Thought, no_siesta as no_siesta_bots, siesta as siesta_bots};
use game::record::clipped;
use game::{Random, Rules, Seat, ToAct};
use no_siesta::Sheet;

use crate::args::SheetArg;
use crate::input::{self, Line};

/// What a line asks for.
enum Answer {
    Lines(Vec<String>),
    Quit,
}

/// The position of either game.
enum Position {
    Siesta(Box<siesta::Position>),
    NoSiesta(Box<no_siesta::Position>),
}

struct Engine {
    position: Option<Position>,
    random: Random,
    sheet: &'static Sheet,
}

pub(crate) fn run(args: &SheetArg, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
    let mut engine = Engine { position: None, random: Random::new(0), sheet: args.load()? };
    while let Some(line) = input::line(input)? {
        let answer = match &line {
            Line::Text(text) => engine.answer(text),
            Line::Unreadable(why) => Err((*why).to_owned()),
        };
        match answer {
            Ok(Answer::Quit) => break,
            Ok(Answer::Lines(lines)) => lines.iter().try_for_each(|line| writeln!(out, "{line}"))?,
            Err(error) => writeln!(out, "error {error}")?,
        }
        out.flush()?;
    }
    Ok(())
}

impl Engine {
    fn answer(&mut self, line: &str) -> Result<Answer, String> {
        let (word, rest) = split(line);
        let lines = match (word, rest) {
            ("", _) => Vec::new(),
            ("hello", "") => vec![
                format!("name Sobremesa {}", env!("CARGO_PKG_VERSION")),
                format!("games {} {}", siesta::Position::NAME, no_siesta::Position::NAME),
                "ok".to_owned(),
            ],
            ("position", text) => {
                self.position = Some(self.read(text).map_err(|error| format!("position: {error}"))?);
                Vec::new()
            }
            ("go", limits) => self.go(limits)?,
            // Every turn is found before the next line is read, so there is nothing to stop.
            ("stop", "") => Vec::new(),
            ("quit", "") => return Ok(Answer::Quit),
            ("hello" | "stop" | "quit", _) => return Err(format!("{word}: nothing follows this word")),
            _ => {
                let known = "hello, position, go, stop and quit";
                return Err(format!("unknown command `{}`: the commands are {known}", clipped(word)));
            }
        };
        Ok(Answer::Lines(lines))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let (game, rest) = split(text);
        let siesta = |text: &str| match text.parse() {
            Ok(position) => Ok(Position::Siesta(Box::new(position))),
            Err(error) => Err(format!("{error}")),
        };
        match game {
            siesta::Position::NAME => siesta(rest),
            no_siesta::Position::NAME => match no_siesta::Position::read(self.sheet, rest) {
                Ok(position) => Ok(Position::NoSiesta(Box::new(position))),
                Err(error) => Err(error.to_string()),
            },
            _ => siesta(text),
        }
    }

    fn go(&mut self, limits: &str) -> Result<Vec<String>, String> {
        let usage = || {
            let limits = clipped(limits);
            format!("go: `{limits}`: expected time MS, nodes N or level L with a whole number above 0")
        };
        let (kind, number) = split(limits);
        let number: Option<u64> = number.parse().ok().filter(|number| *number > 0);
        if !["time", "nodes", "level"].contains(&kind) || number.is_none() {
            return Err(usage());
        }
        match &self.position {
            None => Err("go: there is no position yet: send `position …` first".to_owned()),
            Some(Position::Siesta(position)) => Ok(siesta_turn(position, &mut self.random)),
            Some(Position::NoSiesta(position)) => no_siesta_turn(position, &mut self.random),
        }
    }
}

/// The first word and the rest.
fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

fn siesta_turn(position: &siesta::Position, random: &mut Random) -> Vec<String> {
    let mut player = siesta_bots::Bot::Greedy.player(random.next());
    let mut budget = Budget::new(Limits::default());
    let Some(thought) = player.choose(position, position.mover(), &mut budget, &mut |_| {}) else {
        return vec!["turn none".to_owned()];
    };
    let Thought { action, score, .. } = thought;
    vec![format!("info depth 1 score {score} line {action}"), format!("turn {action}")]
}

fn no_siesta_turn(position: &no_siesta::Position, random: &mut Random) -> Result<Vec<String>, String> {
    let seats = match position.to_act() {
        ToAct::Over => return Ok(vec!["turn none".to_owned()]),
        ToAct::Chance => return Err("go: chance is to act: send the position after it".to_owned()),
        ToAct::Seats(seats) => seats,
    };
    let several = seats.only().is_none();
    let turn = |seat: Seat| {
        let action = bots::choose(&mut *no_siesta_bots::Bot::Sensible.player(random.next()), position, seat)?;
        Some(if several { format!("turn {seat}: {action}") } else { format!("turn {action}") })
    };
    Ok(vec![seats.iter().next().and_then(turn).unwrap_or_else(|| "turn none".to_owned())])
}
