//! Colours and text styles in the terminal. No information is in the colour alone.

use std::fmt::{self, Display};

use anstyle::{AnsiColor, Style};
use game::Seat;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const STRONG: Style = Style::new().bold();

/// The colour of a player in a terminal.
pub(crate) fn seat_style(seat: Seat) -> Style {
    let colours =
        [AnsiColor::BrightRed, AnsiColor::BrightCyan, AnsiColor::BrightGreen, AnsiColor::BrightMagenta];
    colours[seat.index()].on_default().bold()
}

/// A text in a style.
pub(crate) struct Styled<T>(pub(crate) Style, pub(crate) T);

impl<T: Display> Display for Styled<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{:#}", self.0, self.1, self.0)
    }
}
