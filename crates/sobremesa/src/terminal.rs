//! A game as a talk in the terminal: a prompt, a line, an answer.

use std::io::{BufRead, Write};

use crate::input::{self, Line};
use crate::style::{ERROR, Styled};

/// A game that can be talked to.
pub(crate) trait Talk {
    /// What is shown when a line is awaited.
    fn prompt(&self) -> String;

    /// Does what a line says and answers, or says why not and leaves the game as it was.
    fn obey(&mut self, line: &str) -> anyhow::Result<String>;

    /// What is lost if the game is left now, as a sentence with a space before it.
    fn unsaved(&self) -> &'static str;
}

/// Talks until the input ends or the player leaves.
pub(crate) fn talk(
    table: &mut impl Talk,
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
        match table.obey(&line) {
            Ok(answer) => write!(out, "{answer}")?,
            Err(error) => writeln!(out, "{} {error:#}", Styled(ERROR, "No:"))?,
        }
    }
}
