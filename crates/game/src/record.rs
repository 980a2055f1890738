//! Records: a whole game as text.
//!
//! Lines `Key: value`, a blank line, then one step a line: the text of an action or of a chance
//! outcome. Where several players are to act at once the line begins with the seat, `b: …`. A line
//! that begins with `;` is a comment, of any length, and blank lines after the first are passed over.

use std::fmt;

use crate::{Rules, Seat, Setup, ToAct};

/// The longest line a record may have, in bytes. Real ones have a tenth of it.
pub const MAX_LINE: usize = 1000;

/// One step of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum Step<A, C> {
    /// A player acted.
    Action(Seat, A),
    /// Chance had this outcome.
    Chance(C),
}

impl<A, C> Step<A, C> {
    /// The action of a player; `None` for a chance outcome.
    pub fn action(&self) -> Option<&A> {
        match self {
            Self::Action(_, action) => Some(action),
            Self::Chance(_) => None,
        }
    }
}

/// The step of a game.
pub type StepOf<R> = Step<<R as Rules>::Action, <R as Rules>::Chance>;

/// A game from its start, as far as it went.
#[derive(Clone, PartialEq, Debug)]
pub struct Record<R: Rules> {
    /// Player count and options.
    pub setup: R::Setup,
    /// The names of the players whose seats have one.
    pub names: Vec<(Seat, String)>,
    /// Header lines that the rules do not use, kept as they are.
    pub notes: Vec<(String, String)>,
    /// The steps in order.
    pub steps: Vec<StepOf<R>>,
}

impl<R: Rules> Record<R> {
    /// The record of a game that has not begun.
    pub fn new(setup: R::Setup) -> Self {
        Self { setup, names: Vec::new(), notes: Vec::new(), steps: Vec::new() }
    }

    /// Reads a whole record and checks every step by the rules. Also returns the state at its end.
    pub fn read(bytes: &[u8]) -> Result<(Self, R), RecordError<R>> {
        let mut reader = Reader::open(bytes)?;
        let mut steps = Vec::new();
        while let Some(step) = reader.step()? {
            steps.push(step);
        }
        let Reader { setup, names, notes, state, .. } = reader;
        Ok((Self { setup, names, notes, steps }, state))
    }
}

impl<R: Rules> fmt::Display for Record<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Game: {}", R::NAME)?;
        for (key, value) in self.setup.to_headers() {
            writeln!(f, "{key}: {value}")?;
        }
        for (seat, name) in &self.names {
            writeln!(f, "Seat {seat}: {name}")?;
        }
        for (key, value) in &self.notes {
            writeln!(f, "{key}: {value}")?;
        }
        writeln!(f)?;
        let mut state = R::start(&self.setup);
        for step in &self.steps {
            match step {
                Step::Action(seat, action) => {
                    if let ToAct::Seats(seats) = state.to_act()
                        && seats.only().is_none()
                    {
                        write!(f, "{seat}: ")?;
                    }
                    writeln!(f, "{action}")?;
                    // A record with a step that the rules refuse is still written.
                    let _ = state.play(*seat, action);
                }
                Step::Chance(chance) => {
                    writeln!(f, "{chance}")?;
                    let _ = state.happen(chance);
                }
            }
        }
        Ok(())
    }
}

/// The header lines of a record.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Headers {
    lines: Vec<(usize, String, String)>,
}

impl Headers {
    /// Reads only the header lines, for instance to find out which game it is.
    pub fn read(bytes: &[u8]) -> Result<Self, TextError> {
        Self::take(&mut Lines::new(bytes))
    }

    fn take(lines: &mut Lines<'_>) -> Result<Self, TextError> {
        let mut headers = Self::default();
        for line in lines {
            let (number, line) = line?;
            if line.is_empty() {
                break;
            }
            let wrong = |problem| TextError { line: number, problem };
            let (key, value) = line.split_once(':').ok_or(wrong(TextProblem::NoHeader))?;
            let (key, value) = (key.trim(), value.trim());
            if key.is_empty() {
                return Err(wrong(TextProblem::NoHeader));
            }
            if headers.get(key).is_some() {
                return Err(wrong(TextProblem::TwiceSaid(key.to_owned())));
            }
            headers.lines.push((number, key.to_owned(), value.to_owned()));
        }
        Ok(headers)
    }

    /// The value of this key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.lines.iter().find(|(_, k, _)| k == key).map(|(_, _, value)| value.as_str())
    }

    /// The value of a required key.
    pub fn require(&self, key: &'static str) -> Result<&str, HeaderError> {
        self.get(key).ok_or(HeaderError::Missing(key))
    }

    /// The line number of this key, or 1 if it is missing.
    pub fn line_of(&self, key: &str) -> usize {
        self.lines.iter().find(|(_, k, _)| k == key).map_or(1, |(line, _, _)| *line)
    }
}

/// What is wrong with the header lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeaderError {
    /// A required line is missing.
    Missing(&'static str),
    /// A value that this key cannot have.
    Bad {
        /// The key of the line.
        key: String,
        /// The value of the line.
        value: String,
        /// The values that are possible.
        expected: String,
    },
}

impl HeaderError {
    /// An error for the value that this key has in the headers.
    pub fn bad(key: &str, headers: &Headers, expected: impl Into<String>) -> Self {
        let value = headers.get(key).unwrap_or_default();
        Self::Bad { key: key.to_owned(), value: clipped(value), expected: expected.into() }
    }
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(key) => write!(f, "a record needs a line `{key}: …` before its first blank line"),
            Self::Bad { key, value, expected } => write!(f, "`{key}: {value}` is not possible: {expected}"),
        }
    }
}

impl std::error::Error for HeaderError {}

/// The text is not a record of any game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: TextProblem,
}

/// What can be wrong with a line before its game is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextProblem {
    /// Not UTF-8.
    NotText,
    /// Longer than [`MAX_LINE`].
    TooLong,
    /// Contains control characters.
    Control,
    /// Not of the form `Key: value`.
    NoHeader,
    /// A key for the second time.
    TwiceSaid(String),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            TextProblem::NotText => f.write_str("this is not UTF-8 text"),
            TextProblem::TooLong => write!(f, "the line is longer than {MAX_LINE} bytes"),
            TextProblem::Control => f.write_str("there are control characters in this line"),
            TextProblem::NoHeader => f.write_str("expected `Key: value` (the header ends with a blank line)"),
            TextProblem::TwiceSaid(key) => write!(f, "`{}` is there twice", clipped(key)),
        }
    }
}

impl std::error::Error for TextError {}

/// What is wrong with the record of a known game, and in which line.
#[derive(Clone, PartialEq, Debug)]
pub enum RecordError<R: Rules> {
    /// The text is not a record.
    Text(TextError),
    /// A header line is missing or has an impossible value.
    Header(usize, HeaderError),
    /// A line is not a step in the notation of the game.
    Notation(usize, String),
    /// A step that the rules refuse.
    Refused(usize, R::Refusal),
    /// A line after the end of the game.
    AfterTheEnd(usize),
}

impl<R: Rules> fmt::Display for RecordError<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => write!(f, "{error}"),
            Self::Header(line, error) => write!(f, "line {line}: {error}"),
            Self::Notation(line, error) => write!(f, "line {line}: {error}"),
            Self::Refused(line, refusal) => write!(f, "line {line}: {refusal}"),
            Self::AfterTheEnd(line) => write!(f, "line {line}: the game was over before this line"),
        }
    }
}

impl<R: Rules> std::error::Error for RecordError<R> {}

/// Reads a record step by step, so that the steps before a bad line can be used.
#[derive(Debug)]
pub struct Reader<'t, R: Rules> {
    lines: Lines<'t>,
    setup: R::Setup,
    names: Vec<(Seat, String)>,
    notes: Vec<(String, String)>,
    state: R,
}

impl<'t, R: Rules> Reader<'t, R> {
    /// Reads the header lines.
    pub fn open(bytes: &'t [u8]) -> Result<Self, RecordError<R>> {
        let mut lines = Lines::new(bytes);
        let headers = Headers::take(&mut lines).map_err(RecordError::Text)?;
        let wrong = |error| {
            let line = match &error {
                HeaderError::Missing(_) => 1,
                HeaderError::Bad { key, .. } => headers.line_of(key),
            };
            RecordError::Header(line, error)
        };
        if headers.require("Game").map_err(wrong)? != R::NAME {
            return Err(wrong(HeaderError::bad("Game", &headers, format!("expected {}", R::NAME))));
        }
        let setup = R::Setup::from_headers(&headers).map_err(wrong)?;
        let known: Vec<&str> = setup.to_headers().into_iter().map(|(key, _)| key).collect();
        let (mut names, mut notes) = (Vec::new(), Vec::new());
        for (_, key, value) in &headers.lines {
            if let Some(seat) = key.strip_prefix("Seat ") {
                let seat = seat.parse().ok().filter(|seat| setup.players().has(*seat));
                let seats = setup.players().seats().map(|seat| seat.to_string()).collect::<Vec<_>>();
                let wrong_seat = || {
                    let expected = format!("the seats of this game are {}", seats.join(", "));
                    wrong(HeaderError::bad(key, &headers, expected))
                };
                names.push((seat.ok_or_else(wrong_seat)?, value.clone()));
            } else if key != "Game" && !known.contains(&key.as_str()) {
                let word = key.split_whitespace().next().unwrap_or_default();
                let meant =
                    known.iter().chain(&["Game", "Seat"]).find(|known| word.eq_ignore_ascii_case(known));
                if let Some(meant) = meant {
                    return Err(wrong(HeaderError::bad(key, &headers, format!("write it `{meant}`"))));
                }
                notes.push((key.clone(), value.clone()));
            }
        }
        names.sort_by_key(|(seat, _)| *seat);
        let state = R::start(&setup);
        Ok(Self { lines, setup, names, notes, state })
    }

    /// Player count and options.
    pub fn setup(&self) -> &R::Setup {
        &self.setup
    }

    /// The names of the players whose seats have one in the record.
    pub fn names(&self) -> &[(Seat, String)] {
        &self.names
    }

    /// The state after the steps read so far.
    pub fn state(&self) -> &R {
        &self.state
    }

    /// Reads, checks and applies the next step; `None` at the end of the text.
    pub fn step(&mut self) -> Result<Option<StepOf<R>>, RecordError<R>> {
        let (number, line) = loop {
            match self.lines.next() {
                None => return Ok(None),
                Some(Err(error)) => return Err(RecordError::Text(error)),
                Some(Ok((_, ""))) => {}
                Some(Ok(line)) => break line,
            }
        };
        let refused = |refusal| RecordError::Refused(number, refusal);
        match self.state.to_act() {
            ToAct::Over => Err(RecordError::AfterTheEnd(number)),
            ToAct::Chance => {
                let chance = line.parse().map_err(|error| notation(number, line, error))?;
                self.state.happen(&chance).map_err(refused)?;
                Ok(Some(Step::Chance(chance)))
            }
            ToAct::Seats(seats) => {
                let (seat, text) = match seats.only() {
                    Some(seat) => (seat, line),
                    None => {
                        let (seat, text) = line.split_once(": ").unwrap_or(("", line));
                        (seat.parse().map_err(|_| notation(number, line, SeatMissing))?, text)
                    }
                };
                let action = text.parse().map_err(|error| notation(number, text, error))?;
                self.state.play(seat, &action).map_err(refused)?;
                Ok(Some(Step::Action(seat, action)))
            }
        }
    }
}

/// A line without its seat, where several players are to act.
#[derive(Clone, Copy, Debug)]
struct SeatMissing;

impl fmt::Display for SeatMissing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("several players are to act, so the line begins with the seat, like `b: …`")
    }
}

impl std::error::Error for SeatMissing {}

fn notation<R: Rules>(line: usize, text: &str, error: impl std::error::Error) -> RecordError<R> {
    RecordError::Notation(line, format!("`{}`: {error}", clipped(text)))
}

/// The lines of a text with their numbers; comments are left out, blank lines are not.
#[derive(Clone, Debug)]
struct Lines<'t> {
    rest: &'t [u8],
    number: usize,
}

impl<'t> Lines<'t> {
    fn new(bytes: &'t [u8]) -> Self {
        Self { rest: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), number: 0 }
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = Result<(usize, &'t str), TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.rest.is_empty() {
            let end = self.rest.iter().position(|byte| *byte == b'\n');
            let (line, rest) = match end {
                Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
                None => (self.rest, &[][..]),
            };
            self.rest = rest;
            self.number += 1;
            let wrong = |problem| Some(Err(TextError { line: self.number, problem }));
            if line.trim_ascii_start().starts_with(b";") {
                continue;
            }
            if line.len() > MAX_LINE {
                return wrong(TextProblem::TooLong);
            }
            let Ok(line) = std::str::from_utf8(line) else { return wrong(TextProblem::NotText) };
            let line = line.trim();
            if line.chars().any(char::is_control) {
                return wrong(TextProblem::Control);
            }
            if !line.starts_with(';') {
                return Some(Ok((self.number, line)));
            }
        }
        None
    }
}

/// The beginning of an untrusted text, safe to show in a message.
pub fn clipped(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().take(MOST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
