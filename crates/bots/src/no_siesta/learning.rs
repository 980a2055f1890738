//! Learning what farms come to, by playing against oneself.
//!
//! After a game every position that a player left behind is told what followed it: the value of
//! the next one and, through it, all later ones and the final score (temporal differences).

use game::{Random, Seat, ToAct};
use no_siesta::{Action, Position, Target, Variant};

use super::appraisal::{Appraiser, first_thought, score};
use super::features::{CLOCK, FEATURES, Features};
use super::group::Group;
use super::network::{LANES, Network, Row};
use super::sensible_action;

/// How much later positions count, round by round.
const LAMBDA: f32 = 0.7;
/// How fast the mean square of each slope forgets.
const FORGET: f32 = 0.001;
/// Positions that are remembered.
const MEMORY: usize = 300_000;
/// How often each is learned from while it is new, and about as often again later.
const AGAIN: usize = 8;
/// What an error counts at most, in points, so that odd games do not upset all.
const MOST_ERROR: f32 = 15.0;
/// The first and the last size of a step, for weights that change as their slopes say on average.
const STEPS: [f32; 2] = [0.0002, 0.00002];
/// While it learns, a pupil tries actions that seem worse by about this many points.
const CURIOSITY: f32 = 0.06;
/// At first, and in the end, players have up to this many points of joy in every step on the track:
/// those who have none let games go on for ever, and never learn how the track ends them.
const HASTE: [f32; 2] = [1.5, 1.0];
/// One in this many of the other seats has a sensible player.
const GUESTS: u32 = 2;
/// Games that last longer are broken off.
const LONGEST: u8 = 30;

/// Somebody who learns.
pub struct Pupil {
    group: Group,
    network: Network,
    squares: Network,
    memory: Vec<(Features, f32)>,
    random: Random,
    played: u64,
}

/// A position that a player left behind.
struct Moment {
    features: Features,
    thought: f32,
}

impl Pupil {
    /// Somebody who knows nothing yet.
    pub fn new(group: Group, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut small = || (random.below(2001) as f32 - 1000.0) / 1000.0;
        let mut rows = vec![[0.0; LANES]; FEATURES];
        for row in &mut rows {
            row[1..].fill_with(|| small() * 0.0);
        }
        let mut out = [0.0; LANES];
        out[1..].fill_with(|| small() * 0.3);
        let network = Network { rows, out };
        let squares = Network { rows: vec![[100.0; LANES]; FEATURES], out: [100.0; LANES] };
        Self { group, network, squares, memory: Vec::new(), random, played: 0 }
    }

    /// What was learned, as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.network.to_bytes()
    }

    /// Plays some games against itself and then learns from all of them together; `done` is the part
    /// of all lessons behind it, from 0 to 1: steps become smaller. Tells the mean of the best scores.
    pub fn learn(&mut self, games: u32, done: f32) -> f64 {
        let variants: Vec<Variant> = self.group.variants().collect();
        let (mut lessons, mut best) = (Vec::new(), 0);
        for _ in 0..games {
            let variant = variants[self.played as usize % variants.len()];
            self.played += 1;
            let (moments, last) = self.play(variant, HASTE[0] + (HASTE[1] - HASTE[0]) * done);
            for (seat, moments) in variant.players().seats().zip(moments) {
                let mut target = score(&last, seat);
                for moment in moments.into_iter().rev() {
                    let forecast = moment.thought + self.answer(&moment);
                    let to_come = target - moment.thought;
                    target = LAMBDA * target + (1.0 - LAMBDA) * forecast;
                    lessons.push((moment.features, to_come));
                }
            }
            best += last.scores().as_slice().iter().copied().max().unwrap_or(0);
        }
        let updates = lessons.len() * AGAIN;
        self.memory.append(&mut lessons);
        let forgotten = self.memory.len().saturating_sub(MEMORY);
        self.memory.drain(..forgotten);
        let step = STEPS[0] * (STEPS[1] / STEPS[0]).powf(done);
        let step = if done < 0.08 { 0.0 } else { step };
        let clock = 0.01 * 0.03_f32.powf(done);
        // In any order: the positions of one game all err to the same side.
        for _ in 0..updates {
            let (features, to_come) = self.memory[self.random.below(self.memory.len() as u32) as usize];
            self.improve(&features, to_come, step, clock);
        }
        f64::from(best) / f64::from(games)
    }

    fn answer(&self, moment: &Moment) -> f32 {
        self.network.answer(&self.network.sums(moment.features.as_slice()))
    }

    /// The positions that each seat left behind, and the end of the game.
    fn play(&mut self, variant: Variant, haste: f32) -> ([Vec<Moment>; Seat::MAX], Position) {
        let mut moments: [Vec<Moment>; Seat::MAX] = Default::default();
        let mut appraiser = Appraiser::new(&self.network);
        let host = self.random.below(variant.players().count() as u32) as usize;
        let guests =
            Seat::ALL.map(|seat| self.random.below(GUESTS) == 0 && seat.index() != host);
        let haste = Seat::ALL.map(|_| match self.group {
            Group::Solo => 0.0,
            Group::Two | Group::Several | Group::Experienced => {
                haste * self.random.below(1001) as f32 / 1000.0
            }
        });
        let mut position = Position::start(variant);
        let mut actions: Vec<Action> = Vec::new();
        loop {
            match position.to_act() {
                ToAct::Over => return (moments, position),
                _ if position.round() > LONGEST => return (moments, position),
                ToAct::Chance => {
                    let chance = position.random_chance(&mut self.random);
                    if chance.is_none_or(|chance| position.happen(&chance).is_err()) {
                        return (moments, position);
                    }
                }
                ToAct::Seats(seats) => {
                    let Some(seat) = seats.iter().next() else { return (moments, position) };
                    actions.clear();
                    position.actions(seat, &mut actions);
                    let best = if let [only] = actions[..] {
                        only
                    } else if guests[seat.index()] {
                        match sensible_action(&position, seat, &mut self.random) {
                            Some(action) => action,
                            None => return (moments, position),
                        }
                    } else {
                        let mut values = appraiser.after_each(&position, seat, &actions);
                        for (value, action) in values.iter_mut().zip(&actions) {
                            if matches!(action, Action::Spend(_, Target::Track)) {
                                *value += haste[seat.index()];
                            }
                        }
                        actions[super::temper::pick(&values, CURIOSITY, &mut self.random)]
                    };
                    position.play_unchecked(seat, &best);
                    if guests[seat.index()] || best != Action::Done {
                        continue;
                    }
                    if position.to_act() == ToAct::Over {
                        return (moments, position);
                    }
                    let features = Features::of(&position, seat);
                    moments[seat.index()].push(Moment { features, thought: first_thought(&position, seat) });
                }
            }
        }
    }

    /// Moves the weights towards the target.
    fn improve(&mut self, features: &Features, to_come: f32, step: f32, clock: f32) {
        let features = features.as_slice();
        let sums = self.network.sums(features);
        let error = (to_come - self.network.answer(&sums)).clamp(-MOST_ERROR, MOST_ERROR);
        let mut slopes: Row = [error; LANES];
        let mut out_slopes: Row = [0.0; LANES];
        for lane in 1..LANES {
            slopes[lane] = if sums[lane] > 0.0 { error * self.network.out[lane] } else { 0.0 };
            out_slopes[lane] = error * sums[lane].max(0.0);
        }
        for feature in features {
            let place = usize::from(*feature);
            if *feature < CLOCK {
                self.network.rows[place][0] += clock * error;
                continue;
            }
            if step == 0.0 {
                continue;
            }
            shift(&mut self.network.rows[place], &mut self.squares.rows[place], &slopes, step);
        }
        shift(&mut self.network.out, &mut self.squares.out, &out_slopes, step);
    }
}

fn shift(weights: &mut Row, squares: &mut Row, slopes: &Row, step: f32) {
    for lane in 0..LANES {
        let slope = slopes[lane];
        squares[lane] += FORGET * (slope * slope - squares[lane]);
        weights[lane] += step * (slope / (squares[lane].sqrt() + 0.01) - 0.01 * weights[lane]);
    }
}
