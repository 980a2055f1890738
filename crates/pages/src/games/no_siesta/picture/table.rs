//! The whole picture from top to bottom; each part returns its height.

use game::ToAct;
use no_siesta::Mode;

use super::shapes::Canvas;
use super::words::phase_words;
use super::{EDGE, FRAME, GAP, INK, LINE, SOFT, View, WIDTH};
use super::{helpers, middle, sheet, track};

pub(super) fn draw(canvas: &mut Canvas, view: View<'_>) -> i32 {
    let mut y = EDGE;
    y += header(canvas, view, y) + GAP;
    y += track::draw(canvas, view, y) + GAP;
    y += middle::draw(canvas, view, y) + GAP;
    if view.position.variant().mode() == Mode::Experienced {
        y += helpers::display(canvas, view, y) + GAP;
    }
    y += sheet::draw(canvas, view, y);
    y + EDGE
}

fn header(canvas: &mut Canvas, view: View<'_>, y: i32) -> i32 {
    let position = view.position;
    canvas.bold((EDGE, y + 34), 35, "¡No Siesta!");
    let round = match position.solo() {
        Some(_) => {
            let left = position.sheet().solo().rounds.saturating_sub(position.round());
            format!("Round {}, {left} left after it", position.round())
        }
        None => format!("Round {}", position.round()),
    };
    let pig = position.start_player();
    let words = format!("{round}. {}. {pig} has the pig.", position.variant());
    canvas.text((EDGE, y + 68), 15, SOFT, &words);
    let phase = format!("Now: {}.", phase_words(position));
    canvas.text((EDGE, y + 92), 17, INK, &phase);

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
        canvas.rect((x, y), (chip, 52), 9, &paint);
        canvas.disc(seat, (x + 23, y + 26), 15);
        canvas.bold((x + 46, y + 24), 19, &scores[seat].to_string());
        canvas.text((x + 46, y + 42), 12, SOFT, "points");
        if seat == position.start_player() {
            canvas.icon("pig", (x + chip - 18, y + 18), 22);
        }
    }
    98
}
