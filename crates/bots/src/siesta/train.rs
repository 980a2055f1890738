//! Learning the value function by self-play.
//!
//! TD(λ) over the positions after turns. The step is normalised by the number of entries in use and
//! scaled for each entry by how much its errors agree in sign (temporal coherence).

use std::time::Duration;

use game::{BySeat, Random, Seat};
use siesta::{Position, Turn, Variant};

use super::value::{self, Layout, Weights};
use super::windows::{Shape, WINDOWS};
use super::worth::Worth;

/// Learning rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rates {
    /// The λ of TD(λ): 1 learns from the result of the game alone, 0 from the value of the next position alone.
    pub lambda: f32,
    /// The largest part of an error that one update corrects.
    pub step: f32,
}

/// The most random turns at the start of a training game.
const MAX_RANDOM_TURNS: u32 = 8;

/// Learns the value function of one variant.
pub struct Learner {
    variant: Variant,
    rates: Rates,
    weights: Weights,
    /// For each entry the sum of its errors, and the sum of their absolute values.
    errors: Vec<Vec<[f32; 2]>>,
    random: Random,
    games: u64,
    squared_error: f64,
    samples: u64,
}

/// Entries of a view, each with how often a position uses it.
type Uses = Vec<(usize, f32)>;

struct Moment {
    /// What the turn before it gained each seat.
    gains: BySeat<u8>,
    mover: Seat,
    values: [f32; Seat::MAX],
    uses: Vec<Uses>,
}

impl Learner {
    /// A learner with all weights zero.
    pub fn new(variant: Variant, rates: Rates, seed: u64) -> Self {
        let weights = Weights::zero(variant);
        let errors = vec![vec![[0.0; 2]; weights.layout.size()]; weights.tables.len()];
        let random = Random::new(seed);
        Self { variant, rates, weights, errors, random, games: 0, squared_error: 0.0, samples: 0 }
    }

    /// How many games it has learned from.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The mean squared error since the last call.
    pub fn take_error(&mut self) -> f64 {
        let error = self.squared_error / self.samples.max(1) as f64;
        (self.squared_error, self.samples) = (0.0, 0);
        error
    }

    /// The weights in the format of the weight files.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights.to_bytes()
    }

    /// Plays one game against itself and learns from it.
    pub fn learn(&mut self) {
        let mut position = Position::start(self.variant);
        for _ in 0..=self.random.below(MAX_RANDOM_TURNS) {
            position.play_random(&mut self.random);
        }
        let mut moments = Vec::new();
        while let Some((turn, gains)) = best(&self.weights, &position) {
            let mover = position.mover();
            position.play_unchecked(&turn);
            moments.push(self.moment(&position, mover, gains));
        }
        if let Some(last) = moments.last_mut() {
            last.values = [0.0; Seat::MAX];
            last.uses.iter_mut().for_each(Vec::clear);
        }
        self.update(&moments);
        self.games += 1;
    }

    /// The position after a turn: the value and the used entries of each view.
    fn moment(&self, position: &Position, mover: Seat, gains: BySeat<u8>) -> Moment {
        let mut values = [0.0; Seat::MAX];
        let mut uses = Vec::new();
        for (place, table) in self.weights.tables.iter().enumerate() {
            let seat = Seat::ALL[(mover.index() + place) % position.players().count()];
            let used = used(self.weights.layout, position, seat);
            values[place] = used.iter().map(|(entry, times)| table[*entry] * times).sum();
            uses.push(used);
        }
        Moment { gains, mover, values, uses }
    }

    fn update(&mut self, moments: &[Moment]) {
        let views = self.weights.tables.len();
        let count = self.variant.players().count();
        let lambda = self.rates.lambda;
        let mut returns = [0.0; Seat::MAX];
        for pair in moments.windows(2).rev() {
            let [now, next] = pair else { continue };
            if views == 1 {
                // The next turn is the other side's, so its value counts against this side.
                let gain = next_margin(self.variant, next);
                returns[0] = -(gain + (1.0 - lambda) * next.values[0] + lambda * returns[0]);
            } else {
                let total: f32 = next.gains.as_slice().iter().map(|gain| f32::from(*gain)).sum();
                let mut earlier = [0.0; Seat::MAX];
                for (place, target) in earlier.iter_mut().enumerate().take(count) {
                    let seat = (now.mover.index() + place) % count;
                    let gain = f32::from(next.gains.as_slice()[seat]);
                    let ahead = gain - (total - gain) / (count - 1) as f32;
                    let later = (place + count - 1) % count;
                    *target = ahead + (1.0 - lambda) * next.values[later] + lambda * returns[later];
                }
                returns = earlier;
            }
            for (view, uses) in now.uses.iter().enumerate() {
                self.adjust(view, uses, returns[view] - now.values[view]);
            }
        }
    }

    fn adjust(&mut self, view: usize, uses: &Uses, error: f32) {
        self.squared_error += f64::from(error * error);
        self.samples += 1;
        let layout = self.weights.layout;
        let (table, errors) = (&mut self.weights.tables[view], &mut self.errors[view]);
        let norm: f32 = uses.iter().map(|(_, times)| times * times).sum();
        for (entry, times) in uses {
            let [sum, sizes] = &mut errors[*entry];
            let rate = if *sizes > 0.0 { sum.abs() / *sizes } else { 1.0 };
            *sum += error * times;
            *sizes += (error * times).abs();
            let value = table[*entry] + self.rates.step * rate * error * times / norm;
            for_images(layout, *entry, |image| table[image] = value);
        }
    }
}

fn next_margin(variant: Variant, next: &Moment) -> f32 {
    super::margin_of(variant, next.mover, &next.gains) as f32
}

/// The entries that the view of the seat uses, each replaced by the first of its images.
fn used(layout: Layout, position: &Position, seat: Seat) -> Uses {
    let mode = position.variant().mode();
    let board = position.board();
    let stage = layout.stage(board.occupied().len() as usize);
    let mut entries: Vec<usize> = layout.supply_entries(mode, board, seat, [0; 3], seat).to_vec();
    for (window, pattern) in value::patterns(mode, board, seat).into_iter().enumerate() {
        let (shape, at) = if window < WINDOWS.lines {
            (Shape::LINE, Layout::lines_at(stage))
        } else {
            (Shape::BLOCK, layout.blocks_at())
        };
        if pattern != 0 && (shape == Shape::LINE || layout.blocks) {
            entries.push(at + shape.first_image(pattern) as usize);
        }
    }
    entries.sort_unstable();
    let mut uses: Uses = Vec::new();
    for entry in entries {
        match uses.last_mut() {
            Some((last, times)) if *last == entry => *times += 1.0,
            _ => uses.push((entry, 1.0)),
        }
    }
    uses
}

/// Calls `visit` for all entries that are images of this one.
fn for_images(layout: Layout, entry: usize, mut visit: impl FnMut(usize)) {
    let (shape, at) = if entry < layout.blocks_at() {
        let lines = Shape::LINE.patterns();
        (Shape::LINE, entry / lines * lines)
    } else if entry < layout.roofs_at() {
        (Shape::BLOCK, layout.blocks_at())
    } else {
        return visit(entry);
    };
    shape.images((entry - at) as u32).for_each(|image| visit(at + image as usize));
}

/// The turn of the highest worth.
fn best(weights: &Weights, position: &Position) -> Option<(Turn, BySeat<u8>)> {
    let mut worth = Worth::new(weights, position);
    let mut best = None;
    let mut highest = f32::MIN;
    position.each_turn(|turn, gains| {
        let value = worth.of(position, &turn, &gains);
        if value > highest {
            (highest, best) = (value, Some((turn, gains)));
        }
    });
    best
}

impl Learner {
    /// Plays against greedy without search; returns the share of wins, with draws as half, and the mean margin.
    pub fn against_greedy(&self, games: u64) -> (f64, f64) {
        let mut random = Random::new(7);
        let mut greedy = super::Bot::Greedy.player_with(None, random.next());
        let (mut won, mut by) = (0.0, 0.0);
        let players = self.variant.players().count() as u64;
        for game in 0..games {
            let mut position = Position::start(self.variant);
            position.play_random(&mut random);
            position.play_random(&mut random);
            let learner_seat = (game % players) as usize;
            while position.end().is_none() {
                let turn = if position.mover().index() == learner_seat {
                    best(&self.weights, &position).map(|best| best.0)
                } else {
                    // It does not search, so it needs no clock.
                    crate::choose(&mut *greedy, &position, position.mover(), || Duration::ZERO)
                };
                let Some(turn) = turn else { break };
                position.play_unchecked(&turn);
            }
            let scores = position.scores();
            let own = f64::from(scores.as_slice()[learner_seat]);
            let other = scores.iter().filter(|(seat, _)| seat.index() != learner_seat).map(|(_, s)| *s).max();
            let ahead = own - f64::from(other.unwrap_or(0));
            by += ahead;
            won += if ahead > 0.0 {
                1.0
            } else if ahead == 0.0 {
                0.5
            } else {
                0.0
            };
        }
        (won / games as f64, by / games as f64)
    }
}
