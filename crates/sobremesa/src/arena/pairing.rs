//! Which engine has which seat: groups of games with the same opening and the same random numbers.

use game::{Players, mix};

/// How the engines share the seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pairing {
    /// Two engines in two seats or two teams, which swap.
    Swapped,
    /// The first engine in each seat in turn, the second in all others.
    OneAgainstOthers,
    /// One engine per seat; all move on by one seat from game to game.
    Rotated,
    /// Solo: every engine plays with the same dice.
    Alone,
}

impl Pairing {
    /// The pairing for this many engines and players, or why there is none.
    pub(super) fn new(engines: usize, players: Players, teams: bool) -> Result<Self, String> {
        let seats = players.count();
        match (engines, seats) {
            (_, 1) => Ok(Self::Alone),
            (1, _) => Err("a second engine is missing, as in: arena A B".to_owned()),
            (2, _) if teams || seats == 2 => Ok(Self::Swapped),
            (_, _) if teams => Err(format!("teams need exactly two engines, not {engines}")),
            (2, _) => Ok(Self::OneAgainstOthers),
            (engines, seats) if engines == seats => Ok(Self::Rotated),
            (3 | 4, 2) => Err(format!("{engines} engines need as many seats: add --players {engines}")),
            _ => Err(format!("{seats} seats need two engines, or {seats}: one for each seat")),
        }
    }

    /// The games of a group: the index of the engine in each seat.
    pub(super) fn games(self, engines: usize, players: Players) -> Vec<Vec<usize>> {
        let seats = players.count();
        match self {
            Self::Swapped => (0..2).map(|game| (0..seats).map(|seat| (seat + game) % 2).collect()).collect(),
            Self::OneAgainstOthers => {
                (0..seats).map(|own| (0..seats).map(|seat| usize::from(seat != own)).collect()).collect()
            }
            Self::Rotated => (0..seats)
                .map(|game| (0..seats).map(|seat| (seat + seats - game) % seats).collect())
                .collect(),
            Self::Alone => (0..engines).map(|engine| vec![engine]).collect(),
        }
    }

    /// The word for a group of games.
    pub(super) const fn group(self) -> &'static str {
        match self {
            Self::Swapped => "pair",
            Self::OneAgainstOthers | Self::Rotated => "round",
            Self::Alone => "set of dice",
        }
    }

    /// The plural of [`Self::group`].
    pub(super) const fn groups(self) -> &'static str {
        match self {
            Self::Swapped => "pairs",
            Self::OneAgainstOthers | Self::Rotated => "rounds",
            Self::Alone => "sets of dice",
        }
    }

    /// The number of sides that compete for the win.
    pub(super) const fn sides(self, players: Players) -> usize {
        match self {
            Self::Swapped => 2,
            Self::OneAgainstOthers | Self::Rotated => players.count(),
            Self::Alone => 1,
        }
    }
}

/// The seeds of a group, a different one for each use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seeds(u64);

impl Seeds {
    pub(super) const fn of_group(seed: u64, group: u64) -> Self {
        Self(mix(mix(seed ^ 0xa7e7_a000_0000_0001) ^ mix(group.wrapping_add(1))))
    }

    pub(super) const fn opening(self) -> u64 {
        self.derived(1, 0)
    }

    /// The seed of the nth outcome of a kind of chance. Games of a group get the same rolls and draws even if they
    /// take different courses.
    pub(super) const fn chance(self, kind: u8, nth: u32) -> u64 {
        self.derived(2 + kind as u64, nth as u64)
    }

    /// The seed of the player in this seat in this game of the group.
    pub(super) const fn player(self, game: usize, seat: usize) -> u64 {
        self.derived(u64::MAX - game as u64, seat as u64)
    }

    const fn derived(self, what: u64, index: u64) -> u64 {
        mix(mix(self.0 ^ mix(what)) ^ index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_every_seat_equally_often() {
        for (pairing, engines, players) in [
            (Pairing::Swapped, 2, Players::TWO),
            (Pairing::Swapped, 2, Players::FOUR),
            (Pairing::OneAgainstOthers, 2, Players::THREE),
            (Pairing::Rotated, 4, Players::FOUR),
        ] {
            let games = pairing.games(engines, players);
            for engine in 0..engines {
                let at = |seat: usize| games.iter().filter(|game| game[seat] == engine).count();
                let first = at(0);
                assert!(first > 0 && (0..players.count()).all(|seat| at(seat) == first), "{pairing:?}");
            }
        }
    }

    #[test]
    fn partners_are_one_engine() {
        assert_eq!(Pairing::Swapped.games(2, Players::FOUR), [[0, 1, 0, 1], [1, 0, 1, 0]]);
    }

    #[test]
    fn engines_and_seats_must_fit() {
        let pairing = |engines, seats, teams| Pairing::new(engines, Players::new(seats).unwrap(), teams);
        assert_eq!(pairing(2, 2, false), Ok(Pairing::Swapped));
        assert_eq!(pairing(2, 3, false), Ok(Pairing::OneAgainstOthers));
        assert_eq!(pairing(3, 3, false), Ok(Pairing::Rotated));
        assert_eq!(pairing(2, 4, true), Ok(Pairing::Swapped));
        assert_eq!(pairing(1, 1, false), Ok(Pairing::Alone));
        for (engines, seats, teams) in [(1, 2, false), (3, 4, false), (3, 2, false), (4, 4, true)] {
            assert!(pairing(engines, seats, teams).is_err(), "{engines} {seats} {teams}");
        }
    }

    #[test]
    fn no_two_uses_share_their_numbers() {
        let mut all = std::collections::BTreeSet::new();
        for group in 0..50 {
            let seeds = Seeds::of_group(7, group);
            all.insert(seeds.opening());
            for n in 0..20 {
                all.extend([0, 1, 2].map(|kind| seeds.chance(kind, n)));
            }
            all.extend((0..4).flat_map(|game| (0..4).map(move |seat| seeds.player(game, seat))));
        }
        assert_eq!(all.len(), 50 * (1 + 60 + 16));
    }
}
