//! The sums of all games of a match.

use std::collections::BTreeMap;

use game::Players;

use super::pairing::Pairing;
use super::play::{Effort, Played};
use super::statistics::{Distribution, Sample};

/// A win is counted in this many parts, so that it can be shared by one to four without fractions.
const PARTS: f64 = 12.0;

/// The results of one engine.
#[derive(Clone, Default, Debug)]
pub(super) struct EngineTally {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// Its share of the wins, by group.
    pub(super) share: Sample,
    /// Its points less those of the best opponent, by group; groups with a loss by default are left out.
    pub(super) margin: Sample,
    /// Its points; games that it lost by default are left out.
    pub(super) points: Sample,
    /// In the solo game, its points less those of the first engine with the same dice, by group.
    pub(super) over_first: Sample,
    pub(super) effort: Effort,
    /// Games lost by default, by reason.
    pub(super) defaults: BTreeMap<String, u64>,
}

/// The results of all engines.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) groups: u64,
    pub(super) engines: Vec<EngineTally>,
    /// The share of wins of each seat, in games that were played to the end.
    pub(super) seats: Vec<Sample>,
    /// How often the first engine had each share of a group's wins, in parts of a win.
    groups_by_parts: BTreeMap<u64, u64>,
    games_a_group: u64,
}

impl Tally {
    pub(super) fn new(pairing: Pairing, engines: usize, players: Players) -> Self {
        let games_a_group = pairing.games(engines, players).len() as u64;
        let mut groups_by_parts = BTreeMap::new();
        if pairing == Pairing::Swapped {
            groups_by_parts.extend((0..=4).map(|halves| (halves * PARTS as u64 / 2, 0)));
        }
        Self {
            games: 0,
            groups: 0,
            engines: vec![EngineTally::default(); engines],
            seats: vec![Sample::default(); players.count()],
            groups_by_parts,
            games_a_group,
        }
    }

    /// Adds the games of a group, each with its engines by seat.
    pub(super) fn add(&mut self, group: &[(Vec<usize>, Played)]) {
        self.groups += 1;
        self.games += group.len() as u64;
        let to_the_end = group.iter().all(|(_, played)| played.default.is_none());
        let first_points = points(group, 0);
        for (index, engine) in self.engines.iter_mut().enumerate() {
            let own: Vec<Own> = group.iter().filter_map(|game| Own::of(index, game)).collect();
            let count = own.len() as f64;
            let share = own.iter().map(|own| own.share).sum::<f64>();
            for own in &own {
                match own.share {
                    share if share > 1.0 - 0.5 / PARTS => engine.wins += 1,
                    share if share < 0.5 / PARTS => engine.losses += 1,
                    _ => engine.draws += 1,
                }
                if let Some(why) = &own.default {
                    *engine.defaults.entry(why.clone()).or_default() += 1;
                } else {
                    engine.points.add(own.points);
                }
                engine.effort.turns += own.effort.turns;
                engine.effort.time += own.effort.time;
                engine.effort.nodes += own.effort.nodes;
            }
            engine.share.add(share / count);
            if to_the_end {
                engine.margin.add(own.iter().map(|own| own.margin).sum::<f64>() / count);
                if let (Some(own), Some(first)) = (points(group, index), first_points) {
                    engine.over_first.add(own - first);
                }
            }
            if index == 0 {
                *self.groups_by_parts.entry((share * PARTS).round() as u64).or_default() += 1;
            }
        }
        for (_, played) in group.iter().filter(|(_, played)| played.default.is_none()) {
            for (sample, share) in self.seats.iter_mut().zip(played.shares.as_slice()) {
                sample.add(*share);
            }
        }
    }

    /// How often the first engine had each share of the wins of a group.
    pub(super) fn distribution(&self) -> Distribution {
        let all = PARTS * self.games_a_group as f64;
        self.groups_by_parts.iter().map(|(parts, count)| (*parts as f64 / all, *count)).collect()
    }

    /// The same, with the first engine's points in the group instead of its share.
    pub(super) fn points_by_group(&self) -> Vec<(f64, u64)> {
        self.groups_by_parts.iter().map(|(parts, count)| (*parts as f64 / PARTS, *count)).collect()
    }
}

/// The result of a game for one engine, in whichever seats it has.
struct Own {
    share: f64,
    margin: f64,
    points: f64,
    effort: Effort,
    default: Option<String>,
}

impl Own {
    fn of(engine: usize, (seats, played): &(Vec<usize>, Played)) -> Option<Self> {
        let (mut share, mut effort) = (0.0, Effort::default());
        let (mut own, mut other): (Option<i32>, Option<i32>) = (None, None);
        for ((seat, score), holder) in played.scores.iter().zip(seats) {
            if *holder == engine {
                share += played.shares[seat];
                effort.turns += played.effort[seat].turns;
                effort.time += played.effort[seat].time;
                effort.nodes += played.effort[seat].nodes;
                own = own.max(Some(*score));
            } else {
                other = other.max(Some(*score));
            }
        }
        let points = f64::from(own?);
        let default = played.default.as_ref().filter(|(seat, _)| seats[seat.index()] == engine);
        let default = default.map(|(_, why)| why.clone());
        Some(Self { share, margin: points - f64::from(other.unwrap_or(0)), points, effort, default })
    }
}

/// The mean points of an engine in a group.
fn points(group: &[(Vec<usize>, Played)], engine: usize) -> Option<f64> {
    let own: Vec<f64> = group.iter().filter_map(|game| Own::of(engine, game)).map(|own| own.points).collect();
    (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
}

#[cfg(test)]
mod tests {
    use game::{BySeat, Seat};

    use super::*;

    fn game(seats: &[usize], scores: &[i32]) -> (Vec<usize>, Played) {
        let players = Players::new(seats.len()).unwrap();
        let scores = BySeat::from_fn(players, |seat: Seat| scores[seat.index()]);
        let best = scores.as_slice().iter().max().copied().unwrap();
        let winners = scores.as_slice().iter().filter(|score| **score == best).count() as f64;
        let shares =
            BySeat::from_fn(players, |seat| if scores[seat] == best { winners.recip() } else { 0.0 });
        (seats.to_vec(), Played { shares, scores, effort: BySeat::new(players), default: None })
    }

    #[test]
    fn pairs_are_counted_as_a_whole() {
        let mut tally = Tally::new(Pairing::Swapped, 2, Players::TWO);
        tally.add(&[game(&[0, 1], &[10, 4]), game(&[1, 0], &[7, 7])]);
        tally.add(&[game(&[0, 1], &[1, 2]), game(&[1, 0], &[3, 2])]);
        let [first, second] = &tally.engines[..] else { panic!("two engines") };
        assert_eq!((first.wins, first.draws, first.losses), (1, 1, 2));
        assert_eq!((second.wins, second.draws, second.losses), (2, 1, 1));
        assert_eq!(first.share.mean(), 0.375);
        assert_eq!(first.margin.mean(), 1.0, "three a game in the first pair, one less in the second");
        assert_eq!(first.margin.standard_error(), Some(2.0));
        assert_eq!(tally.points_by_group(), [(0.0, 1), (0.5, 0), (1.0, 0), (1.5, 1), (2.0, 0)]);
        assert_eq!(tally.seats.iter().map(Sample::mean).collect::<Vec<_>>(), [0.625, 0.375]);
    }

    #[test]
    fn one_against_many_counts_the_best_other() {
        let mut tally = Tally::new(Pairing::OneAgainstOthers, 2, Players::THREE);
        tally.add(&[
            game(&[0, 1, 1], &[9, 5, 8]),
            game(&[1, 0, 1], &[9, 5, 8]),
            game(&[1, 1, 0], &[9, 5, 9]),
        ]);
        let first = &tally.engines[0];
        assert_eq!((first.wins, first.draws, first.losses), (1, 1, 1));
        assert_eq!(first.share.mean(), 0.5);
        assert_eq!(first.margin.mean(), (1.0 - 4.0 + 0.0) / 3.0);
        assert_eq!(tally.distribution(), [(0.5, 1)]);
    }

    #[test]
    fn a_loss_by_default_counts_as_a_loss_and_not_for_the_margin() {
        let mut tally = Tally::new(Pairing::Swapped, 2, Players::TWO);
        let mut lost = game(&[0, 1], &[10, 4]);
        lost.1.shares = BySeat::from_fn(Players::TWO, |seat: Seat| seat.index() as f64);
        lost.1.default = Some((Seat::ALL[0], "did not answer in time".to_owned()));
        tally.add(&[lost, game(&[1, 0], &[3, 6])]);
        let first = &tally.engines[0];
        assert_eq!((first.wins, first.losses, first.margin.count()), (1, 1, 0));
        assert_eq!(first.defaults.values().sum::<u64>(), 1);
        assert!(tally.engines[1].defaults.is_empty());
        assert_eq!(tally.seats[1].count(), 1);
    }

    #[test]
    fn alone_engines_are_compared_on_the_same_luck() {
        let mut tally = Tally::new(Pairing::Alone, 2, Players::ONE);
        tally.add(&[game(&[0], &[50]), game(&[1], &[56])]);
        tally.add(&[game(&[0], &[40]), game(&[1], &[42])]);
        assert_eq!(tally.engines[0].points.mean(), 45.0);
        assert_eq!(tally.engines[1].over_first.mean(), 4.0);
    }
}
