//! `sobremesa engine`: a line protocol for matches between engines.

use std::io::{BufRead, Write};

use bots::siesta::{Bot, margin};
use game::{Random, Rules, record::clipped};
use siesta::Position;

use crate::input::{self, Line};

/// What a line asks for.
enum Answer {
    Lines(Vec<String>),
    Quit,
}

struct Engine {
    position: Option<Position>,
    random: Random,
}

pub(crate) fn run(input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<()> {
    let mut engine = Engine { position: None, random: Random::new(0) };
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
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let lines = match word {
            "" => Vec::new(),
            "hello" => {
                let name = format!("name Sobremesa {}", env!("CARGO_PKG_VERSION"));
                vec![name, format!("games {}", Position::NAME), "ok".to_owned()]
            }
            "position" => {
                let text = rest.strip_prefix(Position::NAME).unwrap_or(rest);
                self.position = Some(text.parse().map_err(|error| format!("position: {error}"))?);
                Vec::new()
            }
            "go" => self.go(rest)?,
            // Every turn is found before the next line is read, so there is nothing to stop.
            "stop" => Vec::new(),
            "quit" => return Ok(Answer::Quit),
            _ => {
                let known = "hello, position, go, stop and quit";
                return Err(format!("unknown command `{}`: the commands are {known}", clipped(word)));
            }
        };
        Ok(Answer::Lines(lines))
    }

    fn go(&mut self, limits: &str) -> Result<Vec<String>, String> {
        let usage =
            || format!("go: `{}`: expected time MS, nodes N or level L with a whole number", clipped(limits));
        let (kind, number) = limits.split_once(char::is_whitespace).ok_or_else(usage)?;
        let number: u64 = number.trim().parse().map_err(|_| usage())?;
        if !["time", "nodes", "level"].contains(&kind) || number == 0 {
            return Err(usage());
        }
        let position =
            self.position.as_ref().ok_or("go: there is no position yet: send `position …` first")?;
        let Some(chosen) = Bot::Greedy.choose(position, &mut self.random) else {
            return Ok(vec!["turn none".to_owned()]);
        };
        let score = margin(position, &chosen.gains);
        let nodes = position.scored_turns().len();
        let info = format!("info depth 1 score {score} nodes {nodes} line {}", chosen.turn);
        Ok(vec![info, format!("turn {}", chosen.turn)])
    }
}
