//! The revenue board: what somebody can spend, and the arrows along which discs move.

use no_siesta::Unit;

use super::shapes::Canvas;
use super::{INK, LINE, PAD, SOFT, TITLE, View};

/// The units in their order on the revenue board; commodities come last.
const REVENUE: [Unit; 7] =
    [Unit::Olive, Unit::Grain, Unit::Grapes, Unit::Silver, Unit::Pig, Unit::Donkey, Unit::Hat];

pub(super) fn draw(canvas: &mut Canvas, view: View<'_>, (x, y): (i32, i32), width: i32) -> i32 {
    const BETWEEN: i32 = 24;
    const BOX: i32 = 96;
    let farm = view.position.farm(view.seat);
    let (board, free, taken) = (farm.board(), farm.free(), farm.taken());
    let spaces = REVENUE.len() as i32 + 1;
    let wide = (width - 2 * PAD - (spaces - 1) * BETWEEN) / spaces;
    // Neighbours are joined by straight arrows, others by arcs below.
    let far: Vec<(usize, usize)> = (0..REVENUE.len())
        .flat_map(|from| (from + 2..REVENUE.len()).map(move |to| (from, to)))
        .filter(|(from, to)| arrow(view, *from, *to) != (false, false))
        .collect();
    let has_loose = !free.is_empty() || !taken.is_empty();
    let height = TITLE + BOX + 12 + if has_loose { 20 } else { 0 } + if far.is_empty() { 0 } else { 40 };
    canvas.panel((x, y), (width, height), "Revenue board");
    let top = y + TITLE;
    let middle = |place: usize| x + PAD + place as i32 * (wide + BETWEEN) + wide / 2;
    for place in 0..=REVENUE.len() {
        let (name, discs, loose, back) = match REVENUE.get(place) {
            Some(unit) => (unit.name(), board.count(*unit), free.count(*unit), taken.count(*unit)),
            None => ("commodity", board.commodities(), free.commodities(), taken.commodities()),
        };
        let centre = middle(place);
        canvas.rect(
            (centre - wide / 2, top),
            (wide, BOX),
            7,
            &format!(r##"fill="#faf0dc" stroke="{LINE}" stroke-width="1.500""##),
        );
        canvas.icon(name, (centre, top + 19), 28);
        canvas.centred((centre, top + 47), 12, SOFT, name);
        revenue_discs(canvas, view, (centre, top + 62), discs);
        let mut words = Vec::new();
        if loose > 0 {
            words.push(format!("{loose} free"));
        }
        if back > 0 {
            words.push(format!("{back} back"));
        }
        canvas.centred((centre, top + BOX + 16), 13, INK, &words.join(", "));
        if place + 1 < REVENUE.len() {
            let (from, to) = (centre + wide / 2 + 4, middle(place + 1) - wide / 2 - 4);
            let path = format!("M{from} {}H{to}", top + 19);
            arrow_path(canvas, view, &path, place, place + 1);
        }
    }
    for (from, to) in far {
        let (a, b, line) = (middle(from), middle(to), top + BOX + if has_loose { 22 } else { 4 });
        arrow_path(
            canvas,
            view,
            &format!("M{a} {line}C{a} {} {b} {} {b} {line}", line + 44, line + 44),
            from,
            to,
        );
    }
    height
}

/// Discs in two rows of four; more than that as a number.
fn revenue_discs(canvas: &mut Canvas, view: View<'_>, (x, y): (i32, i32), count: u8) {
    let count = i32::from(count);
    if count > 8 {
        canvas.disc(view.seat, (x - 16, y + 10), 9);
        canvas.text((x, y + 15), 15, INK, &format!("× {count}"));
        return;
    }
    for place in 0..count {
        let in_row = if place < 4 { count.min(4) } else { count - 4 };
        let left = x - (in_row - 1) * 10;
        let lower = if count > 4 { 0 } else { 8 };
        canvas.disc(view.seat, (left + place % 4 * 20, y + lower + place / 4 * 20), 9);
    }
}

/// Whether arrows lead from one space of the revenue board to another, and back.
fn arrow(view: View<'_>, from: usize, to: usize) -> (bool, bool) {
    let sheet = view.position.sheet();
    let (from, to) = (REVENUE[from], REVENUE[to]);
    (sheet.arrows(from).contains(to), sheet.arrows(to).contains(from))
}

fn arrow_path(canvas: &mut Canvas, view: View<'_>, path: &str, from: usize, to: usize) {
    let tip = |there: bool| if there { "url(#tip)" } else { "none" };
    let (there, back) = arrow(view, from, to);
    if there || back {
        canvas.put(&format!(
            r#"<path d="{path}" fill="none" stroke="{SOFT}" stroke-width="2" marker-start="{}" marker-end="{}"/>"#,
            tip(back),
            tip(there)
        ));
    }
}
