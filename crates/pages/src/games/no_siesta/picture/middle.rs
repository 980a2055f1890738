//! The market, and the dice on the table.

use no_siesta::{Market, Tile};

use super::shapes::{Canvas, Owner};
use super::words::market_words;
use super::{EDGE, FRAME, GAP, INK, INNER, PAD, SOFT, TITLE, View};

/// The width of the market; the dice have the rest.
const MARKET: i32 = 586;
const HEIGHT: i32 = 164;

/// Draws the market and the dice side by side.
pub(super) fn draw(canvas: &mut Canvas, view: View<'_>, y: i32) -> i32 {
    market(canvas, view, y);
    dice(canvas, view, y);
    HEIGHT
}

fn market(canvas: &mut Canvas, view: View<'_>, y: i32) {
    let position = view.position;
    canvas.panel((EDGE, y), (MARKET, HEIGHT), "Market");
    let width = (MARKET - 2 * PAD + 6) / Market::ALL.len() as i32;
    let room = position.variant().market_room() as i32;
    for (place, space) in (0..).zip(Market::ALL) {
        let x = EDGE + PAD + place * width;
        let middle = x + (width - 6) / 2;
        let top = y + TITLE;
        canvas.rect((x, top), (width - 6, HEIGHT - TITLE - 10), 7, r##"fill="#f3e3c6""##);
        let icons = market_icons(space);
        if icons.is_empty() {
            canvas.prize((middle, top + 20));
        }
        let first = middle - (icons.len() as i32 - 1) * 13;
        for (place, icon) in (0..).zip(icons) {
            canvas.icon(icon, (first + place * 26, top + 20), 24);
        }
        canvas.centred((middle, top + 52), 12, INK, market_words(space));
        let points = format!("{} VP each", position.sheet().market(space));
        canvas.centred((middle, top + 69), 12, SOFT, &points);
        let mut there: Vec<Owner> = position.on_market(space).iter().map(Owner::Seat).collect();
        if position.neutral_on_market(space) {
            there.push(Owner::Neutral);
        }
        for slot in 0..room {
            let at = (middle - (room - 1) * 13 + slot * 26, top + 96);
            match there.get(slot as usize) {
                Some(owner) => canvas.disc(*owner, at, 12),
                None => canvas.put(&format!(
                    r#"<circle cx="{}" cy="{}" r="10" fill="none" stroke="{FRAME}" stroke-width="1.500" stroke-dasharray="3 3"/>"#,
                    at.0, at.1
                )),
            }
        }
    }
}

/// The icons of what a space of the market pays for; a space without any pays for discs.
fn market_icons(space: Market) -> &'static [&'static str] {
    match space {
        Market::Discs => &[],
        Market::HarvestSets => &["olive", "grain", "grapes"],
        Market::RoofTiles => &["tile"],
        Market::AnimalPairs => &["pig", "donkey"],
        Market::Helpers => &["helper"],
        Market::Trades => &["commodity"],
    }
}

fn dice(canvas: &mut Canvas, view: View<'_>, y: i32) {
    let position = view.position;
    let x = EDGE + MARKET + GAP;
    canvas.panel((x, y), (INNER - MARKET - GAP, HEIGHT), "Dice on the table");
    let left = x + PAD;
    let tiles = match position.solo() {
        Some(solo) => {
            canvas.dice(position.dice(), (left, y + TITLE), 42, 7);
            canvas.text((left, y + 108), 14, SOFT, "upper");
            canvas.dice(solo.upper(), (left + 50, y + 84), 38, 2);
            canvas.text((left + 172, y + 108), 14, SOFT, "lower");
            canvas.dice(solo.lower(), (left + 220, y + 84), 38, 2);
            format!(
                "Roof tiles: {} to build, {} in the pile, {} aside",
                solo.beside(),
                solo.pile(),
                solo.aside()
            )
        }
        None => {
            canvas.dice(position.dice(), (left, y + TITLE), 48, 6);
            let face_down: u8 = Tile::ALL.map(|tile| position.face_down(tile)).iter().sum();
            format!("Roof tiles face down: {face_down}")
        }
    };
    canvas.text((left, y + HEIGHT - 12), 13, SOFT, &tiles);
}
