//! The Siesta Track.

use super::shapes::{Canvas, Owner};
use super::{EDGE, INK, INNER, LINE, PAD, SOFT, TITLE, View, WIDTH};

pub(super) fn draw(canvas: &mut Canvas, view: View<'_>, y: i32) -> i32 {
    const LANE: i32 = 24;
    let position = view.position;
    let track = position.variant().track();
    let mut lanes: Vec<(Owner, u8)> =
        position.players().seats().map(|seat| (Owner::Seat(seat), position.farm(seat).track())).collect();
    if let Some(solo) = position.solo() {
        lanes.push((Owner::Neutral, solo.track()));
    }
    let height = TITLE + 48 + LANE * lanes.len() as i32 + 12;
    canvas.panel((EDGE, y), (INNER, height), "Siesta Track");
    canvas.icon("hat", (EDGE + PAD + 118, y + 17), 24);
    legend(canvas, view, y);

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
        canvas.rect((x, top), (width - 2, height - TITLE - 8), 5, &format!(r#"fill="{fill}""#));
        let name = if space == 0 && width > 44 { "start".to_owned() } else { space.to_string() };
        canvas.centred((x + width / 2 - 1, top + 18), 14, INK, &name);
        // Side by side where there is room for both.
        let both = track.gives_disc(space) && track.finishes_cart(space);
        let aside = if both { width / 4 } else { 0 };
        if track.gives_disc(space) {
            canvas.prize((x + width / 2 - 1 - aside, top + 34));
        }
        if track.finishes_cart(space) && position.solo().is_some() {
            canvas.icon("cart", (x + width / 2 - 1 + aside, top + 34), 18);
        }
    }
    for (lane, (owner, at)) in (0..).zip(lanes) {
        let middle = |space: u8| left + i32::from(space) * width + width / 2 - 1;
        let (y, tone) = (top + 48 + lane * LANE + LANE / 2, owner.tones().0);
        canvas.put(&format!(
            r##"<path d="M{} {y}H{}" stroke="{LINE}" stroke-width="2" stroke-dasharray="2 5"/><path d="M{} {y}H{}" stroke="{tone}" stroke-width="5" stroke-linecap="round" opacity=".55"/>"##,
            middle(0),
            middle(track.last),
            middle(0),
            middle(at)
        ));
        canvas.disc(owner, (middle(at), y), 11);
    }
    height
}

/// What the icons of the track mean.
fn legend(canvas: &mut Canvas, view: View<'_>, y: i32) {
    // With room for wide fonts, as the reader may not have ours.
    let mut x = WIDTH - EDGE - PAD;
    if view.position.solo().is_some() {
        x -= 246;
        canvas.icon("cart", (x - 14, y + 17), 18);
        canvas.text((x, y + 22), 13, SOFT, "the neutral player finishes a cart");
        x -= 44;
    }
    x -= 92;
    canvas.prize((x - 14, y + 17));
    canvas.text((x, y + 22), 13, SOFT, "a disc is won");
}
