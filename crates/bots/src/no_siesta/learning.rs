//! Training of the network by self-play: TD(λ) on the error of the heuristic estimate.
//!
//! After a batch of games, every position after a player's action gets a target, mixed from the values of
//! the later positions and the final result. With opponents the result is the margin over the best of
//! them, and both farms learn from it with opposite signs. Margins are better targets than scores, because
//! the length of a game changes everybody's score far more than any decision does, and hardly the margin.

use game::{Random, Seat, ToAct, mix};
use no_siesta::{Action, Cart, Position, Target, Variant};

use super::appraisal::{Appraiser, heuristic_points, score};
use super::features::{FEATURES, Features};
use super::group::Group;
use super::network::{LANES, Network, Row};
use super::{sampling, sensible_action};

/// The λ of TD(λ).
const LAMBDA: f32 = 0.9;
/// The decay rate of the running mean of squared gradients.
const SQUARES_DECAY: f32 = 0.001;
/// Errors are clipped to this many points, so that unusual games do not dominate.
const MAX_ERROR: f32 = 15.0;
/// The first and the last learning rate, for gradients that are divided by their root mean square.
const STEPS: [f32; 2] = [0.0001, 0.00001];
/// The same for the solo game, where no opponent's farm cancels what both have in common.
const STEPS_ALONE: [f32; 2] = [0.0005, 0.00003];
/// The least weight of a lesson in the running mean of the network.
const MIN_MEAN_WEIGHT: f32 = 0.02;
/// The softmax temperature of training games, in points.
const EXPLORATION_TEMPERATURE: f32 = 0.03;
/// Half of the players prefer or avoid each unit and each area by up to this many points for a whole
/// game, so that training sees other strategies as well.
const MAX_TASTE: f32 = 0.5;

/// Games that last longer are aborted.
const MAX_ROUNDS: u8 = 30;

/// A network in training.
pub struct Pupil {
    group: Group,
    network: Network,
    /// The running mean of the network over the last lessons, with less noise than the network itself.
    mean: Network,
    squares: Network,
    random: Random,
    lessons: u32,
    played: usize,
}

/// A position after a player's action: the features of the player's farm and of the best other farm.
struct Moment {
    own: Features,
    other: Option<Features>,
    /// The margin by the heuristic estimate.
    margin: f32,
}

/// The end of a game and the positions after its players' actions.
struct Game {
    position: Position,
    moments: [Vec<Moment>; Seat::MAX],
}

impl Pupil {
    /// The number of games in a lesson.
    pub const GAMES: u64 = 50;

    /// A network with small random weights.
    pub fn new(group: Group, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut small = || (random.below(2001) as f32 - 1000.0) / 1000.0;
        let mut rows = vec![[0.0; LANES]; FEATURES];
        for row in &mut rows {
            row[1..].fill_with(|| small() * 0.05);
        }
        let mut out = [0.0; LANES];
        out[1..].fill_with(|| small() * 0.1);
        let network = Network { rows, out };
        let squares = Network { rows: vec![[100.0; LANES]; FEATURES], out: [100.0; LANES] };
        Self { group, mean: network.clone(), network, squares, random, lessons: 0, played: 0 }
    }

    /// The running mean of the network in the file format.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.mean.to_bytes()
    }

    /// One lesson: plays some games and then learns from all of them. `done` is the part of the training that is
    /// finished, from 0 to 1; the learning rate falls with it.
    pub fn learn(&mut self, done: f32) {
        let mut lessons = Vec::new();
        let variants: Vec<Variant> = self.group.variants().collect();
        for _ in 0..Self::GAMES {
            self.played += 1;
            let variant = variants[self.played % variants.len()];
            let tastes = Seat::ALL.map(|_| {
                let most = if self.random.below(2) == 0 { MAX_TASTE } else { 0.0 };
                std::array::from_fn(|_| most * (self.random.below(2001) as f32 / 1000.0 - 1.0))
            });
            let game = self.play(variant, &tastes);
            for (seat, moments) in variant.players().seats().zip(game.moments) {
                let mut target = margin(&game.position, seat, |other| score(&game.position, other)).0;
                for moment in moments.into_iter().rev() {
                    let other = moment.other.map_or(0.0, |other| self.mean.answer(&other));
                    let answer = self.mean.answer(&moment.own) - other;
                    let to_come = target - moment.margin;
                    target = LAMBDA * target + (1.0 - LAMBDA) * (moment.margin + answer);
                    lessons.push((moment.own, moment.other, to_come));
                }
            }
        }
        // Shuffle, because the errors of the positions of one game all have the same sign.
        for place in (1..lessons.len()).rev() {
            lessons.swap(place, self.random.below(place as u32 + 1) as usize);
        }
        let [first, last] = if self.group == Group::Solo { STEPS_ALONE } else { STEPS };
        let step = first * (last / first).powf(done);
        for (own, other, to_come) in &lessons {
            self.improve(own, other.as_ref(), *to_come, step);
        }
        self.lessons += 1;
        let part = (1.0 / self.lessons as f32).max(MIN_MEAN_WEIGHT);
        let rows = self.mean.rows.iter_mut().zip(&self.network.rows);
        for (mean, row) in rows.chain([(&mut self.mean.out, &self.network.out)]) {
            for (mean, weight) in mean.iter_mut().zip(row) {
                *mean += part * (weight - *mean);
            }
        }
    }

    /// Measures the network without search: its mean margin over sensible players in this many games; in
    /// the solo game, its mean score.
    pub fn progress(&self, games: u32) -> f64 {
        let variants: Vec<Variant> = self.group.variants().collect();
        let appraiser = Appraiser::new(&self.mean);
        let margins = (0..games as usize).map(|game| {
            let variant = variants[game % variants.len()];
            let pupil = Seat::ALL[game / variants.len() % variant.players().count()];
            let mut random = Random::new(mix(game as u64));
            let last = play_game(variant, &mut random, |position, seat, actions, random| {
                if seat == pupil {
                    Some(sampling::argmax(&appraiser.after_each(position, seat, actions)))
                } else {
                    let action = sensible_action(position, seat, random);
                    actions.iter().position(|one| Some(*one) == action)
                }
            });
            f64::from(margin(&last, pupil, |seat| score(&last, seat)).0)
        });
        margins.sum::<f64>() / f64::from(games)
    }

    /// Plays a training game with these preferences by seat.
    fn play(&mut self, variant: Variant, tastes: &[[f32; 16]; Seat::MAX]) -> Game {
        let appraiser = Appraiser::new(&self.mean);
        let mut moments: [Vec<Moment>; Seat::MAX] = Default::default();
        let position = play_game(variant, &mut self.random, |position, seat, actions, random| {
            let place = if actions.len() > 1 {
                let mut values = appraiser.after_each(position, seat, actions);
                for (value, action) in values.iter_mut().zip(actions) {
                    *value += taste_bonus(action, &tastes[seat.index()]);
                }
                sampling::softmax(&values, EXPLORATION_TEMPERATURE, random)
            } else {
                0
            };
            let mut after = *position;
            after.play_unchecked(seat, &actions[place]);
            if after.to_act() != ToAct::Over && after.round() <= MAX_ROUNDS {
                let (_, other) = margin(&after, seat, |seat| appraiser.points(&after, seat));
                let thought = |seat| heuristic_points(&after, seat);
                let margin = thought(seat) - other.map_or(0.0, thought);
                let other = other.map(|other| Features::of(&after, other));
                moments[seat.index()].push(Moment { own: Features::of(&after, seat), other, margin });
            }
            (after.round() <= MAX_ROUNDS).then_some(place)
        });
        Game { position, moments }
    }

    /// Moves the weights for both farms towards the target.
    fn improve(&mut self, own: &Features, other: Option<&Features>, to_come: f32, step: f32) {
        let answer = |features: &Features| {
            let sums = self.network.sums(features);
            (self.network.answer_to(&sums), sums)
        };
        let (own_answer, own_sums) = answer(own);
        let other = other.map(|other| (other, answer(other)));
        let other_answer = other.as_ref().map_or(0.0, |(_, (answer, _))| *answer);
        let error = (to_come - own_answer + other_answer).clamp(-MAX_ERROR, MAX_ERROR);
        self.correct(own, &own_sums, error, step);
        if let Some((other, (_, sums))) = other {
            self.correct(other, &sums, -error, step);
        }
    }

    fn correct(&mut self, features: &Features, sums: &Row, error: f32, step: f32) {
        let mut slopes: Row = [error; LANES];
        let mut out_slopes: Row = [0.0; LANES];
        for lane in 1..LANES {
            slopes[lane] = if sums[lane] > 0.0 { error * self.network.out[lane] } else { 0.0 };
            out_slopes[lane] = error * sums[lane].max(0.0);
        }
        for feature in features.as_slice() {
            let place = usize::from(*feature);
            shift(&mut self.network.rows[place], &mut self.squares.rows[place], &slopes, step);
        }
        shift(&mut self.network.out, &mut self.squares.out, &out_slopes, step);
    }
}

/// The margin of the seat over the best opponent by these points, and that opponent's seat.
fn margin(position: &Position, seat: Seat, points: impl Fn(Seat) -> f32) -> (f32, Option<Seat>) {
    let others = position.players().seats().filter(|other| *other != seat);
    let best = others.map(|other| (points(other), other)).reduce(|a, b| if b.0 > a.0 { b } else { a });
    (points(seat) - best.map_or(0.0, |(points, _)| points), best.map(|(_, other)| other))
}

/// Plays a game and returns its last position. `choice` returns the index of the action to play, or `None`
/// to abort the game.
fn play_game(
    variant: Variant,
    random: &mut Random,
    mut choice: impl FnMut(&Position, Seat, &[Action], &mut Random) -> Option<usize>,
) -> Position {
    let mut position = Position::start(variant);
    let mut actions: Vec<Action> = Vec::new();
    loop {
        match position.to_act() {
            ToAct::Over => return position,
            ToAct::Chance => {
                let chance = position.random_chance(random);
                if chance.is_none_or(|chance| position.happen(&chance).is_err()) {
                    return position;
                }
            }
            ToAct::Seats(seats) => {
                let Some(seat) = seats.iter().next() else { return position };
                actions.clear();
                position.actions(seat, &mut actions);
                let Some(place) = choice(&position, seat, &actions, random) else { return position };
                position.play_unchecked(seat, &actions[place]);
            }
        }
    }
}

/// What a player with these preferences adds to the value of an action.
fn taste_bonus(action: &Action, tastes: &[f32; 16]) -> f32 {
    match action {
        Action::Take(_, units) | Action::Mark(units) => units.iter().map(|unit| tastes[unit.index()]).sum(),
        Action::Spend(_, target) => match target {
            Target::Barn => tastes[7],
            Target::Helper(_) => tastes[8],
            Target::Cart(Cart::Top) | Target::Yoke(Cart::Top) => tastes[9],
            Target::Cart(Cart::Middle) | Target::Yoke(Cart::Middle) => tastes[10],
            Target::Cart(Cart::Bottom) | Target::Yoke(Cart::Bottom) => tastes[11],
            Target::Warehouse => tastes[12],
            Target::Stable => tastes[13],
            Target::Track => tastes[14],
        },
        Action::Trade(..) => tastes[15],
        Action::Lower(_)
        | Action::Use(_)
        | Action::Move(..)
        | Action::MoveNoMore
        | Action::TakeBack(_)
        | Action::Copy(..)
        | Action::Choose(_)
        | Action::Keep(_)
        | Action::Market(_)
        | Action::NoMarket
        | Action::Hire(_)
        | Action::Done => 0.0,
    }
}

fn shift(weights: &mut Row, squares: &mut Row, slopes: &Row, step: f32) {
    for lane in 0..LANES {
        let slope = slopes[lane];
        squares[lane] += SQUARES_DECAY * (slope * slope - squares[lane]);
        weights[lane] += step * slope / (squares[lane].sqrt() + 0.01);
    }
}
