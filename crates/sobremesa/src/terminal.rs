//! The command loop of a game in the terminal: prompt, line, answer.

use std::io::{BufRead, Write};

use crate::input::{self, Line};
use crate::style::{ERROR, Styled};

/// A game that is played by commands.
pub(crate) trait Session {
    /// The prompt before a command.
    fn prompt(&self) -> String;

    /// Runs a command and returns its output; after an error the game is unchanged.
    fn run_command(&mut self, line: &str) -> anyhow::Result<String>;

    /// What is lost if the player leaves now, as a sentence with a space before it; empty if nothing.
    fn unsaved(&self) -> &'static str;
}

/// Runs commands until the input ends or the player leaves.
pub(crate) fn run_session(
    table: &mut impl Session,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    loop {
        write!(out, "{}", table.prompt())?;
        out.flush()?;
        let line = match input::line(input)? {
            None => {
                writeln!(out, "\nEnd of input.{}", table.unsaved())?;
                return Ok(());
            }
            Some(Line::Text(line)) => line,
            Some(Line::Unreadable(why)) => {
                writeln!(out, "{why}")?;
                continue;
            }
        };
        if matches!(&line[..], "quit" | "q" | "exit") {
            writeln!(out, "Until next time.{}", table.unsaved())?;
            return Ok(());
        }
        match table.run_command(&line) {
            Ok(answer) => write!(out, "{answer}")?,
            Err(error) => writeln!(out, "{} {error:#}", Styled(ERROR, "No:"))?,
        }
    }
}
