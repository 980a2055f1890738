//! Learning opinions by playing against somebody with slightly other ones.
//!
//! In every lesson all opinions are shifted a little, each up or down by a coin, and whoever has the
//! shifted ones plays against whoever has them shifted the other way: the same dice, in swapped seats.
//! The margin tells how far to follow the shift (stochastic approximation by simultaneous
//! perturbations). What counts is the final result and nothing in between.

use game::{Random, Seat, ToAct, mix};
use no_siesta::{Action, Position, Variant};

use super::super::appraisal::Appraiser;
use super::super::group::Group;
use super::super::mind::Mind;
use super::super::opinions::{OPINIONS, Opinions};
use super::super::temper;

/// Games of a lesson.
pub(super) const GAMES: u32 = 16;
/// How far opinions are shifted, as a power of e.
const SHIFT: f64 = 0.3;
/// How far they follow a margin of one point, at first and in the end.
const STEPS: [f64; 2] = [0.008, 0.001];
/// Margins count up to this many points, so that odd games do not upset all.
const MOST: f64 = 12.0;

/// Somebody who learns opinions.
pub(super) struct Shifts {
    group: Group,
    shifts: [f64; OPINIONS],
    random: Random,
    lessons: u64,
}

impl Shifts {
    /// Somebody with the opinions of a sensible person.
    pub(super) fn new(group: Group, seed: u64) -> Self {
        Self { group, shifts: [0.0; OPINIONS], random: Random::new(seed), lessons: 0 }
    }

    /// What was learned, as the bytes of a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        Opinions::shifted(&self.shifts).to_bytes()
    }

    /// A lesson; `done` is the part of all lessons behind it, from 0 to 1: steps become smaller.
    pub(super) fn learn(&mut self, done: f64) {
        let signs: [f64; OPINIONS] =
            std::array::from_fn(|_| if self.random.next() >> 63 == 0 { SHIFT } else { -SHIFT });
        let shifted = |side: f64| {
            Opinions::shifted(&std::array::from_fn(|place| self.shifts[place] + side * signs[place]))
        };
        let sides = [shifted(1.0), shifted(-1.0)];
        let margin = self.compare(&sides.map(Mind::Opinions), GAMES / 2);
        let step = STEPS[0] * (STEPS[1] / STEPS[0]).powf(done) * margin.clamp(-MOST, MOST);
        for (shift, sign) in self.shifts.iter_mut().zip(signs) {
            *shift += step * sign / SHIFT;
        }
    }

    /// How many points the learned opinions are ahead of a sensible person's, by so many games.
    pub(super) fn progress(&self, games: u32) -> f64 {
        let mut other = Self { random: Random::new(7), ..Self::new(self.group, 0) };
        let sides = [Opinions::shifted(&self.shifts), Opinions::SENSIBLE].map(Mind::Opinions);
        other.compare(&sides, games / 2)
    }

    /// The mean margin of the first side over the second.
    fn compare(&mut self, sides: &[Mind; 2], pairs: u32) -> f64 {
        let variants: Vec<Variant> = self.group.variants().collect();
        let mut sum = 0.0;
        for _ in 0..pairs {
            let variant = variants[self.lessons as usize % variants.len()];
            self.lessons += 1;
            let seed = self.random.next();
            for first in 0..2 {
                let seats: [usize; Seat::MAX] = std::array::from_fn(|seat| (seat + first) % 2);
                let last = play(variant, &seats.map(|side| &sides[side]), seed);
                let best = |side: usize| {
                    let scores = last.scores();
                    let own = scores.iter().filter(|(seat, _)| seats[seat.index()] == side);
                    own.map(|(_, score)| f64::from(*score)).reduce(f64::max).unwrap_or(0.0)
                };
                sum += best(0) - best(1);
            }
        }
        sum / f64::from(pairs) / 2.0
    }
}

/// A game between these opinions, one action deep, whose chance depends on nothing but the seed and
/// how often chance has had a say.
fn play(variant: Variant, minds: &[&Mind; Seat::MAX], seed: u64) -> Position {
    let mut position = Position::start(variant);
    let mut actions: Vec<Action> = Vec::new();
    let mut chances = 0;
    loop {
        match position.to_act() {
            ToAct::Over => return position,
            ToAct::Chance => {
                chances += 1;
                let chance = position.random_chance(&mut Random::new(mix(seed ^ mix(chances))));
                if chance.is_none_or(|chance| position.happen(&chance).is_err()) {
                    return position;
                }
            }
            ToAct::Seats(seats) => {
                let Some(seat) = seats.iter().next() else { return position };
                actions.clear();
                position.actions(seat, &mut actions);
                let action = if let [only] = actions[..] {
                    only
                } else {
                    let values = Appraiser::new(minds[seat.index()]).after_each(&position, seat, &actions);
                    actions[temper::best(&values)]
                };
                position.play_unchecked(seat, &action);
            }
        }
    }
}
