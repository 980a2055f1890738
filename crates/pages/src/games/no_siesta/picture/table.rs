//! The parts of the picture that all players share, from top to bottom; each tells how high it is.

use game::{Seat, ToAct};
use no_siesta::{Helper, Market, Mode, Tile};

use super::words::{market_words, phase_words};
use super::*;
use crate::games::siesta::picture::TONES;

impl Drawing<'_> {
    pub(super) fn everything(&mut self) -> i32 {
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

    pub(super) fn header(&mut self, y: i32) -> i32 {
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

    pub(super) fn track(&mut self, y: i32) -> i32 {
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
    pub(super) fn prize(&mut self, (x, y): (i32, i32)) {
        self.put(&format!(
            r##"<circle cx="{x}" cy="{y}" r="8" fill="#fffaf0" stroke="{FRAME}" stroke-width="2"/><path d="M{} {y}h8M{x} {}v8" stroke="{FRAME}" stroke-width="2"/>"##,
            x - 4,
            y - 4
        ));
    }

    pub(super) fn market_and_dice(&mut self, y: i32) -> i32 {
        const MARKET: i32 = 586;
        let position = self.position;
        let height = 164;
        self.panel((EDGE, y), (MARKET, height), "Market");
        let width = (MARKET - 2 * PAD + 6) / Market::ALL.len() as i32;
        let room = position.variant().market_room() as i32;
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
    pub(super) fn display(&mut self, y: i32) -> i32 {
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
    pub(super) fn helper_box(&mut self, helper: Helper, at: (i32, i32), size: (i32, i32), there: bool) {
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
