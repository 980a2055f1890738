//! The commands for ¡No Siesta!.

mod advice;
mod board;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod show;
pub(crate) mod turns;
mod words;

use anyhow::{Context, anyhow};
use game::Players;
use no_siesta::{Mode, Position, Sheet, Variant};

/// Parses a number of players for ¡No Siesta!.
fn players(text: &str) -> anyhow::Result<Players> {
    text.parse().ok().and_then(Players::new).context("¡No Siesta! is for 1, 2, 3 or 4 players")
}

/// The start of a game. The default is the standard game for two; one player means solo, and solo one player.
pub(crate) fn start(
    players: Option<Players>,
    mode: Option<Mode>,
    sheet: &'static Sheet,
) -> anyhow::Result<Position> {
    let default_players = match mode {
        Some(Mode::Solo) => Players::ONE,
        Some(Mode::Standard | Mode::Original | Mode::Experienced) | None => Players::TWO,
    };
    let players = players.unwrap_or(default_players);
    let mode = mode.unwrap_or(if players == Players::ONE { Mode::Solo } else { Mode::Standard });
    Ok(Position::start(Variant::with_sheet(players, mode, sheet)?))
}

/// Parses the value of `--position`.
fn read_position(sheet: &'static Sheet, text: &str) -> anyhow::Result<Position> {
    Position::read(sheet, text).map_err(|error| anyhow!("--position: {error}"))
}
