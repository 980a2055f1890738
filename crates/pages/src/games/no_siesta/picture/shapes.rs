//! The canvas and the single shapes on it: text, panels, circles, seals, discs, dice.

use game::Seat;
use no_siesta::{Dice, Face, Unit};

use super::{FRAME, INK, LINE, PAD, SOFT};
use crate::games::siesta::picture::TONES;

/// How a circle of the sheet looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Open,
    Crossed,
    /// Was marked, but the good was taken back.
    Lost,
    /// A helper has made it unnecessary.
    Spare,
}

/// The state of points that can be won.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seal {
    /// They can still be won.
    There,
    Won,
    /// They can no longer be won.
    Gone,
}

/// Whose disc it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    Seat(Seat),
    /// The neutral player of a solo game.
    Neutral,
}

impl From<Seat> for Owner {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

impl Owner {
    /// The letter on the disc, which is also part of the name of its shape.
    pub(super) fn letter(self) -> char {
        match self {
            Self::Seat(seat) => seat.letter(),
            Self::Neutral => 'n',
        }
    }

    /// The light and the dark tone of the disc.
    pub(super) fn tones(self) -> (&'static str, &'static str) {
        match self {
            Self::Seat(seat) => TONES[seat.index()],
            Self::Neutral => ("#8d94a3", "#3d4352"),
        }
    }
}

/// The picture so far, to which shapes are added.
#[derive(Default)]
pub(super) struct Canvas {
    /// The shapes as SVG, one a line.
    pub(super) body: String,
}

impl Canvas {
    pub(super) fn put(&mut self, shape: &str) {
        self.body.push_str(shape);
        self.body.push('\n');
    }

    pub(super) fn text(&mut self, (x, y): (i32, i32), size: i32, fill: &str, content: &str) {
        self.put(&format!(r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}">{content}</text>"#));
    }

    pub(super) fn bold(&mut self, (x, y): (i32, i32), size: i32, content: &str) {
        self.put(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" font-weight="bold" fill="{INK}">{content}</text>"#
        ));
    }

    pub(super) fn centred(&mut self, (x, y): (i32, i32), size: i32, fill: &str, content: &str) {
        self.put(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="middle">{content}</text>"#
        ));
    }

    pub(super) fn at_right(&mut self, (x, y): (i32, i32), size: i32, content: &str) {
        self.put(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{SOFT}" text-anchor="end">{content}</text>"#
        ));
    }

    /// A rectangle with round corners; the paint is its fill and stroke.
    pub(super) fn rect(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), radius: i32, paint: &str) {
        self.put(&format!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" {paint}/>"#
        ));
    }

    pub(super) fn panel(&mut self, at: (i32, i32), size: (i32, i32), title: &str) {
        self.rect(at, size, 9, &format!(r##"fill="#fffaf0" stroke="{LINE}" stroke-width="1.500""##));
        self.bold((at.0 + PAD, at.1 + 22), 15, title);
    }

    pub(super) fn icon(&mut self, name: &str, (x, y): (i32, i32), size: i32) {
        let scale = f64::from(size) / 32.0;
        let (x, y) = (f64::from(x) - f64::from(size) / 2.0, f64::from(y) - f64::from(size) / 2.0);
        self.put(&format!(r##"<use href="#i-{name}" transform="translate({x} {y}) scale({scale:.3})"/>"##));
    }

    pub(super) fn sized(&mut self, name: &str, (x, y): (i32, i32), scale: f64) {
        self.put(&format!(r##"<use href="#{name}" transform="translate({x} {y}) scale({scale:.3})"/>"##));
    }

    pub(super) fn disc(&mut self, owner: impl Into<Owner>, at: (i32, i32), radius: i32) {
        self.sized(&format!("disc-{}", owner.into().letter()), at, f64::from(radius) / 12.0);
    }

    /// A disc that can be won.
    pub(super) fn prize(&mut self, (x, y): (i32, i32)) {
        self.put(&format!(
            r##"<circle cx="{x}" cy="{y}" r="8" fill="#fffaf0" stroke="{FRAME}" stroke-width="2"/><path d="M{} {y}h8M{x} {}v8" stroke="{FRAME}" stroke-width="2"/>"##,
            x - 4,
            y - 4
        ));
    }

    /// A circle of the sheet with the unit that it takes.
    pub(super) fn circle(&mut self, unit: Unit, (x, y): (i32, i32), radius: i32, mark: Mark) {
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
            Mark::Crossed => self.sized("i-cross", (x, y), scale),
            Mark::Lost => self.sized("i-lost", (x, y), scale),
            Mark::Open | Mark::Spare => {}
        }
    }

    /// Points in a seal.
    pub(super) fn seal(&mut self, (x, y): (i32, i32), radius: i32, points: u8, seal: Seal) {
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

    pub(super) fn die(&mut self, face: Face, at: (i32, i32), side: i32) {
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
    pub(super) fn dice(&mut self, dice: Dice, at: (i32, i32), side: i32, a_row: i32) {
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
