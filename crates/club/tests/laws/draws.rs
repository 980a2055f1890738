//! People, chairs, clocks and seeds, drawn at random.

use club::view::Named;

use super::*;

pub(super) fn named(person: PersonId) -> Named {
    Named { name: name(person), deleted: false }
}

pub(super) fn name(person: PersonId) -> String {
    format!("person {}", person.0)
}

pub(super) fn sitter(person: u64) -> Sitter {
    let kind = if person == 5 { Kind::Bot } else { Kind::Human };
    Sitter { id: PersonId(person), kind, member: person != 4 }
}

pub(super) fn drawn_seed(random: &mut Random) -> Seed {
    Seed(std::array::from_fn(|_| random.next() as u8))
}

pub(super) fn some_clock(random: &mut Random) -> Clock {
    match random.below(3) {
        0 => Clock::None,
        1 => Clock::Live { turn_seconds: 5 + random.below(30), reserve_seconds: random.below(60) },
        _ => Clock::Correspondence { days: 1 + random.below(3) },
    }
}

pub(super) fn some_chair(random: &mut Random) -> Chair {
    match random.below(5) {
        0 => Chair::Bot { level: Level::WEAKEST },
        1 => Chair::Invited(PersonId(1)),
        _ => Chair::Open,
    }
}
