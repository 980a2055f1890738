//! The carts with their goods, donkeys and points.

use no_siesta::{Cart, CartStatus, Helper, Unit};

use super::shapes::{Canvas, Mark, Owner, Seal};
use super::words::larger_winners;
use super::{PAD, SOFT, TITLE, View};

pub(super) fn draw(canvas: &mut Canvas, view: View<'_>, (x, y): (i32, i32), width: i32) -> i32 {
    const ROW: i32 = 68;
    let (position, sheet) = (view.position, view.position.sheet());
    let farm = position.farm(view.seat);
    let height = TITLE + ROW * Cart::ALL.len() as i32 + 8;
    canvas.panel((x, y), (width, height), "Carts");
    for (row, cart) in (0..).zip(Cart::ALL) {
        let (printed, state) = (sheet.cart(cart), farm.cart(cart));
        let top = y + TITLE + row * ROW;
        canvas.text((x + PAD, top + 26), 14, SOFT, cart.name());
        let count = printed.goods().len() as i32;
        let pitch = (480 / count.max(1)).min(50);
        let radius = (pitch / 2 - 2).min(17);
        let left = x + PAD + 66;
        let wide = count * pitch + 14;
        let complete = state.status() != CartStatus::Open;
        wagon(canvas, (left, top), wide, complete);
        for (place, unit) in printed.goods().iter().enumerate() {
            let mark = if state.is_loaded(place) { Mark::Crossed } else { Mark::Open };
            canvas.circle(*unit, (left + 7 + pitch / 2 + place as i32 * pitch, top + 21), radius, mark);
        }
        donkeys(canvas, view, cart, (left + wide, top));
        points(canvas, view, cart, (x + width - 78, top));
    }
    height
}

/// The body of a cart on its wheels.
fn wagon(canvas: &mut Canvas, (x, y): (i32, i32), width: i32, complete: bool) {
    // The wheels first, so that the body stands before them.
    for wheel in [x + 26, x + width - 26] {
        canvas.put(&format!(
            r##"<circle cx="{wheel}" cy="{}" r="11" fill="#f7ecdb" stroke="#5c3a1c" stroke-width="3.500"/><path d="M{wheel} {}v18M{} {}h18" stroke="#5c3a1c" stroke-width="1.500"/>"##,
            y + 48,
            y + 39,
            wheel - 9,
            y + 48
        ));
    }
    let body = if complete { "#c98f4e" } else { "#e3c08d" };
    canvas.rect((x, y), (width, 42), 6, &format!(r##"fill="{body}" stroke="#5c3a1c" stroke-width="2""##));
}

/// The places for donkeys, from the end of the cart on.
fn donkeys(canvas: &mut Canvas, view: View<'_>, cart: Cart, (end, top): (i32, i32)) {
    let farm = view.position.farm(view.seat);
    let (printed, state) = (view.position.sheet().cart(cart), farm.cart(cart));
    let donkeys = i32::from(printed.donkeys);
    if donkeys > 0 {
        canvas.put(&format!(
            r##"<path d="M{end} {}h{}" stroke="#5c3a1c" stroke-width="3"/>"##,
            top + 21,
            16 + (donkeys - 1) * 37
        ));
    }
    let needed = !farm.skills().has(Helper::Carts) && state.status() == CartStatus::Open;
    for donkey in 0..donkeys {
        let mark = match (donkey < i32::from(state.donkeys()), needed) {
            (true, _) => Mark::Crossed,
            (false, true) => Mark::Open,
            (false, false) => Mark::Spare,
        };
        let at = (end + 32 + donkey * 37, top + 21);
        if mark == Mark::Spare {
            canvas.put(&format!(r##"<circle cx="{}" cy="{}" r="15" fill="#fffaf0"/>"##, at.0, at.1));
        }
        canvas.circle(Unit::Donkey, at, 15, mark);
    }
}

/// Both values of a cart and who has won them; `(x, y)` is the middle of the top.
fn points(canvas: &mut Canvas, view: View<'_>, cart: Cart, (x, y): (i32, i32)) {
    let position = view.position;
    let printed = position.sheet().cart(cart);
    let gone = position.larger_gone(cart);
    let takers = || -> String {
        let solo = position.solo().is_some_and(|solo| solo.has_finished(cart));
        let seats = larger_winners(position, cart).iter().map(Owner::Seat);
        let owners = seats.chain(solo.then_some(Owner::Neutral));
        owners.map(|owner| owner.letter().to_string()).collect::<Vec<_>>().join(", ")
    };
    let (larger, smaller, words) = match position.farm(view.seat).cart(cart).status() {
        CartStatus::Open if gone => {
            (Seal::Gone, Seal::There, Some(format!("{} went to {}", printed.larger, takers())))
        }
        CartStatus::Open => (Seal::There, Seal::There, None),
        CartStatus::New => (Seal::There, Seal::There, Some("awarded soon".to_owned())),
        CartStatus::Larger => (Seal::Won, Seal::Gone, Some(format!("{} VP won", printed.larger))),
        CartStatus::Smaller => (Seal::Gone, Seal::Won, Some(format!("{} VP won", printed.smaller))),
    };
    canvas.seal((x - 27, y + 19), 17, printed.larger, larger);
    canvas.seal((x + 27, y + 19), 14, printed.smaller, smaller);
    match words {
        Some(words) => canvas.centred((x, y + 54), 13, SOFT, &words),
        None => {
            canvas.centred((x - 27, y + 54), 13, SOFT, "first");
            canvas.centred((x + 27, y + 54), 13, SOFT, "others");
        }
    }
}
