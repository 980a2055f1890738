//! A graph of a rating over time.

use maud::{Markup, html};

use crate::words::Words;

const WIDTH: i64 = 360;
const HEIGHT: i64 = 130;
/// Space for the numbers on the left, and for the last point on the right.
const LEFT: i64 = 40;
const RIGHT: i64 = 8;
const ABOVE: i64 = 12;
const BELOW: i64 = 12;
/// How many ratings are shown at most: the last ones.
const MAX_POINTS: usize = 200;
/// The difference that fills the height if all ratings are closer together, so that a small change looks small.
const MIN_RANGE: i64 = 60;

/// The graph of a rating: before the first game, and after every game.
pub(crate) fn graph(words: Words, ratings: &[i64]) -> Markup {
    let shown = &ratings[ratings.len().saturating_sub(MAX_POINTS)..];
    let (Some(low), Some(high), Some(now)) = (shown.iter().min(), shown.iter().max(), shown.last()) else {
        return html! {};
    };
    let spread = (high - low).max(MIN_RANGE);
    let middle = low.midpoint(*high);
    let (bottom, top) = (middle - spread / 2, middle + spread / 2);
    let steps = (shown.len() as i64 - 1).max(1);
    let across = |place: i64| LEFT + (WIDTH - LEFT - RIGHT) * place / steps;
    let up = |rating: i64| ABOVE + (HEIGHT - ABOVE - BELOW) * (top - rating) / (top - bottom).max(1);
    let points: Vec<String> =
        (0_i64..).zip(shown).map(|(place, rating)| format!("{},{}", across(place), up(*rating))).collect();
    let label = words.with(
        "graph-label",
        [
            ("games", (shown.len() - 1).into()),
            ("low", low.to_string().into()),
            ("high", high.to_string().into()),
            ("now", now.to_string().into()),
        ],
    );
    html! {
        svg.graph viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(label) {
            @for rating in [top, middle, bottom] {
                line x1=(LEFT) x2=(WIDTH - RIGHT) y1=(up(rating)) y2=(up(rating)) {}
                text x=(LEFT - 6) y=(up(rating) + 4) text-anchor="end" { (rating) }
            }
            polyline points=(points.join(" ")) {}
            circle cx=(across(shown.len() as i64 - 1)) cy=(up(*now)) r="4" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    fn drawn(ratings: &[i64]) -> String {
        graph(Words(Language::English), ratings).into_string()
    }

    #[test]
    fn the_line_goes_from_the_left_to_the_right_and_up_with_the_rating() {
        let svg = drawn(&[1500, 1520, 1400]);
        assert!(svg.contains("points=\"40,29 196,12 352,118\""), "{svg}");
        assert!(svg.contains("cx=\"352\" cy=\"118\""), "{svg}");
        assert!(svg.contains("lowest 1400, highest 1520"), "{svg}");
    }

    #[test]
    fn any_number_of_ratings_is_drawn() {
        assert_eq!(drawn(&[]), "");
        assert!(drawn(&[1500]).contains("points=\"40,65\""));
        let many: Vec<i64> = (0..1000).collect();
        assert!(drawn(&many).contains("lowest 800, highest 999"));
    }
}
