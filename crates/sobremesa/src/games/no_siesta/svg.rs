//! A player's tally sheet and the table around it as a picture.
//!
//! Everything printed comes from the sheet of the game, so that another sheet draws itself. Players
//! are told apart by letter and by the rim of their discs as well as by colour, units by their
//! shape; a circle that is marked is crossed.

use game::{Seat, ToAct};
use no_siesta::{Cart, CartStatus, Dice, Face, Helper, Market, Mode, Position, ScoreItem, Tile, Unit};

use super::board::{
    counted, is_larger_gone, larger_winners, market_room, market_words, phase_words, tile_words,
};

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

/// Light and dark tone of each player, the same as in Siesta.
const TONES: [(&str, &str); Seat::MAX] =
    [("#d9622b", "#8f3410"), ("#3f86c4", "#174a78"), ("#3fa37c", "#12593f"), ("#c98bb9", "#6d3161")];

/// The dashes of the rim of each player's discs, whose length is about 62: whole, dotted, in
/// quarters, in halves.
const RIMS: [&str; Seat::MAX] = ["none", "2.600 2.530", "10 5.390", "22 8.790"];

/// The units in their order on the revenue board; commodities come last.
const REVENUE: [Unit; 7] =
    [Unit::Olive, Unit::Grain, Unit::Grapes, Unit::Silver, Unit::Pig, Unit::Donkey, Unit::Hat];

/// Icons in a square of 32 by 32, each with a shape of its own.
const ICONS: [(&str, &str); 12] = [
    (
        "olive",
        r##"<path d="M17 8C18 3 24 2 28 4 26 9 21 10 17 8z" fill="#8bb04a" stroke="#44601c" stroke-width="1.2"/><ellipse cx="14.5" cy="18.5" rx="8.5" ry="11.5" transform="rotate(32 14.5 18.5)" fill="#6f8a2d" stroke="#3a4d12" stroke-width="1.8"/><circle cx="10.5" cy="24.5" r="2.9" fill="#c8452e" stroke="#3a4d12" stroke-width="1.2"/>"##,
    ),
    (
        "grain",
        r##"<path d="M16 31V8" stroke="#9a6a0a" stroke-width="2" stroke-linecap="round"/><g fill="#eab83a" stroke="#8a5c06" stroke-width="1.2"><path d="M16 1c4 4 4 7 0 10-4-3-4-6 0-10z"/><path d="M16 15c0-5 3-7 8-7 0 5-3 7-8 7z"/><path d="M16 15c0-5-3-7-8-7 0 5 3 7 8 7z"/><path d="M16 23c0-5 3-7 8-7 0 5-3 7-8 7z"/><path d="M16 23c0-5-3-7-8-7 0 5 3 7 8 7z"/></g>"##,
    ),
    (
        "grapes",
        r##"<path d="M16 9V2" stroke="#5c4a1a" stroke-width="2.2" stroke-linecap="round"/><path d="M16 7c2-5 7-6 11-4-1 4-6 6-11 4z" fill="#7fae4a" stroke="#3f6118" stroke-width="1.1"/><g fill="#7a4a9c" stroke="#3f1f5c" stroke-width="1.3"><circle cx="8" cy="12" r="4.2"/><circle cx="16" cy="12" r="4.2"/><circle cx="24" cy="12" r="4.2"/><circle cx="12" cy="19" r="4.2"/><circle cx="20" cy="19" r="4.2"/><circle cx="16" cy="26" r="4.2"/></g>"##,
    ),
    (
        "pig",
        r##"<g stroke="#8c3f4c" stroke-width="1.6" stroke-linejoin="round"><path d="M4 4l8 3-6 7z" fill="#e58d9a"/><path d="M28 4l-8 3 6 7z" fill="#e58d9a"/><circle cx="16" cy="17" r="12" fill="#f6b8c0"/><ellipse cx="16" cy="21" rx="6.2" ry="4.4" fill="#e58d9a"/></g><g fill="#5c2430"><circle cx="13.7" cy="21" r="1.4"/><circle cx="18.3" cy="21" r="1.4"/><circle cx="11" cy="13.5" r="1.6"/><circle cx="21" cy="13.5" r="1.6"/></g>"##,
    ),
    (
        "donkey",
        r##"<g stroke="#3f444c" stroke-width="1.6" stroke-linejoin="round"><path d="M11 12C6 9 5 4 7 1c4 2 6 5 7 10z" fill="#9aa1ab"/><path d="M21 12c5-3 6-8 4-11-4 2-6 5-7 10z" fill="#9aa1ab"/><path d="M9 12c3-3 11-3 14 0l-2 12c-1 6-9 6-10 0z" fill="#b9bfc7"/><ellipse cx="16" cy="26" rx="5.6" ry="4.4" fill="#eeeae2"/></g><g fill="#2b2f36"><circle cx="14" cy="26" r="1.2"/><circle cx="18" cy="26" r="1.2"/><circle cx="12.6" cy="15.5" r="1.6"/><circle cx="19.4" cy="15.5" r="1.6"/></g>"##,
    ),
    (
        "silver",
        r##"<g stroke="#4b5561" stroke-width="1.6" stroke-linejoin="round"><path d="M2 25l4-13h16l4 13z" fill="#c3ccd6"/><path d="M6 12l4-5h16l-4 5z" fill="#edf1f5"/><path d="M22 12l4-5 4 12-4 6z" fill="#98a4b1"/></g><path d="M9 21l1.5-5.500h7L19 21z" fill="none" stroke="#7b8794" stroke-width="1.3"/>"##,
    ),
    (
        "hat",
        r##"<g stroke="#8a5c06" stroke-width="1.6"><ellipse cx="16" cy="22" rx="15" ry="5.500" fill="#f0cd6a"/><path d="M7 21C7 6 25 6 25 21c-4 3-14 3-18 0z" fill="#f7dd8d"/></g><path d="M7.200 18c4 3 13.600 3 17.600 0l.2 3c-4 3-14 3-18 0z" fill="#b5442a"/>"##,
    ),
    (
        "commodity",
        r##"<g stroke="#6b4015" stroke-width="1.6" stroke-linejoin="round"><rect x="3" y="5" width="26" height="23" rx="1.500" fill="#d8a25c"/><path d="M3 12.500h26M3 20.500h26M8 5v23M24 5v23"/></g><path d="M16 8.500l2.400 5.300 5.600.6-4.200 3.900 1.200 5.700-5-3-5 3 1.200-5.700L8 14.400l5.600-.6z" fill="#fff3d6" stroke="#6b4015" stroke-width="1.200"/>"##,
    ),
    (
        "change",
        r##"<g fill="none" stroke="#174a78" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path d="M4 12h22M20 5l7 7-7 7"/><path d="M28 22H6M12 15.500L5.500 22l6.500 6.500"/></g>"##,
    ),
    (
        "tile",
        r##"<path d="M4 29V14L16 3l12 11v15z" fill="#d9825a" stroke="#7a3517" stroke-width="1.8" stroke-linejoin="round"/><path d="M4 19c4 4 8 4 12 0 4 4 8 4 12 0M4 25c4 4 8 4 12 0 4 4 8 4 12 0" fill="none" stroke="#7a3517" stroke-width="1.500"/>"##,
    ),
    (
        "helper",
        r##"<g stroke="#4a2a16" stroke-width="1.6"><path d="M4 30c0-9 5-13 12-13s12 4 12 13z" fill="#7fa7b8"/><circle cx="16" cy="11" r="7" fill="#f0c9a0"/><path d="M5 9c5-2 17-2 22 0-1-3-4-3-5-3C21 0 11 0 10 6 9 6 6 6 5 9z" fill="#f0cd6a"/></g>"##,
    ),
    (
        "cart",
        r##"<g stroke="#5c3a1c" stroke-width="1.6"><path d="M2 8h25l-3 11H6z" fill="#d8a25c"/><path d="M27 9l4-4" fill="none"/><circle cx="10" cy="24" r="5" fill="#f7ecdb"/><circle cx="21" cy="24" r="5" fill="#f7ecdb"/></g>"##,
    ),
];

/// The picture of this player's sheet and of the table as the text of an SVG file.
pub(crate) fn picture(position: &Position, seat: Seat) -> String {
    let mut drawing = Drawing { body: String::new(), position, seat };
    let height = drawing.everything();
    let body = drawing.body;
    let definitions = definitions();
    let round = position.round();
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" font-family="Georgia, 'Times New Roman', serif">
<title>¡No Siesta!, round {round}, the sheet of {seat}</title>
<desc>{position}</desc>
{definitions}<rect width="{WIDTH}" height="{height}" rx="14" fill="#f7ecdb"/>
{body}</svg>
"##
    )
}

fn definitions() -> String {
    let mut text = "<defs>\n".to_owned();
    for (name, shape) in ICONS {
        text += &format!("<g id=\"{name}\">{shape}</g>\n");
    }
    text += r##"<path id="cross" d="M-10-10 10 10M-10 10 10-10" stroke="#3a1606" stroke-width="3.200" stroke-linecap="round"/>
<path id="lost" d="M-8 0H8" stroke="#3a1606" stroke-width="4" stroke-linecap="round"/>
<marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="4" markerHeight="4" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="#7a4a2a"/></marker>
"##;
    for seat in Seat::ALL {
        let ((light, dark), rim) = (TONES[seat.index()], RIMS[seat.index()]);
        text += &disc_shape(&seat.to_string(), light, dark, rim);
    }
    text += &disc_shape("n", "#8d94a3", "#3d4352", "0 99");
    text + "</defs>\n"
}

/// A disc of radius 12 around the origin: the rim tells players apart without colour or letter.
fn disc_shape(name: &str, light: &str, dark: &str, rim: &str) -> String {
    format!(
        r##"<g id="disc-{name}"><circle r="12" fill="{dark}"/><circle r="9.800" fill="none" stroke="{light}" stroke-width="3" stroke-dasharray="{rim}"/><circle r="8" fill="#fff8ea"/><text y="4.300" font-size="13" font-weight="bold" text-anchor="middle" fill="{dark}">{name}</text></g>
"##
    )
}

/// How a circle of the sheet looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Open,
    Crossed,
    /// Marked once, but its good was taken back.
    Lost,
    /// A helper has made it unnecessary.
    Spare,
}

/// How points look that a cart may bring.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seal {
    /// To be had.
    There,
    Won,
    /// No longer to be had.
    Gone,
}

struct Drawing<'p> {
    body: String,
    position: &'p Position,
    seat: Seat,
}

/// Single shapes.
impl Drawing<'_> {
    fn put(&mut self, shape: &str) {
        self.body.push_str(shape);
        self.body.push('\n');
    }

    fn text(&mut self, (x, y): (i32, i32), size: i32, fill: &str, content: &str) {
        self.put(&format!(r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}">{content}</text>"#));
    }

    fn bold(&mut self, (x, y): (i32, i32), size: i32, content: &str) {
        self.put(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" font-weight="bold" fill="{INK}">{content}</text>"#
        ));
    }

    fn centred(&mut self, (x, y): (i32, i32), size: i32, fill: &str, content: &str) {
        self.put(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="middle">{content}</text>"#
        ));
    }

    fn at_right(&mut self, (x, y): (i32, i32), size: i32, content: &str) {
        self.put(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{SOFT}" text-anchor="end">{content}</text>"#
        ));
    }

    /// A rectangle with round corners; the paint is its fill and stroke.
    fn rect(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), radius: i32, paint: &str) {
        self.put(&format!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" {paint}/>"#
        ));
    }

    fn panel(&mut self, at: (i32, i32), size: (i32, i32), title: &str) {
        self.rect(at, size, 9, &format!(r##"fill="#fffaf0" stroke="{LINE}" stroke-width="1.500""##));
        self.bold((at.0 + PAD, at.1 + 22), 15, title);
    }

    fn icon(&mut self, name: &str, (x, y): (i32, i32), size: i32) {
        let scale = f64::from(size) / 32.0;
        let (x, y) = (f64::from(x) - f64::from(size) / 2.0, f64::from(y) - f64::from(size) / 2.0);
        self.put(&format!(r##"<use href="#{name}" transform="translate({x} {y}) scale({scale:.3})"/>"##));
    }

    fn sized(&mut self, name: &str, (x, y): (i32, i32), scale: f64) {
        self.put(&format!(r##"<use href="#{name}" transform="translate({x} {y}) scale({scale:.3})"/>"##));
    }

    fn disc(&mut self, name: char, at: (i32, i32), radius: i32) {
        self.sized(&format!("disc-{name}"), at, f64::from(radius) / 12.0);
    }

    /// A circle of the sheet with the unit that it takes.
    fn circle(&mut self, unit: Unit, (x, y): (i32, i32), radius: i32, mark: Mark) {
        let (fill, stroke, dash) = match mark {
            Mark::Open => ("#ffffff", FRAME, "none"),
            Mark::Crossed | Mark::Lost => ("#ead7b6", SOFT, "none"),
            Mark::Spare => ("none", SOFT, "2 3"),
        };
        self.put(&format!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="1.500" stroke-dasharray="{dash}"/>"#
        ));
        let strength = match mark {
            Mark::Open => 1.0,
            Mark::Crossed => 0.7,
            Mark::Lost | Mark::Spare => 0.3,
        };
        self.put(&format!(r#"<g opacity="{strength}">"#));
        self.icon(unit.name(), (x, y), radius * 3 / 2);
        self.put("</g>");
        let scale = f64::from(radius) / 14.0;
        match mark {
            Mark::Crossed => self.sized("cross", (x, y), scale),
            Mark::Lost => self.sized("lost", (x, y), scale),
            Mark::Open | Mark::Spare => {}
        }
    }

    /// Points in a seal.
    fn seal(&mut self, (x, y): (i32, i32), radius: i32, points: u8, seal: Seal) {
        let (fill, stroke, ink) = match seal {
            Seal::There => ("#fff3d6", FRAME, INK),
            Seal::Won => ("#b5442a", "#6b1f0c", "#ffffff"),
            Seal::Gone => ("none", LINE, SOFT),
        };
        self.put(&format!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="2"/>"#
        ));
        let size = radius * 5 / 4;
        self.put(&format!(
            r#"<text x="{x}" y="{}" font-size="{size}" font-weight="bold" text-anchor="middle" fill="{ink}">{points}</text>"#,
            y + size * 3 / 8
        ));
        if seal == Seal::Gone {
            let reach = radius - 2;
            self.put(&format!(
                r##"<path d="M{} {}L{} {}" stroke="#3a1606" stroke-width="2.500"/>"##,
                x - reach,
                y + reach,
                x + reach,
                y - reach
            ));
        }
    }

    fn die(&mut self, face: Face, at: (i32, i32), side: i32) {
        self.rect(at, (side, side), 7, &format!(r##"fill="#ffffff" stroke="{SOFT}" stroke-width="1.800""##));
        let middle = at.1 + side / 2;
        let units: Vec<Unit> = face.units().iter().collect();
        match units[..] {
            [one, other] => {
                self.icon(one.name(), (at.0 + side * 3 / 10, middle - side / 8), side / 2);
                self.icon(other.name(), (at.0 + side * 7 / 10, middle + side / 8), side / 2);
            }
            _ => {
                for unit in units {
                    self.icon(unit.name(), (at.0 + side / 2, middle), side * 7 / 10);
                }
            }
        }
    }

    /// Dice from left to right, this many a row.
    fn dice(&mut self, dice: Dice, at: (i32, i32), side: i32, a_row: i32) {
        let all = Face::ALL.into_iter().flat_map(|face| (0..dice.count(face)).map(move |_| face));
        for (place, face) in (0..).zip(all) {
            let (column, row) = (place % a_row, place / a_row);
            self.die(face, (at.0 + column * (side + 6), at.1 + row * (side + 6)), side);
        }
        if dice.is_empty() {
            self.text((at.0, at.1 + side * 2 / 3), 14, SOFT, "none");
        }
    }
}

/// The parts of the picture from top to bottom; each tells how high it is.
impl Drawing<'_> {
    fn everything(&mut self) -> i32 {
        let mut y = EDGE;
        y += self.header(y) + GAP;
        y += self.track(y) + GAP;
        y += self.market_and_dice(y) + GAP;
        if self.position.variant().mode() == Mode::Experienced {
            y += self.display(y) + GAP;
        }
        y += self.sheet(y);
        y + EDGE
    }

    fn header(&mut self, y: i32) -> i32 {
        let position = self.position;
        self.bold((EDGE, y + 34), 35, "¡No Siesta!");
        let round = match position.solo() {
            Some(_) => {
                let left = position.sheet().solo().rounds.saturating_sub(position.round());
                format!("Round {}, {left} left after it", position.round())
            }
            None => format!("Round {}", position.round()),
        };
        let pig = position.start_player();
        let words = format!("{round}. {}. {pig} has the pig.", position.variant());
        self.text((EDGE, y + 68), 15, SOFT, &words);
        let phase = format!("Now: {}.", phase_words(position));
        self.text((EDGE, y + 92), 17, INK, &phase);

        let to_act = position.to_act();
        let scores = position.scores();
        let (chip, count) = (118, position.players().count() as i32);
        for (place, seat) in (0..).zip(position.players().seats()) {
            let x = WIDTH - EDGE - (count - place) * (chip + 8) + 8;
            let acts = match to_act {
                ToAct::Seats(seats) => seats.contains(seat),
                ToAct::Chance | ToAct::Over => false,
            };
            let paint = if acts {
                format!(r##"fill="#ecd0a1" stroke="{FRAME}" stroke-width="2.500""##)
            } else {
                format!(r##"fill="#fffaf0" stroke="{LINE}" stroke-width="1.500""##)
            };
            self.rect((x, y), (chip, 52), 9, &paint);
            self.disc(seat.letter(), (x + 23, y + 26), 15);
            self.bold((x + 46, y + 24), 19, &scores[seat].to_string());
            self.text((x + 46, y + 42), 12, SOFT, "points");
            if seat == position.start_player() {
                self.icon("pig", (x + chip - 18, y + 18), 22);
            }
        }
        98
    }

    fn track(&mut self, y: i32) -> i32 {
        const LANE: i32 = 24;
        let position = self.position;
        let track = position.variant().track();
        let mut lanes: Vec<(char, &str, u8)> = position
            .players()
            .seats()
            .map(|seat| (seat.letter(), TONES[seat.index()].0, position.farm(seat).track()))
            .collect();
        if let Some(solo) = position.solo() {
            lanes.push(('n', "#8d94a3", solo.track()));
        }
        let height = TITLE + 48 + LANE * lanes.len() as i32 + 12;
        self.panel((EDGE, y), (INNER, height), "Siesta Track");
        self.icon("hat", (EDGE + PAD + 118, y + 17), 24);
        // With room for wide fonts, as the reader may not have ours.
        let mut x = WIDTH - EDGE - PAD;
        if position.solo().is_some() {
            x -= 246;
            self.icon("cart", (x - 14, y + 17), 18);
            self.text((x, y + 22), 13, SOFT, "the neutral player finishes a cart");
            x -= 44;
        }
        x -= 92;
        self.prize((x - 14, y + 17));
        self.text((x, y + 22), 13, SOFT, "a disc is won");

        let columns = i32::from(track.last) + 1;
        let width = ((INNER - 2 * PAD) / columns).min(84);
        let left = EDGE + (INNER - columns * width) / 2;
        let top = y + TITLE;
        for space in 0..=track.last {
            let x = left + i32::from(space) * width;
            let fill = match (space == track.last, space % 2 == 0) {
                (true, _) => "#f3cf72",
                (false, true) => "#f3e3c6",
                (false, false) => "#faf0dc",
            };
            self.rect((x, top), (width - 2, height - TITLE - 8), 5, &format!(r#"fill="{fill}""#));
            let name = if space == 0 && width > 44 { "start".to_owned() } else { space.to_string() };
            self.centred((x + width / 2 - 1, top + 18), 14, INK, &name);
            // Side by side where there is room for both.
            let both = track.gives_disc(space) && track.finishes_cart(space);
            let aside = if both { width / 4 } else { 0 };
            if track.gives_disc(space) {
                self.prize((x + width / 2 - 1 - aside, top + 34));
            }
            if track.finishes_cart(space) && position.solo().is_some() {
                self.icon("cart", (x + width / 2 - 1 + aside, top + 34), 18);
            }
        }
        for (lane, (name, tone, at)) in (0..).zip(lanes) {
            let middle = |space: u8| left + i32::from(space) * width + width / 2 - 1;
            let y = top + 48 + lane * LANE + LANE / 2;
            self.put(&format!(
                r##"<path d="M{} {y}H{}" stroke="{LINE}" stroke-width="2" stroke-dasharray="2 5"/><path d="M{} {y}H{}" stroke="{tone}" stroke-width="5" stroke-linecap="round" opacity=".55"/>"##,
                middle(0),
                middle(track.last),
                middle(0),
                middle(at)
            ));
            self.disc(name, (middle(at), y), 11);
        }
        height
    }

    /// A disc that can be won.
    fn prize(&mut self, (x, y): (i32, i32)) {
        self.put(&format!(
            r##"<circle cx="{x}" cy="{y}" r="8" fill="#fffaf0" stroke="{FRAME}" stroke-width="2"/><path d="M{} {y}h8M{x} {}v8" stroke="{FRAME}" stroke-width="2"/>"##,
            x - 4,
            y - 4
        ));
    }

    fn market_and_dice(&mut self, y: i32) -> i32 {
        const MARKET: i32 = 586;
        let position = self.position;
        let height = 164;
        self.panel((EDGE, y), (MARKET, height), "Market");
        let width = (MARKET - 2 * PAD + 6) / Market::ALL.len() as i32;
        let room = market_room(position) as i32;
        for (place, space) in (0..).zip(Market::ALL) {
            let x = EDGE + PAD + place * width;
            let middle = x + (width - 6) / 2;
            let top = y + TITLE;
            self.rect((x, top), (width - 6, height - TITLE - 10), 7, r##"fill="#f3e3c6""##);
            let icons: &[&str] = match space {
                Market::Discs => &[],
                Market::HarvestSets => &["olive", "grain", "grapes"],
                Market::RoofTiles => &["tile"],
                Market::AnimalPairs => &["pig", "donkey"],
                Market::Helpers => &["helper"],
                Market::Trades => &["commodity"],
            };
            if icons.is_empty() {
                self.prize((middle, top + 20));
            }
            let first = middle - (icons.len() as i32 - 1) * 13;
            for (place, icon) in (0..).zip(icons) {
                self.icon(icon, (first + place * 26, top + 20), 24);
            }
            self.centred((middle, top + 52), 12, INK, market_words(space));
            let points = format!("{} VP each", position.sheet().market(space));
            self.centred((middle, top + 69), 12, SOFT, &points);
            let mut there: Vec<char> = position.on_market(space).iter().map(Seat::letter).collect();
            if position.neutral_on_market(space) {
                there.push('n');
            }
            for slot in 0..room {
                let at = (middle - (room - 1) * 13 + slot * 26, top + 96);
                match there.get(slot as usize) {
                    Some(name) => self.disc(*name, at, 12),
                    None => self.put(&format!(
                        r#"<circle cx="{}" cy="{}" r="10" fill="none" stroke="{FRAME}" stroke-width="1.500" stroke-dasharray="3 3"/>"#,
                        at.0, at.1
                    )),
                }
            }
        }

        let x = EDGE + MARKET + GAP;
        self.panel((x, y), (INNER - MARKET - GAP, height), "Dice on the table");
        let left = x + PAD;
        let tiles = match position.solo() {
            Some(solo) => {
                self.dice(position.dice(), (left, y + TITLE), 42, 7);
                self.text((left, y + 108), 14, SOFT, "upper");
                self.dice(solo.upper(), (left + 50, y + 84), 38, 2);
                self.text((left + 172, y + 108), 14, SOFT, "lower");
                self.dice(solo.lower(), (left + 220, y + 84), 38, 2);
                format!(
                    "Roof tiles: {} to build, {} in the pile, {} aside",
                    solo.beside(),
                    solo.pile(),
                    solo.aside()
                )
            }
            None => {
                self.dice(position.dice(), (left, y + TITLE), 48, 6);
                let face_down: u8 = Tile::ALL.map(|tile| position.face_down(tile)).iter().sum();
                format!("Roof tiles face down: {face_down}")
            }
        };
        self.text((left, y + height - 12), 13, SOFT, &tiles);
        height
    }

    /// The helpers in the middle, among experienced farmers.
    fn display(&mut self, y: i32) -> i32 {
        const COLUMNS: usize = 6;
        let rows = Helper::ALL.len().div_ceil(COLUMNS) as i32;
        let height = TITLE + rows * 32 + 6;
        self.panel((EDGE, y), (INNER, height), "Helpers to hire");
        let width = (INNER - 2 * PAD + 6) / COLUMNS as i32;
        for (place, helper) in Helper::ALL.into_iter().enumerate() {
            let x = EDGE + PAD + (place % COLUMNS) as i32 * width;
            let top = y + TITLE + (place / COLUMNS) as i32 * 32;
            let left = self.position.display(helper);
            self.helper_box(helper, (x, top), (width - 6, 26), left > 0);
            let strength = if left > 0 { INK } else { SOFT };
            self.text((x + 8, top + 18), 13, strength, &format!("{left} × {helper}"));
        }
        height
    }

    /// The ground of a helper, which is grey for grey ones; dashed if none is there.
    fn helper_box(&mut self, helper: Helper, at: (i32, i32), size: (i32, i32), there: bool) {
        let fill = match (there, helper.is_grey()) {
            (false, _) => "none",
            (true, true) => "#d5d6d8",
            (true, false) => "#f6d9a4",
        };
        let dash = if there { "none" } else { "4 3" };
        let paint =
            format!(r#"fill="{fill}" stroke="{SOFT}" stroke-width="1.200" stroke-dasharray="{dash}""#);
        self.rect(at, size, 5, &paint);
    }
}

/// The sheet of the player.
impl Drawing<'_> {
    fn sheet(&mut self, y: i32) -> i32 {
        let before = self.body.len();
        let (position, seat) = (self.position, self.seat);
        let farm = position.farm(seat);
        let (left, width) = (EDGE + PAD, INNER - 2 * PAD);
        let mut top = y + 12;
        self.disc(seat.letter(), (left + 16, top + 16), 15);
        self.bold((left + 42, top + 23), 20, &format!("Sheet of {seat}"));
        let skills: Vec<&str> = farm.skills().iter().map(Helper::name).collect();
        self.stock((left + width, top + 16));
        top += 42;
        if !skills.is_empty() {
            self.text((left, top + 10), 13, SOFT, &format!("Skills: {}", skills.join(", ")));
            top += 22;
        }
        top += self.revenue((left, top), width) + GAP;

        let column = (width - GAP) / 2;
        let right = left + column + GAP;
        let (barn, storage) = (self.barn_height(column), TITLE + 5 * 28 + 8);
        let (helpers, trades) = (self.helpers_height(), self.trades_height());
        // Both columns end at the same line.
        let tall = (barn + storage).max(helpers + trades);
        self.barn((left, top), (column, barn));
        self.storage((left, top + barn + GAP), (column, tall - barn));
        self.helpers((right, top), (column, helpers));
        self.trades((right, top + helpers + GAP), (column, tall - helpers));
        top += tall + 2 * GAP;
        top += self.carts((left, top), width) + GAP;
        top += self.score((left, top), width) + 12;

        let height = top - y;
        let frame = format!(
            r##"<rect x="{EDGE}" y="{y}" width="{INNER}" height="{height}" rx="12" fill="#f0dcb9" stroke="{FRAME}" stroke-width="6"/>"##
        );
        self.body.insert_str(before, &(frame + "\n"));
        height
    }

    /// Discs in stock, from right to left.
    fn stock(&mut self, (right, y): (i32, i32)) {
        let stock = i32::from(self.position.farm(self.seat).stock());
        for place in 0..stock {
            self.disc(self.seat.letter(), (right - 14 - place * 27, y), 12);
        }
        let word = if stock == 0 { "no disc in stock" } else { "in stock" };
        self.at_right((right - stock * 27 - 6, y + 5), 14, word);
    }

    fn revenue(&mut self, (x, y): (i32, i32), width: i32) -> i32 {
        const BETWEEN: i32 = 24;
        const BOX: i32 = 96;
        let farm = self.position.farm(self.seat);
        let (board, free, taken) = (farm.board(), farm.free(), farm.taken());
        let spaces = REVENUE.len() as i32 + 1;
        let wide = (width - 2 * PAD - (spaces - 1) * BETWEEN) / spaces;
        // Neighbours are joined by straight arrows, others by arcs below.
        let far: Vec<(usize, usize)> = (0..REVENUE.len())
            .flat_map(|from| (from + 2..REVENUE.len()).map(move |to| (from, to)))
            .filter(|(from, to)| self.arrow(*from, *to) != (false, false))
            .collect();
        let has_loose = !free.is_empty() || !taken.is_empty();
        let height = TITLE + BOX + 12 + if has_loose { 20 } else { 0 } + if far.is_empty() { 0 } else { 40 };
        self.panel((x, y), (width, height), "Revenue board");
        let top = y + TITLE;
        let middle = |place: usize| x + PAD + place as i32 * (wide + BETWEEN) + wide / 2;
        for place in 0..=REVENUE.len() {
            let (name, discs, loose, back) = match REVENUE.get(place) {
                Some(unit) => (unit.name(), board.count(*unit), free.count(*unit), taken.count(*unit)),
                None => ("commodity", board.commodities(), free.commodities(), taken.commodities()),
            };
            let centre = middle(place);
            self.rect(
                (centre - wide / 2, top),
                (wide, BOX),
                7,
                &format!(r##"fill="#faf0dc" stroke="{LINE}" stroke-width="1.500""##),
            );
            self.icon(name, (centre, top + 19), 28);
            self.centred((centre, top + 47), 12, SOFT, name);
            self.revenue_discs((centre, top + 62), discs);
            let mut words = Vec::new();
            if loose > 0 {
                words.push(format!("{loose} free"));
            }
            if back > 0 {
                words.push(format!("{back} back"));
            }
            self.centred((centre, top + BOX + 16), 13, INK, &words.join(", "));
            if place + 1 < REVENUE.len() {
                let (from, to) = (centre + wide / 2 + 4, middle(place + 1) - wide / 2 - 4);
                let path = format!("M{from} {}H{to}", top + 19);
                self.arrow_path(&path, place, place + 1);
            }
        }
        for (from, to) in far {
            let (a, b, line) = (middle(from), middle(to), top + BOX + if has_loose { 22 } else { 4 });
            self.arrow_path(&format!("M{a} {line}C{a} {} {b} {} {b} {line}", line + 44, line + 44), from, to);
        }
        height
    }

    /// Discs in two rows of four; more than that as a number.
    fn revenue_discs(&mut self, (x, y): (i32, i32), count: u8) {
        let count = i32::from(count);
        if count > 8 {
            self.disc(self.seat.letter(), (x - 16, y + 10), 9);
            self.text((x, y + 15), 15, INK, &format!("× {count}"));
            return;
        }
        for place in 0..count {
            let in_row = if place < 4 { count.min(4) } else { count - 4 };
            let left = x - (in_row - 1) * 10;
            let lower = if count > 4 { 0 } else { 8 };
            self.disc(self.seat.letter(), (left + place % 4 * 20, y + lower + place / 4 * 20), 9);
        }
    }

    /// Whether arrows lead from one space of the revenue board to another, and back.
    fn arrow(&self, from: usize, to: usize) -> (bool, bool) {
        let sheet = self.position.sheet();
        let (from, to) = (REVENUE[from], REVENUE[to]);
        (sheet.arrows(from).contains(to), sheet.arrows(to).contains(from))
    }

    fn arrow_path(&mut self, path: &str, from: usize, to: usize) {
        let tip = |there: bool| if there { "url(#tip)" } else { "none" };
        let (there, back) = self.arrow(from, to);
        if there || back {
            self.put(&format!(
                r#"<path d="{path}" fill="none" stroke="{SOFT}" stroke-width="2" marker-start="{}" marker-end="{}"/>"#,
                tip(back),
                tip(there)
            ));
        }
    }

    /// How wide a section is, how many circles it has side by side, and in how many rows at most.
    fn barn_layout(&self, width: i32) -> (i32, i32, i32) {
        let barn = self.position.sheet().barn();
        let section = ((width - 2 * PAD + 6) / barn.len() as i32).min(96);
        let a_row = ((section - 14) / 23).max(1);
        let most = barn.iter().map(|section| i32::from(section.silver)).max().unwrap_or(0);
        (section, a_row, (most + a_row - 1) / a_row)
    }

    fn barn_height(&self, width: i32) -> i32 {
        let (_, _, rows) = self.barn_layout(width);
        TITLE + 38 + rows * 23 + 50 + 12
    }

    fn barn(&mut self, (x, y): (i32, i32), (width, height): (i32, i32)) {
        let (position, sheet) = (self.position, self.position.sheet());
        let farm = position.farm(self.seat);
        self.panel((x, y), (width, height), "Barn");
        let (section, a_row, rows) = self.barn_layout(width);
        // The sheet does not say which tile lies where, so they lie in the order of their kinds,
        // those that show first.
        let showing =
            Tile::ALL.into_iter().flat_map(|tile| (0..farm.tiles(tile)).map(move |_| (tile, false)));
        let turned = Tile::ALL.into_iter().flat_map(|tile| (0..farm.turned(tile)).map(move |_| (tile, true)));
        let tiles: Vec<(Tile, bool)> = showing.chain(turned).collect();
        for (place, printed) in sheet.barn().iter().enumerate() {
            let (left, wide) = (x + PAD + place as i32 * section, section - 6);
            let top = y + TITLE;
            let tile = tiles.get(place);
            let (roof, wall) = if tile.is_some() { ("#d9825a", "#f6dfbd") } else { ("#f3e3c6", "#faf0dc") };
            let below = rows * 23 + 50;
            self.put(&format!(
                r##"<path d="M{} {}h{}v{}h-{}z" fill="{wall}" stroke="{FRAME}" stroke-width="1.500"/><path d="M{left} {}L{} {top}L{} {}z" fill="{roof}" stroke="#7a3517" stroke-width="1.800" stroke-linejoin="round"/>"##,
                left + 2,
                top + 36,
                wide - 4,
                below,
                wide - 4,
                top + 36,
                left + wide / 2,
                left + wide,
                top + 36
            ));
            let seal = if tile.is_some() { Seal::Won } else { Seal::There };
            self.seal((left + wide / 2, top + 23), 11, printed.points, seal);
            let (built, cost) = (place < usize::from(farm.built()), farm.cost(sheet, place));
            let crossed =
                |circle: u8| built || (place == usize::from(farm.built()) && circle < farm.silver());
            for circle in 0..printed.silver {
                let mark = match (crossed(circle), circle < cost) {
                    (true, _) => Mark::Crossed,
                    (false, true) => Mark::Open,
                    (false, false) => Mark::Spare,
                };
                let (column, row) = (i32::from(circle) % a_row, i32::from(circle) / a_row);
                let in_row = a_row.min(i32::from(printed.silver) - row * a_row);
                let at = left + wide / 2 - (in_row - 1) * 23 / 2 + column * 23;
                self.circle(Unit::Silver, (at, top + 51 + row * 23), 10, mark);
            }
            self.tile((left + wide / 2, top + 42 + rows * 23), tile.copied());
        }
    }

    /// The place of a roof tile, with or without one, below its top middle.
    fn tile(&mut self, (x, y): (i32, i32), tile: Option<(Tile, bool)>) {
        const SIZE: (i32, i32) = (52, 38);
        let left = x - SIZE.0 / 2;
        let Some((tile, used)) = tile else {
            let paint = format!(r#"fill="none" stroke="{LINE}" stroke-width="1.500" stroke-dasharray="4 3""#);
            self.rect((left, y), SIZE, 4, &paint);
            return;
        };
        let fill = if used { "#d9cdb8" } else { "#ffffff" };
        self.rect((left, y), SIZE, 4, &format!(r##"fill="{fill}" stroke="#7a3517" stroke-width="2""##));
        // A used tile is smaller and pale, to leave room for the word.
        let (middle, icon, size, strength) =
            if used { (y + 13, 18, 13, 0.6) } else { (y + SIZE.1 / 2, 25, 17, 1.0) };
        let words = tile_words(self.position, tile);
        self.put(&format!(r#"<g opacity="{strength}"><title>{words}</title>"#));
        let gives = self.position.sheet().gives(tile).to_string();
        let name = match tile {
            Tile::Olives | Tile::Grains | Tile::Grapes | Tile::Pigs | Tile::Donkeys | Tile::Silver => {
                tile.unit().map(Unit::name)
            }
            Tile::Change => Some("change"),
            Tile::Vp => None,
        };
        match name {
            Some(name) => {
                self.bold((left + 6, middle + size * 3 / 8), size, &gives);
                self.icon(name, (x + 9, middle), icon);
            }
            None => self.centred((x, middle + 5), 14, INK, &format!("{gives} VP")),
        }
        self.put("</g>");
        if used {
            self.centred((x, y + 34), 11, INK, "used");
        }
    }

    fn storage(&mut self, (x, y): (i32, i32), (width, height): (i32, i32)) {
        let (position, sheet) = (self.position, self.position.sheet());
        let farm = position.farm(self.seat);
        self.panel((x, y), (width, height), "Warehouse and stable");
        let most = sheet.rows().into_iter().max().unwrap_or(1);
        let pitch = ((width - 184) / i32::from(most.max(1))).min(44);
        let radius = (pitch / 2 - 1).min(12);
        let step = (height - TITLE - 8) / Unit::STORED.len() as i32;
        let row_y = |row: i32| y + TITLE + step * row + step / 2 - 2;
        for (row, unit) in Unit::STORED.into_iter().enumerate() {
            let at = row_y(row as i32);
            self.icon(unit.name(), (x + PAD + 12, at), 24);
            let (marked, lost) = (farm.rows()[row], farm.lost()[row]);
            for circle in 0..sheet.rows()[row] {
                let mark = match (circle < lost, circle < marked) {
                    (true, _) => Mark::Lost,
                    (false, true) => Mark::Crossed,
                    (false, false) => Mark::Open,
                };
                self.circle(unit, (x + PAD + 52 + i32::from(circle) * pitch, at), radius, mark);
            }
        }
        let worth = sheet.points();
        let harvest = Unit::HARVEST.len() as i32;
        let sets = [
            (0, harvest - 1, farm.harvest_sets(), "set", worth.harvest_set),
            (harvest, harvest + 1, farm.animal_pairs(), "pair", worth.animal_pair),
        ];
        for (first, last, count, name, each) in sets {
            let right = x + width - 122;
            let (from, to) = (row_y(first) - 9, row_y(last) + 9);
            self.put(&format!(
                r#"<path d="M{right} {from}h6V{to}h-6" fill="none" stroke="{FRAME}" stroke-width="2"/>"#
            ));
            let middle = (from + to) / 2;
            self.bold((right + 16, middle - 2), 15, &counted(count, name));
            self.text((right + 16, middle + 15), 12, SOFT, &format!("{each} VP each"));
        }
    }

    fn helpers_height(&self) -> i32 {
        let rows = self.position.sheet().helpers().len().div_ceil(3) as i32;
        let copied = if self.position.farm(self.seat).copied().is_some() { 24 } else { 0 };
        TITLE + rows * 92 + copied + 6
    }

    fn helpers(&mut self, (x, y): (i32, i32), (width, height): (i32, i32)) {
        let (position, sheet) = (self.position, self.position.sheet());
        let farm = position.farm(self.seat);
        self.panel((x, y), (width, height), "Helpers");
        let wide = (width - 2 * PAD + 8) / 3;
        for (space, printed) in sheet.helpers().iter().enumerate() {
            let at = (x + PAD + (space % 3) as i32 * wide, y + TITLE + (space / 3) as i32 * 92);
            let paint = format!(r##"fill="#faf0dc" stroke="{LINE}" stroke-width="1.500""##);
            self.rect(at, (wide - 8, 84), 7, &paint);
            self.text((at.0 + 8, at.1 + 20), 13, SOFT, &format!("{}", space + 1));
            let hired = farm.hired(space);
            let seal = if hired.is_some() { Seal::Won } else { Seal::There };
            self.seal((at.0 + wide - 24, at.1 + 15), 10, printed.points, seal);
            // Many circles are smaller.
            let count = printed.circles().len() as i32;
            let pitch = ((wide - 20) / count.max(1)).min(29);
            let radius = (pitch / 2 - 1).min(12);
            for (circle, unit) in printed.circles().iter().enumerate() {
                let mark = if farm.is_marked(space, circle) { Mark::Crossed } else { Mark::Open };
                let left = at.0 + 8 + radius + circle as i32 * pitch;
                self.circle(*unit, (left, at.1 + 41), radius, mark);
            }
            let (place, size) = ((at.0 + 6, at.1 + 57), (wide - 20, 22));
            match hired {
                Some(helper) => {
                    self.helper_box(helper, place, size, true);
                    let copies = |seat: &Seat| {
                        let copied = position.farm(*seat).copied();
                        copied.is_some_and(|copied| copied.seat == self.seat && copied.helper == helper)
                    };
                    // Whoever copies the helper has a disc on it.
                    let copiers: Vec<Seat> = position.players().seats().filter(copies).collect();
                    for (copier, seat) in (0..).zip(copiers) {
                        self.disc(seat.letter(), (at.0 + wide - 46 - copier * 20, at.1 + 15), 9);
                    }
                    self.centred((place.0 + size.0 / 2, place.1 + 16), 12, INK, helper.name());
                }
                None => {
                    let paint =
                        format!(r#"fill="none" stroke="{LINE}" stroke-width="1.200" stroke-dasharray="4 3""#);
                    self.rect(place, size, 5, &paint);
                }
            }
        }
        if let Some(copied) = farm.copied() {
            let at = (x + PAD, y + height - 28);
            self.disc(copied.seat.letter(), (at.0 + 11, at.1 + 10), 11);
            let words = format!("{} of {}, copied", copied.helper, copied.seat);
            self.text((at.0 + 30, at.1 + 15), 14, INK, &words);
        }
    }

    fn trades_height(&self) -> i32 {
        let rows = self.position.sheet().trades().len().div_ceil(4) as i32;
        TITLE + rows * 46 + 8
    }

    fn trades(&mut self, (x, y): (i32, i32), (width, height): (i32, i32)) {
        let (position, sheet) = (self.position, self.position.sheet());
        let farm = position.farm(self.seat);
        self.panel((x, y), (width, height), "Long-distance trade");
        let worth = format!("{} VP and", sheet.points().trade);
        self.at_right((x + width - PAD - 26, y + 22), 13, &worth);
        self.icon("commodity", (x + width - PAD - 10, y + 17), 20);
        let wide = (width - 2 * PAD + 6) / 4;
        let rows = sheet.trades().len().div_ceil(4) as i32;
        let step = ((height - TITLE - 8) / rows.max(1)).min(56);
        for (trade, units) in sheet.trades().iter().enumerate() {
            let at = (x + PAD + (trade % 4) as i32 * wide, y + TITLE + (trade / 4) as i32 * step);
            let done = farm.has_traded(trade);
            let fill = if done { "#ead7b6" } else { "#ffffff" };
            let (w, h) = (wide - 6, (step - 6).min(52));
            self.rect(at, (w, h), 7, &format!(r#"fill="{fill}" stroke="{FRAME}" stroke-width="1.500""#));
            self.put(&format!(r#"<g opacity="{}">"#, if done { 0.45 } else { 1.0 }));
            self.text((at.0 + 6, at.1 + h / 2 + 5), 12, SOFT, &format!("{}", trade + 1));
            for (place, unit) in (0..).zip(units) {
                self.icon(unit.name(), (at.0 + 30 + place * 26, at.1 + h / 2), 24);
            }
            self.put("</g>");
            if done {
                self.sized("cross", (at.0 + w / 2, at.1 + h / 2), 1.5);
            }
        }
    }

    fn carts(&mut self, (x, y): (i32, i32), width: i32) -> i32 {
        const ROW: i32 = 68;
        let (position, sheet) = (self.position, self.position.sheet());
        let farm = position.farm(self.seat);
        let height = TITLE + ROW * Cart::ALL.len() as i32 + 8;
        self.panel((x, y), (width, height), "Carts");
        for (row, cart) in (0..).zip(Cart::ALL) {
            let (printed, state) = (sheet.cart(cart), farm.cart(cart));
            let top = y + TITLE + row * ROW;
            self.text((x + PAD, top + 26), 14, SOFT, cart.name());
            let count = printed.goods().len() as i32;
            let pitch = (480 / count.max(1)).min(50);
            let radius = (pitch / 2 - 2).min(17);
            let left = x + PAD + 66;
            let wide = count * pitch + 14;
            let complete = state.status() != CartStatus::Open;
            // The wheels first, so that the body stands before them.
            for wheel in [left + 26, left + wide - 26] {
                self.put(&format!(
                    r##"<circle cx="{wheel}" cy="{}" r="11" fill="#f7ecdb" stroke="#5c3a1c" stroke-width="3.500"/><path d="M{wheel} {}v18M{} {}h18" stroke="#5c3a1c" stroke-width="1.500"/>"##,
                    top + 48,
                    top + 39,
                    wheel - 9,
                    top + 48
                ));
            }
            let body = if complete { "#c98f4e" } else { "#e3c08d" };
            self.rect(
                (left, top),
                (wide, 42),
                6,
                &format!(r##"fill="{body}" stroke="#5c3a1c" stroke-width="2""##),
            );
            for (place, unit) in printed.goods().iter().enumerate() {
                let mark = if state.is_loaded(place) { Mark::Crossed } else { Mark::Open };
                self.circle(*unit, (left + 7 + pitch / 2 + place as i32 * pitch, top + 21), radius, mark);
            }
            let end = left + wide;
            let donkeys = i32::from(printed.donkeys);
            if donkeys > 0 {
                self.put(&format!(
                    r##"<path d="M{end} {}h{}" stroke="#5c3a1c" stroke-width="3"/>"##,
                    top + 21,
                    16 + (donkeys - 1) * 37
                ));
            }
            let needed = !farm.skills().has(Helper::Carts) && !complete;
            for donkey in 0..donkeys {
                let mark = match (donkey < i32::from(state.donkeys()), needed) {
                    (true, _) => Mark::Crossed,
                    (false, true) => Mark::Open,
                    (false, false) => Mark::Spare,
                };
                let at = (end + 32 + donkey * 37, top + 21);
                if mark == Mark::Spare {
                    self.put(&format!(r##"<circle cx="{}" cy="{}" r="15" fill="#fffaf0"/>"##, at.0, at.1));
                }
                self.circle(Unit::Donkey, at, 15, mark);
            }
            self.cart_points(cart, (x + width - 78, top));
        }
        height
    }

    /// Both values of a cart and what has become of them, around this top middle.
    fn cart_points(&mut self, cart: Cart, (x, y): (i32, i32)) {
        let position = self.position;
        let printed = position.sheet().cart(cart);
        let gone = is_larger_gone(position, cart);
        let takers = || -> String {
            let solo = position.solo().is_some_and(|solo| solo.has_finished(cart));
            let seats = larger_winners(position, cart).iter().map(Seat::letter);
            let names: Vec<String> = seats.chain(solo.then_some('n')).map(String::from).collect();
            names.join(", ")
        };
        let (larger, smaller, words) = match position.farm(self.seat).cart(cart).status() {
            CartStatus::Open if gone => {
                (Seal::Gone, Seal::There, Some(format!("{} went to {}", printed.larger, takers())))
            }
            CartStatus::Open => (Seal::There, Seal::There, None),
            CartStatus::New => (Seal::There, Seal::There, Some("awarded soon".to_owned())),
            CartStatus::Larger => (Seal::Won, Seal::Gone, Some(format!("{} VP won", printed.larger))),
            CartStatus::Smaller => (Seal::Gone, Seal::Won, Some(format!("{} VP won", printed.smaller))),
        };
        self.seal((x - 27, y + 19), 17, printed.larger, larger);
        self.seal((x + 27, y + 19), 14, printed.smaller, smaller);
        match words {
            Some(words) => self.centred((x, y + 54), 13, SOFT, &words),
            None => {
                self.centred((x - 27, y + 54), 13, SOFT, "first");
                self.centred((x + 27, y + 54), 13, SOFT, "others");
            }
        }
    }

    /// The score so far, line by line.
    fn score(&mut self, (x, y): (i32, i32), width: i32) -> i32 {
        let (position, seat) = (self.position, self.seat);
        let market = |item: ScoreItem| matches!(item, ScoreItem::Market(_));
        let mut cells: Vec<(String, i32)> = position
            .score_sheet(seat)
            .filter(|(item, _)| !market(*item))
            .map(|(item, points)| (item.to_string(), points))
            .collect();
        let on_market =
            position.score_sheet(seat).filter(|(item, _)| market(*item)).map(|(_, points)| points);
        cells.push(("market".to_owned(), on_market.sum()));
        cells.push(("total".to_owned(), position.scores()[seat]));
        let count = cells.len() as i32;
        for (place, (name, points)) in (0..).zip(cells) {
            let left = x + place * (width + 4) / count;
            let wide = x + (place + 1) * (width + 4) / count - left;
            let fill = if place + 1 == count { "#f3cf72" } else { "#fffaf0" };
            let paint = format!(r#"fill="{fill}" stroke="{LINE}" stroke-width="1.500""#);
            self.rect((left, y), (wide - 4, 48), 6, &paint);
            let middle = left + (wide - 4) / 2;
            self.centred((middle, y + 17), 12, SOFT, &name);
            self.put(&format!(
                r#"<text x="{middle}" y="{}" font-size="18" font-weight="bold" text-anchor="middle" fill="{INK}">{points}</text>"#,
                y + 39
            ));
        }
        48
    }
}

#[cfg(test)]
mod tests {
    use game::{Players, Random, Rules};
    use no_siesta::{Sheet, Variant};

    use super::*;

    /// What the sheet has of circles, all of them.
    fn printed_circles(sheet: &Sheet) -> usize {
        let barn: usize = sheet.barn().iter().map(|section| usize::from(section.silver)).sum();
        let helpers: usize = sheet.helpers().iter().map(|space| space.circles().len()).sum();
        let carts = Cart::ALL.map(|cart| sheet.cart(cart));
        let carts: usize = carts.iter().map(|cart| cart.goods().len() + usize::from(cart.donkeys)).sum();
        barn + helpers + carts + sheet.rows().map(usize::from).iter().sum::<usize>()
    }

    fn open_circles(picture: &str) -> usize {
        picture
            .lines()
            .filter(|line| line.starts_with("<circle") && line.contains("fill=\"#ffffff\""))
            .count()
    }

    fn crosses(picture: &str) -> usize {
        picture.matches("<use href=\"#cross\"").count()
    }

    fn position(mode: Mode, players: Players, farm: &str) -> Position {
        let variant = Variant::new(players, mode).unwrap();
        let text = Position::start(variant).to_string().replacen("track=0", &format!("track=0 {farm}"), 1);
        <Position as Rules>::parse(&variant, &text).unwrap()
    }

    #[test]
    fn the_circles_are_those_of_the_sheet() {
        for sheet in [Sheet::standard(), largest()] {
            let variant = Variant::with_sheet(Players::THREE, Mode::Standard, sheet).unwrap();
            let picture = picture(&Position::start(variant), Seat::ALL[2]);
            assert_eq!(open_circles(&picture), printed_circles(sheet));
            assert_eq!(crosses(&picture), 0);
        }
    }

    #[test]
    fn marked_circles_are_crossed_and_no_others() {
        let farm =
            "silver=1 helpers=10/00/000/010/0000/0000 carts=110000.1/0000000.0/00000000.2 rows=2/0/0/1/0";
        let position = position(Mode::Standard, Players::TWO, farm);
        let (a, b) = (picture(&position, Seat::ALL[0]), picture(&position, Seat::ALL[1]));
        let marked = 1 + 2 + 2 + 1 + 2 + 3;
        assert_eq!((crosses(&a), crosses(&b)), (marked, 0));
        assert_eq!(open_circles(&a), printed_circles(position.sheet()) - marked);
    }

    #[test]
    fn the_picture_tells_its_position_in_words_too() {
        let position = position(Mode::Solo, Players::ONE, "rows=1/0/0/0/0");
        let picture = picture(&position, Seat::ALL[0]);
        assert!(picture.contains(&format!("<desc>{position}</desc>")));
        assert!(picture.contains("role=\"img\""));
        assert!(picture.contains("<title>¡No Siesta!, round 1, the sheet of a</title>"));
    }

    #[test]
    fn a_copied_helper_is_seen_on_both_sheets() {
        let mut text = Position::start(Variant::new(Players::TWO, Mode::Experienced).unwrap()).to_string();
        text = text.replacen(
            "stock=4 track=0",
            "stock=3 track=0 helpers=11:copy/00/000/000/0000/0000 copied=b:carts",
            1,
        );
        text = text.replacen("stock=4 track=0", "stock=4 track=0 helpers=11:carts/00/000/000/0000/0000", 1);
        let variant = Variant::new(Players::TWO, Mode::Experienced).unwrap();
        let position = <Position as Rules>::parse(&variant, &text).unwrap();
        let discs = |seat: usize, name: &str| {
            picture(&position, Seat::ALL[seat]).matches(&format!("<use href=\"#disc-{name}\"")).count()
        };
        // On the track and at the score, and what is said of the copied helper.
        assert_eq!((discs(0, "b"), discs(1, "a")), (2 + 1, 2 + 1));
        assert!(picture(&position, Seat::ALL[0]).contains("carts of b, copied"));
    }

    #[test]
    fn units_differ_in_shape() {
        for unit in Unit::ALL {
            assert!(ICONS.iter().any(|(name, _)| *name == unit.name()), "{unit}");
        }
        for (place, (name, shape)) in ICONS.iter().enumerate() {
            assert!(ICONS.iter().skip(place + 1).all(|(n, s)| n != name && s != shape), "{name}");
        }
    }

    #[test]
    fn players_differ_in_rim_and_colour() {
        for (index, seat) in Seat::ALL.iter().enumerate() {
            for other in Seat::ALL.iter().skip(index + 1) {
                assert_ne!(RIMS[seat.index()], RIMS[other.index()]);
                assert_ne!(TONES[seat.index()], TONES[other.index()]);
            }
        }
    }

    /// The number that the first shape of a line has for this.
    fn attribute(line: &str, name: &str) -> f64 {
        let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().and_then(|number| number.parse().ok()).unwrap()
    }

    /// That no rectangle, circle or disc reaches over the border, and that all that is opened is closed.
    fn check(picture: &str) {
        let height = attribute(picture, "height");
        let inside = |x: f64, y: f64, right: f64, bottom: f64, line: &str| {
            assert!(x >= 0.0 && y >= 0.0 && right <= f64::from(WIDTH) && bottom <= height, "{line}");
        };
        let (_, body) = picture.split_once("</defs>").unwrap();
        for line in body.lines() {
            if line.starts_with("<rect x") {
                let [x, y, w, h] = ["x", "y", "width", "height"].map(|name| attribute(line, name));
                inside(x, y, x + w, y + h, line);
            } else if line.starts_with("<circle") {
                let [x, y, r] = ["cx", "cy", "r"].map(|name| attribute(line, name));
                inside(x - r, y - r, x + r, y + r, line);
            } else if line.starts_with("<text") {
                let [x, y] = ["x", "y"].map(|name| attribute(line, name));
                inside(x, y, x, y, line);
            }
        }
        for name in ["g", "text", "svg", "desc", "title"] {
            let opened =
                picture.matches(&format!("<{name}>")).count() + picture.matches(&format!("<{name} ")).count();
            assert_eq!(opened, picture.matches(&format!("</{name}>")).count(), "{name}");
        }
    }

    #[test]
    fn nothing_is_cut_off_in_random_games_of_every_variant() {
        let with_largest = Variant::with_sheet(Players::FOUR, Mode::Experienced, largest()).unwrap();
        for (seed, variant) in Variant::all().chain([with_largest]).enumerate() {
            let mut position = Position::start(variant);
            let (mut random, mut scratch) = (Random::new(seed as u64), Vec::new());
            check(&picture(&position, Seat::ALL[0]));
            for step in 0.. {
                if position.play_random(&mut random, &mut scratch).is_none() {
                    break;
                }
                if step % 23 == 0 {
                    position.players().seats().for_each(|seat| check(&picture(&position, seat)));
                }
            }
        }
    }

    /// A sheet with as much of everything as there can be.
    fn largest() -> &'static Sheet {
        let many = |word: &str, count: usize| format!("[{}]", vec![format!("\"{word}\""); count].join(", "));
        let trade = "[[trade]]\nunits = { value = [\"silver\", \"silver\", \"pig\"], from = \"stated\" }\n\n";
        let text = Sheet::standard()
            .to_string()
            .replace("spaces = { value = 10", "spaces = { value = 30")
            .replace(r#"["olive", "grain", "grapes", "pig", "grain", "olive"]"#, &many("donkey", 12))
            .replace(r#"["olive", "pig"]"#, &many("donkey", 6))
            .replace("silver = { value = 4", "silver = { value = 12")
            .replace("warehouse = { value = 6", "warehouse = { value = 12")
            .replace("each = { value = 8", "each = { value = 16")
            .replace("stock = { value = 4", "stock = { value = 12")
            .replace("larger = { value = 9", "larger = { value = 30")
            .replace("donkeys = { value = 1,", "donkeys = { value = 5,")
            .replace("\"olive <-> grain\"", "\"olive <-> grain\", \"olive -> pig\"")
            .replacen("[[trade]]", &(trade.repeat(2) + "[[trade]]"), 1);
        Sheet::load(&text).unwrap()
    }
}
