//! The sheet of a player: its parts in two columns, and the score.

use no_siesta::{Helper, ScoreItem};

use super::shapes::Canvas;
use super::{EDGE, FRAME, GAP, INK, INNER, LINE, PAD, SOFT, TITLE, View};
use super::{barn, carts, helpers, revenue, storage, trades};

pub(super) fn draw(canvas: &mut Canvas, view: View<'_>, y: i32) -> i32 {
    let before = canvas.body.len();
    let (position, seat) = (view.position, view.seat);
    let farm = position.farm(seat);
    let (left, width) = (EDGE + PAD, INNER - 2 * PAD);
    let mut top = y + 12;
    canvas.disc(seat, (left + 16, top + 16), 15);
    canvas.bold((left + 42, top + 23), 20, &format!("Sheet of {seat}"));
    let skills: Vec<&str> = farm.skills().iter().map(Helper::name).collect();
    stock(canvas, view, (left + width, top + 16));
    top += 42;
    if !skills.is_empty() {
        canvas.text((left, top + 10), 13, SOFT, &format!("Skills: {}", skills.join(", ")));
        top += 22;
    }
    top += revenue::draw(canvas, view, (left, top), width) + GAP;

    let column = (width - GAP) / 2;
    let right = left + column + GAP;
    let (barn_height, storage_height) = (barn::height(view, column), TITLE + 5 * 28 + 8);
    let (helpers_height, trades_height) = (helpers::height(view), trades::height(view));
    // Both columns end at the same line.
    let tall = (barn_height + storage_height).max(helpers_height + trades_height);
    barn::draw(canvas, view, (left, top), (column, barn_height));
    storage::draw(canvas, view, (left, top + barn_height + GAP), (column, tall - barn_height));
    helpers::draw(canvas, view, (right, top), (column, helpers_height));
    trades::draw(canvas, view, (right, top + helpers_height + GAP), (column, tall - helpers_height));
    top += tall + 2 * GAP;
    top += carts::draw(canvas, view, (left, top), width) + GAP;
    top += score(canvas, view, (left, top), width) + 12;

    let height = top - y;
    let frame = format!(
        r##"<rect x="{EDGE}" y="{y}" width="{INNER}" height="{height}" rx="12" fill="#f0dcb9" stroke="{FRAME}" stroke-width="6"/>"##
    );
    canvas.body.insert_str(before, &(frame + "\n"));
    height
}

/// Discs in stock, from right to left.
fn stock(canvas: &mut Canvas, view: View<'_>, (right, y): (i32, i32)) {
    let stock = i32::from(view.position.farm(view.seat).stock());
    for place in 0..stock {
        canvas.disc(view.seat, (right - 14 - place * 27, y), 12);
    }
    let word = if stock == 0 { "no disc in stock" } else { "in stock" };
    canvas.at_right((right - stock * 27 - 6, y + 5), 14, word);
}

/// The score so far, line by line.
fn score(canvas: &mut Canvas, view: View<'_>, (x, y): (i32, i32), width: i32) -> i32 {
    let (position, seat) = (view.position, view.seat);
    let market = |item: ScoreItem| matches!(item, ScoreItem::Market(_));
    let mut cells: Vec<(String, i32)> = position
        .score_sheet(seat)
        .filter(|(item, _)| !market(*item))
        .map(|(item, points)| (item.to_string(), points))
        .collect();
    let on_market = position.score_sheet(seat).filter(|(item, _)| market(*item)).map(|(_, points)| points);
    cells.push(("market".to_owned(), on_market.sum()));
    cells.push(("total".to_owned(), position.scores()[seat]));
    let count = cells.len() as i32;
    for (place, (name, points)) in (0..).zip(cells) {
        let left = x + place * (width + 4) / count;
        let wide = x + (place + 1) * (width + 4) / count - left;
        let fill = if place + 1 == count { "#f3cf72" } else { "#fffaf0" };
        let paint = format!(r#"fill="{fill}" stroke="{LINE}" stroke-width="1.500""#);
        canvas.rect((left, y), (wide - 4, 48), 6, &paint);
        let middle = left + (wide - 4) / 2;
        canvas.centred((middle, y + 17), 12, SOFT, &name);
        canvas.put(&format!(
            r#"<text x="{middle}" y="{}" font-size="18" font-weight="bold" text-anchor="middle" fill="{INK}">{points}</text>"#,
            y + 39
        ));
    }
    48
}
