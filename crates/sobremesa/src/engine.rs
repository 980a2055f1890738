//! `sobremesa engine`: the engine protocol on standard input and output.
//!
//! One thread reads lines, one searches, and the main thread answers, so that every line is answered at once and a
//! search can be stopped.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use bots::{
    Budget, Level, Limits, Player, Thought, no_siesta as no_siesta_bots, siesta as siesta_bots, system_clock,
};
use game::record::clipped;
use game::{Rules, Seat, ToAct};
use no_siesta::Sheet;

use crate::args::SheetArg;
use crate::input::{self, Line};

/// An event for the main thread.
enum Event {
    /// A line from standard input.
    Line(Line),
    /// Standard input has ended.
    End,
    /// An `info` line of the search.
    Info(String),
    /// The `turn` line that ends the search.
    Turn(String),
}

/// A position of either game.
enum Position {
    Siesta(Box<siesta::Position>),
    NoSiesta(Box<no_siesta::Position>),
}

struct Engine {
    position: Option<Position>,
    sheet: &'static Sheet,
    events: Sender<Event>,
    /// The stop flag of the running search.
    search: Option<Arc<AtomicBool>>,
}

/// The answer to a line.
enum Answer {
    Lines(Vec<String>),
    Quit,
}

pub(crate) fn run(args: &SheetArg, out: &mut impl Write) -> anyhow::Result<()> {
    let (events, incoming) = channel();
    let mut engine = Engine { position: None, sheet: args.load()?, events: events.clone(), search: None };
    std::thread::spawn(move || read_lines(&events));
    engine.run(&incoming, out)
}

/// Sends every line of standard input to the main thread.
fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    while let Ok(Some(line)) = input::line(&mut input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}

impl Engine {
    fn run(&mut self, incoming: &Receiver<Event>, out: &mut impl Write) -> anyhow::Result<()> {
        // When the input ends, a running search still gets to send its turn.
        let mut ended = false;
        while !(ended && self.search.is_none()) {
            let Ok(event) = incoming.recv() else { break };
            let lines = match event {
                Event::End => {
                    ended = true;
                    continue;
                }
                Event::Info(line) => Ok(Answer::Lines(vec![line])),
                Event::Turn(line) => {
                    self.search = None;
                    Ok(Answer::Lines(vec![line]))
                }
                Event::Line(Line::Text(text)) => self.answer(&text),
                Event::Line(Line::Unreadable(why)) => Err(why.to_owned()),
            };
            match lines {
                Ok(Answer::Quit) => break,
                Ok(Answer::Lines(lines)) => lines.iter().try_for_each(|line| writeln!(out, "{line}"))?,
                Err(error) => writeln!(out, "error {error}")?,
            }
            out.flush()?;
        }
        self.stop();
        Ok(())
    }

    /// Stops the search if one is running; it then sends its best turn.
    fn stop(&self) {
        if let Some(stop) = &self.search {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn answer(&mut self, line: &str) -> Result<Answer, String> {
        let (word, rest) = split(line);
        let lines = match (word, rest) {
            ("", _) => Vec::new(),
            ("hello", "") => vec![
                format!("name Sobremesa {}", env!("CARGO_PKG_VERSION")),
                format!("games {} {}", siesta::Position::NAME, no_siesta::Position::NAME),
                "ok".to_owned(),
            ],
            ("position" | "go", _) if self.search.is_some() => {
                return Err(format!("{word}: a search is running: wait for its turn, or send `stop`"));
            }
            ("position", text) => {
                self.position = Some(self.read(text).map_err(|error| format!("position: {error}"))?);
                Vec::new()
            }
            ("go", limits) => self.go(limits).map_err(|error| format!("go: {error}"))?.into_iter().collect(),
            ("stop", "") => {
                self.stop();
                Vec::new()
            }
            ("quit", "") => return Ok(Answer::Quit),
            ("hello" | "stop" | "quit", _) => return Err(format!("{word}: this command takes no arguments")),
            _ => {
                let known = "hello, position, go, stop and quit";
                return Err(format!("unknown command `{}`: the commands are {known}", clipped(word)));
            }
        };
        Ok(Answer::Lines(lines))
    }

    fn read(&self, text: &str) -> Result<Position, String> {
        let (game, rest) = split(text);
        match game {
            siesta::Position::NAME => read_siesta(rest),
            no_siesta::Position::NAME => match no_siesta::Position::read(self.sheet, rest) {
                Ok(position) => Ok(Position::NoSiesta(Box::new(position))),
                Err(error) => Err(error.to_string()),
            },
            _ => read_siesta(text),
        }
    }

    /// Starts a search; returns an answer only if there is nothing to search.
    fn go(&mut self, limits: &str) -> Result<Option<String>, String> {
        let (level, limits) = read_limits(limits)?;
        let position = self
            .position
            .as_ref()
            .ok_or_else(|| "there is no position yet: send `position …` first".to_owned())?;
        let to_act = match position {
            Position::Siesta(position) => position.to_act(),
            Position::NoSiesta(position) => position.to_act(),
        };
        let seats = match to_act {
            ToAct::Over => return Ok(Some("turn none".to_owned())),
            ToAct::Chance => return Err("chance is to act: send the position after it".to_owned()),
            ToAct::Seats(seats) => seats,
        };
        let Some(seat) = seats.iter().next() else { return Ok(Some("turn none".to_owned())) };
        let (stop, events) = (Arc::<AtomicBool>::default(), self.events.clone());
        let budget = Budget::with_stop(limits, system_clock, stop.clone());
        let prefix = if seats.only().is_none() { format!("{seat}: ") } else { String::new() };
        // The seed is derived from the position, so that the same question gets the same answer.
        match position {
            Position::Siesta(position) => {
                let player = siesta_bots::Bot::Level(level).player(position.hash());
                search((**position).clone(), player, seat, budget, prefix, events);
            }
            Position::NoSiesta(position) => {
                let player = no_siesta_bots::Bot::Level(level).player(position.hash());
                search(**position, player, seat, budget, prefix, events);
            }
        }
        self.search = Some(stop);
        Ok(None)
    }
}

/// Reads a position of Siesta, with `teams` before it for a game in teams.
fn read_siesta(text: &str) -> Result<Position, String> {
    let (mode, text) = match split(text) {
        ("teams", rest) => (siesta::Mode::Teams, rest),
        _ => (siesta::Mode::FreeForAll, text),
    };
    let position: siesta::Position = text.parse().map_err(|error| format!("{error}"))?;
    let position = position.with_mode(mode).map_err(|error| error.to_string())?;
    Ok(Position::Siesta(Box::new(position)))
}

/// Reads the arguments of `go`: which level searches, and its limits. A level on its own uses its own limits.
fn read_limits(text: &str) -> Result<(Level, Limits), String> {
    let (kind, number) = split(text);
    let number = number.parse().ok().filter(|number: &u64| *number > 0);
    match (kind, number) {
        ("time", Some(ms)) => Ok((Level::STRONGEST, Limits::time(Duration::from_millis(ms)))),
        ("nodes", Some(nodes)) => Ok((Level::STRONGEST, Limits::nodes(nodes))),
        ("level", Some(number)) => {
            let level = u8::try_from(number).map_or(Err(bots::LevelError), Level::new);
            level.map(|level| (level, Limits::default())).map_err(|error| error.to_string())
        }
        _ => {
            let text = clipped(text);
            Err(format!("`{text}`: expected time MS, nodes N or level L with a whole number above 0"))
        }
    }
}

/// Splits a line into its first word and the rest.
fn split(line: &str) -> (&str, &str) {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// Searches on a new thread and sends what it finds to the main thread.
fn search<R: Rules<Action: Send> + Send + 'static>(
    position: R,
    mut player: Box<dyn Player<R>>,
    seat: Seat,
    mut budget: Budget,
    prefix: String,
    events: Sender<Event>,
) {
    std::thread::spawn(move || {
        let started = budget.clone();
        let mut tell = |thought: &Thought<R::Action>| {
            let Thought { score, depth, nodes, line, .. } = thought;
            let line: Vec<String> = line.iter().map(ToString::to_string).collect();
            let (ms, line) = (started.elapsed().as_millis(), line.join("; "));
            let info = format!("info depth {depth} score {score:.2} nodes {nodes} time {ms} line {line}");
            let _ = events.send(Event::Info(info));
        };
        let choose = AssertUnwindSafe(|| player.choose(&position, seat, &mut budget, &mut tell));
        let turn = match catch_unwind(choose) {
            Ok(Some(thought)) => format!("turn {prefix}{}", thought.action),
            Ok(None) => "turn none".to_owned(),
            Err(_) => "error go: the search failed".to_owned(),
        };
        let _ = events.send(Event::Turn(turn));
    });
}
