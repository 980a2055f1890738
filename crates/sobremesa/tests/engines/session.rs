//! A session with the engine, line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Longer than anything takes on a busy machine.
const GENEROUS: Duration = Duration::from_secs(120);

pub(crate) struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    pub(crate) fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { stdin: child.stdin.take(), child, lines }
    }

    pub(crate) fn send(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// No line will follow.
    pub(crate) fn hang_up(&mut self) {
        self.stdin = None;
    }

    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(GENEROUS).expect("the engine answers")
    }

    /// The next line that is no `info`.
    pub(crate) fn answer(&self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    /// Sends a line and waits for its answer.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.answer()
    }

    /// Waits until the engine has ended; nothing but thoughts may come before.
    pub(crate) fn has_ended(mut self) {
        loop {
            match self.lines.recv_timeout(GENEROUS) {
                Ok(line) => assert!(line.starts_with("info "), "{line}"),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not end"),
            }
        }
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
