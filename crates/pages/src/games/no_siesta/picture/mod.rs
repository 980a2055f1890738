//! A player's tally sheet and the table around it as a picture.
//!
//! Everything printed comes from the sheet of the game, so that another sheet draws itself. Players
//! are told apart by letter and by the rim of their discs as well as by colour, units by their
//! shape; a circle that is marked is crossed.

mod barn;
mod carts;
mod helpers;
pub(crate) mod icons;
mod middle;
mod revenue;
mod shapes;
mod sheet;
mod storage;
mod table;
#[cfg(test)]
mod tests;
mod track;
mod trades;
pub mod words;

use game::Seat;
use no_siesta::Position;

use self::shapes::Canvas;

const WIDTH: i32 = 1000;
const EDGE: i32 = 24;
const INNER: i32 = WIDTH - 2 * EDGE;
const GAP: i32 = 12;
/// Space between the border of a panel and what is in it.
const PAD: i32 = 14;
/// Height of the title of a panel.
const TITLE: i32 = 32;

const INK: &str = "#4a2a16";
const SOFT: &str = "#7a4a2a";
const LINE: &str = "#d9bf94";
const FRAME: &str = "#b5744a";

/// The picture of this player's sheet and of the table as the text of an SVG file.
pub fn picture(position: &Position, seat: Seat) -> String {
    let mut canvas = Canvas::default();
    let height = table::draw(&mut canvas, View { position, seat });
    let (body, definitions, round) = (canvas.body, icons::definitions(), position.round());
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" font-family="Georgia, 'Times New Roman', serif">
<title>¡No Siesta!, round {round}, the sheet of {seat}</title>
<desc>{position}</desc>
{definitions}<rect width="{WIDTH}" height="{height}" rx="14" fill="#f7ecdb"/>
{body}</svg>
"##
    )
}

/// What the picture shows: a position, and the player whose sheet it is.
#[derive(Clone, Copy)]
struct View<'p> {
    position: &'p Position,
    seat: Seat,
}
