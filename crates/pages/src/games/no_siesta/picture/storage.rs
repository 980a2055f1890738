//! The warehouse and the stable.

use no_siesta::Unit;

use super::shapes::{Canvas, Mark};
use super::words::counted;
use super::{FRAME, PAD, SOFT, TITLE, View};

pub(super) fn draw(canvas: &mut Canvas, view: View<'_>, (x, y): (i32, i32), (width, height): (i32, i32)) {
    let (position, sheet) = (view.position, view.position.sheet());
    let farm = position.farm(view.seat);
    canvas.panel((x, y), (width, height), "Warehouse and stable");
    let most = sheet.rows().into_iter().max().unwrap_or(1);
    let pitch = ((width - 184) / i32::from(most.max(1))).min(44);
    let radius = (pitch / 2 - 1).min(12);
    let step = (height - TITLE - 8) / Unit::STORED.len() as i32;
    let row_y = |row: i32| y + TITLE + step * row + step / 2 - 2;
    for (row, unit) in Unit::STORED.into_iter().enumerate() {
        let at = row_y(row as i32);
        canvas.icon(unit.name(), (x + PAD + 12, at), 24);
        let (marked, lost) = (farm.rows()[row], farm.lost()[row]);
        for circle in 0..sheet.rows()[row] {
            let mark = match (circle < lost, circle < marked) {
                (true, _) => Mark::Lost,
                (false, true) => Mark::Crossed,
                (false, false) => Mark::Open,
            };
            canvas.circle(unit, (x + PAD + 52 + i32::from(circle) * pitch, at), radius, mark);
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
        canvas.put(&format!(
            r#"<path d="M{right} {from}h6V{to}h-6" fill="none" stroke="{FRAME}" stroke-width="2"/>"#
        ));
        let middle = (from + to) / 2;
        canvas.bold((right + 16, middle - 2), 15, &counted(count, name));
        canvas.text((right + 16, middle + 15), 12, SOFT, &format!("{each} VP each"));
    }
}
