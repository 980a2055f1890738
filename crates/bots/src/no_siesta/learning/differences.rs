//! Learning what a farm alone comes to, by temporal differences.
//!
//! After some games every position that the player left behind is told what followed it: the value
//! of the next one and, through it, of all later ones, and the final score.

use game::{Players, Random, Seat, ToAct, mix};
use no_siesta::{Action, Cart, Mode, Position, Target, Variant};

use super::super::appraisal::{Appraiser, score};
use super::super::features::{FEATURES, Features, first_idea};
use super::super::mind::Mind;
use super::super::network::{LANES, Network, Row};
use super::super::temper;

/// Games of a lesson.
pub(super) const GAMES: u32 = 50;
/// How much later positions count, step by step.
const LAMBDA: f32 = 0.95;
/// How fast the mean square of each slope forgets.
const FORGET: f32 = 0.001;
/// What an error counts at most, in points, so that odd games do not upset all.
const MOST_ERROR: f32 = 15.0;
/// The first and the last size of a step, for weights that change as their slopes say on average.
const STEPS: [f32; 2] = [0.0005, 0.00003];
/// The part of the mean network that a lesson makes up at least.
const FADING: f32 = 0.02;
/// A pupil tries actions that seem worse by about this many points.
const CURIOSITY: f32 = 0.03;
/// In every other game a pupil has tastes: it likes each unit and each area up to this many points
/// more or less than it should, for the whole game, and so sees what comes of it.
const TASTE: f32 = 1.0;

/// Somebody who learns a network.
pub(super) struct Differences {
    network: Network,
    /// The mean of the network over the last lessons, without the noise of the very last games.
    mean: Mind,
    squares: Network,
    random: Random,
    lessons: u32,
}

/// A position that the player left behind.
struct Moment {
    features: Features,
    score: f32,
}

/// A game and what is known of it.
struct Game {
    position: Position,
    moments: Vec<Moment>,
}

impl Differences {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut small = || (random.below(2001) as f32 - 1000.0) / 1000.0;
        let mut rows = vec![[0.0; LANES]; FEATURES];
        for (row, idea) in rows.iter_mut().zip(first_idea()) {
            row[0] = idea;
            row[1..].fill_with(|| small() * 0.05);
        }
        let mut out = [0.0; LANES];
        out[1..].fill_with(|| small() * 0.3);
        let network = Network { rows, out };
        let squares = Network { rows: vec![[100.0; LANES]; FEATURES], out: [100.0; LANES] };
        Self { mean: Mind::Network(network.clone()), network, squares, random, lessons: 0 }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        match &self.mean {
            Mind::Network(mean) => mean.to_bytes(),
            Mind::Opinions(_) => unreachable!("the mean of networks is a network"),
        }
    }

    /// Plays some games and then learns from all of them together.
    pub(super) fn learn(&mut self, done: f32) {
        let mut lessons = Vec::new();
        for _ in 0..GAMES {
            let tastes = if self.random.below(2) == 0 { TASTE } else { 0.0 };
            let tastes: [f32; 16] =
                std::array::from_fn(|_| tastes * (self.random.below(2001) as f32 / 1000.0 - 1.0));
            let appraiser = Appraiser::new(&self.mean);
            let game = play(&mut self.random, |position, actions, random| {
                let mut values = appraiser.after_each(position, SEAT, actions);
                for (value, action) in values.iter_mut().zip(actions) {
                    *value += liking(action, &tastes);
                }
                temper::pick(&values, CURIOSITY, random)
            });
            let mut target = score(&game.position, SEAT);
            for moment in game.moments.into_iter().rev() {
                let answer = self.answer(&moment.features);
                let to_come = target - moment.score;
                target = LAMBDA * target + (1.0 - LAMBDA) * (moment.score + answer);
                lessons.push((moment.features, to_come));
            }
        }
        // In any order: the positions of one game all err to the same side.
        for place in (1..lessons.len()).rev() {
            lessons.swap(place, self.random.below(place as u32 + 1) as usize);
        }
        let step = STEPS[0] * (STEPS[1] / STEPS[0]).powf(done);
        for (features, to_come) in &lessons {
            self.improve(features, *to_come, step);
        }
        self.lessons += 1;
        let part = (1.0 / self.lessons as f32).max(FADING);
        if let Mind::Network(mean) = &mut self.mean {
            let rows = mean.rows.iter_mut().zip(&self.network.rows);
            for (mean, row) in rows.chain([(&mut mean.out, &self.network.out)]) {
                for (mean, weight) in mean.iter_mut().zip(row) {
                    *mean += part * (weight - *mean);
                }
            }
        }
    }

    /// The mean score of games in which nothing is tried.
    pub(super) fn progress(&self, games: u32) -> f64 {
        let appraiser = Appraiser::new(&self.mean);
        let scores = (0..games).map(|game| {
            let mut random = Random::new(mix(game.into()));
            let game = play(&mut random, |position, actions, _| {
                temper::best(&appraiser.after_each(position, SEAT, actions))
            });
            f64::from(score(&game.position, SEAT))
        });
        scores.sum::<f64>() / f64::from(games)
    }

    fn answer(&self, features: &Features) -> f32 {
        match &self.mean {
            Mind::Network(mean) => mean.answer(&mean.sums(features.as_slice())),
            Mind::Opinions(_) => unreachable!("the mean of networks is a network"),
        }
    }

    /// Moves the weights towards the target.
    fn improve(&mut self, features: &Features, to_come: f32, step: f32) {
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
            shift(&mut self.network.rows[place], &mut self.squares.rows[place], &slopes, step);
        }
        shift(&mut self.network.out, &mut self.squares.out, &out_slopes, step);
    }
}

/// The seat of whoever is alone.
const SEAT: Seat = Seat::ALL[0];

/// A game in which the choice says which action is done.
fn play(random: &mut Random, choice: impl Fn(&Position, &[Action], &mut Random) -> usize) -> Game {
    let variant = match Variant::new(Players::ONE, Mode::Solo) {
        Ok(variant) => variant,
        Err(error) => unreachable!("one player can play alone: {error}"),
    };
    let mut game = Game { position: Position::start(variant), moments: Vec::new() };
    let mut actions: Vec<Action> = Vec::new();
    loop {
        let position = &mut game.position;
        match position.to_act() {
            ToAct::Over => return game,
            ToAct::Chance => {
                let chance = position.random_chance(random);
                if chance.is_none_or(|chance| position.happen(&chance).is_err()) {
                    return game;
                }
            }
            ToAct::Seats(_) => {
                actions.clear();
                position.actions(SEAT, &mut actions);
                let place = if actions.len() > 1 { choice(position, &actions, random) } else { 0 };
                position.play_unchecked(SEAT, &actions[place]);
                if position.to_act() != ToAct::Over {
                    let features = Features::of(position, SEAT);
                    game.moments.push(Moment { features, score: score(position, SEAT) });
                }
            }
        }
    }
}

/// How much somebody with these tastes likes an action beyond its value.
fn liking(action: &Action, tastes: &[f32; 16]) -> f32 {
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
        squares[lane] += FORGET * (slope * slope - squares[lane]);
        weights[lane] += step * slope / (squares[lane].sqrt() + 0.01);
    }
}
