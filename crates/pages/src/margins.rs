//! How a game went: the margins that the engine expected after every turn, as a graph.

use bots::analysis::{Examined, Verdict};
use game::{Players, Seat};
use maud::{Markup, html};

/// The size of the graph in its own units; the page scales it.
const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 180.0;
const EDGE: f32 = 12.0;
/// The margin that fills the height if all margins are smaller, so that small ones look small.
const MIN_RANGE: f32 = 6.0;

/// What is expected after a turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    /// The turn, counted from 1.
    pub(crate) turn: usize,
    /// Whose turn it was.
    pub(crate) seat: Seat,
    /// The final margin that the engine expects for this seat.
    pub(crate) margin: f32,
    /// Whether the turn was a mistake or a blunder.
    pub(crate) bad: bool,
}

impl Point {
    /// The point of a turn that was examined.
    pub(crate) fn of<A>(turn: usize, seat: Seat, examined: &Examined<A>) -> Self {
        let bad = !examined.forced && examined.verdict() >= Verdict::Mistake;
        Self { turn, seat, margin: examined.played.score, bad }
    }
}

/// The margins of a game.
pub(crate) struct Graph<'a> {
    pub(crate) players: Players,
    /// Whether one side wins what the other loses, so that one line tells all.
    pub(crate) two_sides: bool,
    pub(crate) points: &'a [Point],
    /// How many turns the graph is wide.
    pub(crate) turns: usize,
    /// The turn that the page shows, counted from 1; 0 before the first one.
    pub(crate) shown: usize,
}

/// The graph; each point is a link to the address of its turn.
pub(crate) fn graph(graph: &Graph<'_>, address: impl Fn(usize) -> String) -> Markup {
    let Graph { players, two_sides, points, turns, shown } = *graph;
    let margin = |point: &Point| {
        if two_sides && !point.seat.index().is_multiple_of(2) { -point.margin } else { point.margin }
    };
    let most = points.iter().map(|point| point.margin.abs()).fold(MIN_RANGE, f32::max);
    let step = (WIDTH - 2.0 * EDGE) / turns.max(1) as f32;
    let x = |turn: usize| EDGE + step * turn as f32;
    let y = |margin: f32| HEIGHT / 2.0 - margin / most * (HEIGHT / 2.0 - EDGE);
    let path = |points: &mut dyn Iterator<Item = &Point>| {
        let mut path = String::new();
        for point in points {
            let sign = if path.is_empty() { 'M' } else { 'L' };
            path.push_str(&format!("{sign}{:.1} {:.1}", x(point.turn), y(margin(point))));
        }
        path
    };
    let area = |side: fn(f32) -> f32| {
        let mut path = format!("M{:.1} {:.1}", x(0), y(0.0));
        for point in points {
            path.push_str(&format!("L{:.1} {:.1}", x(point.turn), y(side(margin(point)))));
        }
        let end = points.last().map_or(0, |point| point.turn);
        path.push_str(&format!("L{:.1} {:.1}Z", x(end), y(0.0)));
        path
    };
    html! {
        svg.margins viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } aria-hidden="true" {
            @if two_sides {
                path.area.tone-a d=(area(|margin| margin.max(0.0))) {}
                path.area.tone-b d=(area(|margin| margin.min(0.0))) {}
                path.course d={ "M" (x(0)) " " (y(0.0)) (path(&mut points.iter()).replacen('M', "L", 1)) } {}
            } @else {
                @for seat in players.seats() {
                    path.{ "course of-" (seat) } d=(path(&mut points.iter().filter(|point| point.seat == seat))) {}
                }
            }
            path.zero d={ "M0 " (y(0.0)) "H" (WIDTH) } {}
            @if shown > 0 { path.now d={ "M" (x(shown)) " 0V" (HEIGHT) } {} }
            @for point in points {
                a href=(address(point.turn)) hx-get=(address(point.turn)) tabindex="-1" {
                    rect.hit x=(x(point.turn) - step / 2.0) y="0" width=(step) height=(HEIGHT) {}
                    circle.{ "point dot-" (point.seat) @if point.bad { " bad" } @if point.turn == shown { " shown" } }
                        cx=(x(point.turn)) cy=(y(margin(point)))
                        r=(if point.turn == shown { "7" } else if point.bad { "5.5" } else { "4" }) {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_point_for_every_turn_and_nothing_leaves_the_drawing() {
        for (players, two_sides) in
            [(Players::ONE, false), (Players::TWO, true), (Players::THREE, false), (Players::FOUR, true)]
        {
            let count = players.count();
            let points: Vec<Point> = (1..=9)
                .map(|turn| Point {
                    turn,
                    seat: Seat::ALL[(turn - 1) % count],
                    margin: turn as f32 * 7.0 - 30.0,
                    bad: turn == 4,
                })
                .collect();
            let drawn = Graph { players, two_sides, points: &points, turns: 9, shown: 3 };
            let text = graph(&drawn, |turn| format!("?turn={turn}")).into_string();
            assert_eq!(text.matches("<circle").count(), 9);
            assert_eq!(text.matches("href=\"?turn=3\"").count(), 1);
            assert_eq!((text.matches(" bad").count(), text.matches(" shown").count()), (1, 1));
            for y in text.split("cy=\"").skip(1) {
                let y: f32 = y.split('"').next().unwrap().parse().unwrap();
                assert!((0.0..=HEIGHT).contains(&y), "{y}");
            }
        }
    }
}
