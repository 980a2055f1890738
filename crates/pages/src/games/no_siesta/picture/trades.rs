//! The long-distance trades.

use super::shapes::Canvas;
use super::{FRAME, PAD, SOFT, TITLE, View};

pub(super) fn height(view: View<'_>) -> i32 {
    let rows = view.position.sheet().trades().len().div_ceil(4) as i32;
    TITLE + rows * 46 + 8
}

pub(super) fn draw(canvas: &mut Canvas, view: View<'_>, (x, y): (i32, i32), (width, height): (i32, i32)) {
    let (position, sheet) = (view.position, view.position.sheet());
    let farm = position.farm(view.seat);
    canvas.panel((x, y), (width, height), "Long-distance trade");
    let worth = format!("{} VP and", sheet.points().trade);
    canvas.at_right((x + width - PAD - 26, y + 22), 13, &worth);
    canvas.icon("commodity", (x + width - PAD - 10, y + 17), 20);
    let wide = (width - 2 * PAD + 6) / 4;
    let rows = sheet.trades().len().div_ceil(4) as i32;
    let step = ((height - TITLE - 8) / rows.max(1)).min(56);
    for (trade, units) in sheet.trades().iter().enumerate() {
        let at = (x + PAD + (trade % 4) as i32 * wide, y + TITLE + (trade / 4) as i32 * step);
        let done = farm.has_traded(trade);
        let fill = if done { "#ead7b6" } else { "#ffffff" };
        let (w, h) = (wide - 6, (step - 6).min(52));
        canvas.rect(at, (w, h), 7, &format!(r#"fill="{fill}" stroke="{FRAME}" stroke-width="1.500""#));
        canvas.put(&format!(r#"<g opacity="{}">"#, if done { 0.45 } else { 1.0 }));
        canvas.text((at.0 + 6, at.1 + h / 2 + 5), 12, SOFT, &format!("{}", trade + 1));
        for (place, unit) in (0..).zip(units) {
            canvas.icon(unit.name(), (at.0 + 30 + place * 26, at.1 + h / 2), 24);
        }
        canvas.put("</g>");
        if done {
            canvas.sized("i-cross", (at.0 + w / 2, at.1 + h / 2), 1.5);
        }
    }
}
