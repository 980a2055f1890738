//! External programs that speak the engine protocol.

use std::fmt;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use game::record::clipped;

use super::engines::Limit;
use crate::input::{self, Line};

/// The most lines of a program that wait to be read.
const MAX_QUEUED_LINES: usize = 1024;

/// How often a wait for a line checks the stop flag.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// How long a program may take to exit after `quit` before it is killed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// Why a program did not play a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Failure {
    /// It did not answer in time.
    TimedOut,
    /// It exited.
    Died,
    /// It answered with an error.
    Refused(String),
    /// Its turn is not in the notation, or is illegal.
    Illegal(String),
    /// The match was stopped.
    Interrupted,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimedOut => f.write_str("did not answer in time"),
            Self::Died => f.write_str("exited in the middle of a game"),
            Self::Refused(answer) => write!(f, "answered `{answer}`"),
            Self::Illegal(turn) => write!(f, "played an illegal turn: {turn}"),
            Self::Interrupted => f.write_str("was interrupted"),
        }
    }
}

/// The answer of a program to `go`.
pub(super) struct Answer {
    /// What follows the word `turn`.
    pub(super) turn: String,
    /// The number of positions that it reported.
    pub(super) nodes: u64,
}

/// A running program.
pub(super) struct Program {
    child: Child,
    /// `None` after `quit`.
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// How long it may take beyond its time limit.
    patience: Duration,
}

impl Program {
    /// Starts the program and waits for its answer to `hello`.
    pub(super) fn start(
        command: &[String],
        game: &str,
        patience: Duration,
        stop: &AtomicBool,
    ) -> anyhow::Result<Self> {
        let name = command.join(" ");
        let failed = |why: &dyn fmt::Display| anyhow::anyhow!("cmd:{name}: {why}");
        let (program, arguments) = command.split_first().ok_or_else(|| failed(&"no command"))?;
        let mut start = Command::new(program);
        start.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // In its own process group, so that Ctrl-C reaches only this process, which ends the games before the
        // programs.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut start, 0);
        let mut child = start.spawn().map_err(|error| failed(&error))?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed(&"it has no input or output"));
        };
        let (sender, lines) = sync_channel(MAX_QUEUED_LINES);
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(Some(line)) = input::line(&mut stdout) {
                // Skip lines that are too long or not UTF-8: no line of the protocol is.
                if let Line::Text(text) = line
                    && sender.send(text).is_err()
                {
                    break;
                }
            }
        });
        let mut started = Self { child, stdin: Some(stdin), lines, patience };
        started.greet(game, stop).map_err(|why| failed(&why))?;
        Ok(started)
    }

    fn greet(&mut self, game: &str, stop: &AtomicBool) -> Result<(), String> {
        let no_protocol = |failure: Failure| match failure {
            Failure::Died => "it exited at once".to_owned(),
            failure @ (Failure::TimedOut
            | Failure::Refused(_)
            | Failure::Illegal(_)
            | Failure::Interrupted) => format!("it does not speak the engine protocol: it {failure}"),
        };
        self.send("hello").map_err(no_protocol)?;
        let deadline = Instant::now() + self.patience;
        let mut plays = false;
        loop {
            let line = self.line(deadline, stop).map_err(no_protocol)?;
            match line.split_once(' ').unwrap_or((&line, "")) {
                ("games", games) => plays = games.split_whitespace().any(|name| name == game),
                ("ok", "") if plays => return Ok(()),
                ("ok", "") => return Err(format!("it does not play {game}")),
                ("error", why) => return Err(format!("it answered hello with an error: {}", clipped(why))),
                _ => {}
            }
        }
    }

    fn send(&mut self, line: &str) -> Result<(), Failure> {
        let stdin = self.stdin.as_mut().ok_or(Failure::Died)?;
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).map_err(|_| Failure::Died)
    }

    /// Waits for the next line until the deadline or the stop flag.
    fn line(&self, deadline: Instant, stop: &AtomicBool) -> Result<String, Failure> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::TimedOut);
            }
            match self.lines.recv_timeout(left.min(STOP_CHECK_INTERVAL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Died),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Asks for a turn in the position.
    pub(super) fn ask(&mut self, position: &str, limit: Limit, stop: &AtomicBool) -> Result<Answer, Failure> {
        // Drop what it sent since its last turn, but only a limited number of lines: it may never stop sending.
        self.lines.try_iter().take(MAX_QUEUED_LINES).for_each(drop);
        self.send(&format!("position {position}"))?;
        let (go, time) = match limit {
            Limit::Time(ms) => (format!("go time {ms}"), Duration::from_millis(ms)),
            Limit::Nodes(nodes) => (format!("go nodes {nodes}"), Duration::ZERO),
            Limit::Level(level) => (format!("go level {level}"), Duration::ZERO),
        };
        self.send(&go)?;
        let deadline = Instant::now() + time + self.patience;
        let mut nodes = 0;
        loop {
            let line = self.line(deadline, stop)?;
            match line.split_once(' ').unwrap_or((&line, "")) {
                ("turn", turn) => return Ok(Answer { turn: turn.trim().to_owned(), nodes }),
                ("info", words) => nodes = said_nodes(words).unwrap_or(nodes),
                ("error", _) => return Err(Failure::Refused(clipped(&line))),
                _ => {}
            }
        }
    }
}

impl Drop for Program {
    /// Sends `quit`, and kills the program if it does not exit in time.
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.stdin = None;
        let deadline = Instant::now() + EXIT_TIMEOUT;
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number after `nodes` in an `info` line, before the words of `line`.
fn said_nodes(info: &str) -> Option<u64> {
    let mut words = info.split_whitespace().take_while(|word| *word != "line");
    words.find(|word| *word == "nodes")?;
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_read_from_an_info_line() {
        assert_eq!(said_nodes("depth 3 score 1.5 nodes 1234 time 5 line *F5"), Some(1234));
        assert_eq!(said_nodes("depth 3 line nodes 7"), None);
        assert_eq!(said_nodes("nodes many"), None);
    }
}
