//! The barn: its sections with their price in silver, and the roof tiles on them.

use no_siesta::{Tile, Unit};

use super::shapes::{Canvas, Mark, Seal};
use super::words::tile_words;
use super::{FRAME, INK, LINE, PAD, TITLE, View};

/// How wide a section is, how many circles it has side by side, and in how many rows at most.
fn layout(view: View<'_>, width: i32) -> (i32, i32, i32) {
    let barn = view.position.sheet().barn();
    let section = ((width - 2 * PAD + 6) / barn.len() as i32).min(96);
    let a_row = ((section - 14) / 23).max(1);
    let most = barn.iter().map(|section| i32::from(section.silver)).max().unwrap_or(0);
    (section, a_row, (most + a_row - 1) / a_row)
}

pub(super) fn height(view: View<'_>, width: i32) -> i32 {
    let (_, _, rows) = layout(view, width);
    TITLE + 38 + rows * 23 + 50 + 12
}

pub(super) fn draw(canvas: &mut Canvas, view: View<'_>, (x, y): (i32, i32), (width, height): (i32, i32)) {
    let (position, sheet) = (view.position, view.position.sheet());
    let farm = position.farm(view.seat);
    canvas.panel((x, y), (width, height), "Barn");
    let (section, a_row, rows) = layout(view, width);
    // The sheet does not say which tile lies where, so they lie in the order of their kinds,
    // those that show first.
    let showing = Tile::ALL.into_iter().flat_map(|tile| (0..farm.tiles(tile)).map(move |_| (tile, false)));
    let turned = Tile::ALL.into_iter().flat_map(|tile| (0..farm.turned(tile)).map(move |_| (tile, true)));
    let tiles: Vec<(Tile, bool)> = showing.chain(turned).collect();
    for (place, printed) in sheet.barn().iter().enumerate() {
        let (left, wide) = (x + PAD + place as i32 * section, section - 6);
        let top = y + TITLE;
        let tile = tiles.get(place);
        let (roof, wall) = if tile.is_some() { ("#d9825a", "#f6dfbd") } else { ("#f3e3c6", "#faf0dc") };
        let below = rows * 23 + 50;
        canvas.put(&format!(
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
        canvas.seal((left + wide / 2, top + 23), 11, printed.points, seal);
        let (built, cost) = (place < usize::from(farm.built()), farm.cost(sheet, place));
        let crossed = |circle: u8| built || (place == usize::from(farm.built()) && circle < farm.silver());
        for circle in 0..printed.silver {
            let mark = match (crossed(circle), circle < cost) {
                (true, _) => Mark::Crossed,
                (false, true) => Mark::Open,
                (false, false) => Mark::Spare,
            };
            let (column, row) = (i32::from(circle) % a_row, i32::from(circle) / a_row);
            let in_row = a_row.min(i32::from(printed.silver) - row * a_row);
            let at = left + wide / 2 - (in_row - 1) * 23 / 2 + column * 23;
            canvas.circle(Unit::Silver, (at, top + 51 + row * 23), 10, mark);
        }
        roof_tile(canvas, view, (left + wide / 2, top + 42 + rows * 23), tile.copied());
    }
}

/// The place of a roof tile, with or without one, below its top middle.
fn roof_tile(canvas: &mut Canvas, view: View<'_>, (x, y): (i32, i32), tile: Option<(Tile, bool)>) {
    const SIZE: (i32, i32) = (52, 38);
    let left = x - SIZE.0 / 2;
    let Some((tile, used)) = tile else {
        let paint = format!(r#"fill="none" stroke="{LINE}" stroke-width="1.500" stroke-dasharray="4 3""#);
        canvas.rect((left, y), SIZE, 4, &paint);
        return;
    };
    let fill = if used { "#d9cdb8" } else { "#ffffff" };
    canvas.rect((left, y), SIZE, 4, &format!(r##"fill="{fill}" stroke="#7a3517" stroke-width="2""##));
    // A used tile is smaller and pale, to leave room for the word.
    let (middle, icon, size, strength) =
        if used { (y + 13, 18, 13, 0.6) } else { (y + SIZE.1 / 2, 25, 17, 1.0) };
    let words = tile_words(view.position, tile);
    canvas.put(&format!(r#"<g opacity="{strength}"><title>{words}</title>"#));
    let gives = view.position.sheet().gives(tile).to_string();
    let name = match tile {
        Tile::Olives | Tile::Grains | Tile::Grapes | Tile::Pigs | Tile::Donkeys | Tile::Silver => {
            tile.unit().map(Unit::name)
        }
        Tile::Change => Some("change"),
        Tile::Vp => None,
    };
    match name {
        Some(name) => {
            canvas.bold((left + 6, middle + size * 3 / 8), size, &gives);
            canvas.icon(name, (x + 9, middle), icon);
        }
        None => canvas.centred((x, middle + 5), 14, INK, &format!("{gives} VP")),
    }
    canvas.put("</g>");
    if used {
        canvas.centred((x, y + 34), 11, INK, "used");
    }
}
