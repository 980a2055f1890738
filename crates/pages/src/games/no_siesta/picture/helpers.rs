//! The helpers: the spaces of a sheet, and those that experienced farmers can hire.

use game::Seat;
use no_siesta::Helper;

use super::shapes::{Canvas, Mark, Seal};
use super::{EDGE, INK, INNER, LINE, PAD, SOFT, TITLE, View};

pub(super) fn height(view: View<'_>) -> i32 {
    let rows = view.position.sheet().helpers().len().div_ceil(3) as i32;
    let copied = if view.position.farm(view.seat).copied().is_some() { 24 } else { 0 };
    TITLE + rows * 92 + copied + 6
}

pub(super) fn draw(canvas: &mut Canvas, view: View<'_>, (x, y): (i32, i32), (width, height): (i32, i32)) {
    let (position, sheet) = (view.position, view.position.sheet());
    let farm = position.farm(view.seat);
    canvas.panel((x, y), (width, height), "Helpers");
    let wide = (width - 2 * PAD + 8) / 3;
    for (space, printed) in sheet.helpers().iter().enumerate() {
        let at = (x + PAD + (space % 3) as i32 * wide, y + TITLE + (space / 3) as i32 * 92);
        let paint = format!(r##"fill="#faf0dc" stroke="{LINE}" stroke-width="1.500""##);
        canvas.rect(at, (wide - 8, 84), 7, &paint);
        canvas.text((at.0 + 8, at.1 + 20), 13, SOFT, &format!("{}", space + 1));
        let hired = farm.hired(space);
        let seal = if hired.is_some() { Seal::Won } else { Seal::There };
        canvas.seal((at.0 + wide - 24, at.1 + 15), 10, printed.points, seal);
        // Many circles are smaller.
        let count = printed.circles().len() as i32;
        let pitch = ((wide - 20) / count.max(1)).min(29);
        let radius = (pitch / 2 - 1).min(12);
        for (circle, unit) in printed.circles().iter().enumerate() {
            let mark = if farm.is_marked(space, circle) { Mark::Crossed } else { Mark::Open };
            let left = at.0 + 8 + radius + circle as i32 * pitch;
            canvas.circle(*unit, (left, at.1 + 41), radius, mark);
        }
        let (place, size) = ((at.0 + 6, at.1 + 57), (wide - 20, 22));
        match hired {
            Some(helper) => {
                helper_box(canvas, helper, place, size, true);
                let copies = |seat: &Seat| {
                    let copied = position.farm(*seat).copied();
                    copied.is_some_and(|copied| copied.seat == view.seat && copied.helper == helper)
                };
                // Whoever copies the helper has a disc on it.
                let copiers: Vec<Seat> = position.players().seats().filter(copies).collect();
                for (copier, seat) in (0..).zip(copiers) {
                    canvas.disc(seat, (at.0 + wide - 46 - copier * 20, at.1 + 15), 9);
                }
                canvas.centred((place.0 + size.0 / 2, place.1 + 16), 12, INK, helper.name());
            }
            None => {
                let paint =
                    format!(r#"fill="none" stroke="{LINE}" stroke-width="1.200" stroke-dasharray="4 3""#);
                canvas.rect(place, size, 5, &paint);
            }
        }
    }
    if let Some(copied) = farm.copied() {
        let at = (x + PAD, y + height - 28);
        canvas.disc(copied.seat, (at.0 + 11, at.1 + 10), 11);
        let words = format!("{} of {}, copied", copied.helper, copied.seat);
        canvas.text((at.0 + 30, at.1 + 15), 14, INK, &words);
    }
}

/// The helpers in the middle, among experienced farmers.
pub(super) fn display(canvas: &mut Canvas, view: View<'_>, y: i32) -> i32 {
    const COLUMNS: usize = 6;
    let rows = Helper::ALL.len().div_ceil(COLUMNS) as i32;
    let height = TITLE + rows * 32 + 6;
    canvas.panel((EDGE, y), (INNER, height), "Helpers to hire");
    let width = (INNER - 2 * PAD + 6) / COLUMNS as i32;
    for (place, helper) in Helper::ALL.into_iter().enumerate() {
        let x = EDGE + PAD + (place % COLUMNS) as i32 * width;
        let top = y + TITLE + (place / COLUMNS) as i32 * 32;
        let left = view.position.display(helper);
        helper_box(canvas, helper, (x, top), (width - 6, 26), left > 0);
        let strength = if left > 0 { INK } else { SOFT };
        canvas.text((x + 8, top + 18), 13, strength, &format!("{left} × {helper}"));
    }
    height
}

/// The ground of a helper, which is grey for grey ones; dashed if none is there.
fn helper_box(canvas: &mut Canvas, helper: Helper, at: (i32, i32), size: (i32, i32), there: bool) {
    let fill = match (there, helper.is_grey()) {
        (false, _) => "none",
        (true, true) => "#d5d6d8",
        (true, false) => "#f6d9a4",
    };
    let dash = if there { "none" } else { "4 3" };
    let paint = format!(r#"fill="{fill}" stroke="{SOFT}" stroke-width="1.200" stroke-dasharray="{dash}""#);
    canvas.rect(at, size, 5, &paint);
}
