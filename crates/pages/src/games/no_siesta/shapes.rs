//! Small drawings: icons, discs, dice, circles to mark, seals with points.

use game::Seat;
use maud::{Markup, PreEscaped, html};
use no_siesta::{Dice, Face, Unit};

use crate::games::no_siesta::picture::icons;

/// The drawings, once a page.
pub(super) fn drawings() -> Markup {
    html! { svg.drawings aria-hidden="true" width="0" height="0" { (PreEscaped(icons::definitions())) } }
}

/// An icon by the name of its drawing.
pub(super) fn icon(name: &str) -> Markup {
    html! { svg.icon viewBox="0 0 32 32" aria-hidden="true" { use href={ "#i-" (name) } {} } }
}

/// A disc of a player.
pub(super) fn disc(seat: Seat) -> Markup {
    disc_of(seat.letter())
}

/// A disc of the neutral player.
pub(super) fn neutral() -> Markup {
    disc_of('n')
}

fn disc_of(letter: char) -> Markup {
    html! { svg.disc viewBox="-13 -13 26 26" aria-hidden="true" { use href={ "#disc-" (letter) } {} } }
}

/// A die as it lies.
pub(super) fn die(face: Face) -> Markup {
    html! {
        span.die.two[face == Face::OliveGrain] aria-hidden="true" {
            @for unit in face.units().iter() { (icon(unit.name())) }
        }
    }
}

/// Dice side by side.
pub(super) fn dice(dice: Dice) -> Markup {
    html! {
        @for face in dice.faces() { @for _ in 0..dice.count(face) { (die(face)) } }
    }
}

/// How a circle of the sheet looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Open,
    Crossed,
    /// Marked once, but its good was taken back.
    Lost,
    /// A helper has made it unnecessary.
    Spare,
}

/// A circle of the sheet with the unit that it takes.
pub(super) fn circle(unit: Unit, mark: Mark) -> Markup {
    let class = match mark {
        Mark::Open => "circle",
        Mark::Crossed => "circle crossed",
        Mark::Lost => "circle lost",
        Mark::Spare => "circle spare",
    };
    html! {
        span class=(class) aria-hidden="true" {
            (icon(unit.name()))
            @if mark == Mark::Crossed { svg.cross viewBox="-13 -13 26 26" { use href="#i-cross" {} } }
            @if mark == Mark::Lost { svg.cross viewBox="-13 -13 26 26" { use href="#i-lost" {} } }
        }
    }
}

/// How points look that may be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seal {
    There,
    Won,
    Gone,
}

/// Points in a seal.
pub(super) fn seal(points: u8, seal: Seal) -> Markup {
    let class = match seal {
        Seal::There => "seal",
        Seal::Won => "seal won",
        Seal::Gone => "seal gone",
    };
    html! { span class=(class) aria-hidden="true" { (points) } }
}
