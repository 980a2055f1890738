//! The worth of a turn to the player who plays it.

use game::{BySeat, Seat};
use siesta::{Position, Turn};

use super::deepen::Candidate;
use super::margin;
use super::value::{Scan, Weights, allied};

/// The score of the seat's side less the scores of all others.
pub(super) fn lead(position: &Position, seat: Seat) -> f32 {
    let mode = position.variant().mode();
    let signed = |(other, score): (Seat, &u16)| {
        if allied(mode, other, seat) { f32::from(*score) } else { -f32::from(*score) }
    };
    position.scores().iter().map(signed).sum()
}

/// Computes the worth of the turns of one position.
pub(super) struct Worth<'w> {
    scan: Scan<'w>,
    views: usize,
    /// The scores in the order of play, the mover's first.
    scores: [f32; Seat::MAX],
}

impl<'w> Worth<'w> {
    pub(super) fn new(weights: &'w Weights, position: &Position) -> Self {
        let scores = position.scores();
        let mut in_order = [0.0; Seat::MAX];
        let seats = position.players().seats().cycle().skip(position.mover().index());
        for (score, seat) in in_order.iter_mut().zip(seats.take(position.players().count())) {
            *score = f32::from(scores[seat]);
        }
        Self { scan: Scan::new(weights, position), views: weights.tables.len(), scores: in_order }
    }

    /// Between two sides: how much more the mover's side gains than the other, by the turn and later.
    /// With more sides: the expected final margin over the best opponent.
    #[inline]
    pub(super) fn of(&mut self, position: &Position, turn: &Turn, gains: &BySeat<u8>) -> f32 {
        if self.views == 1 {
            let mut values = [0.0; Seat::MAX];
            self.scan.values(turn, &mut values);
            return margin(position, gains) as f32 + values[0];
        }
        let finals = self.finals_of(position, turn, gains);
        finals[0] - finals[1..self.views].iter().copied().fold(f32::MIN, f32::max)
    }

    /// With more than two sides: the expected final scores in the order of play from the mover, up to a
    /// constant that is the same for all.
    #[inline]
    pub(super) fn finals_of(
        &mut self,
        position: &Position,
        turn: &Turn,
        gains: &BySeat<u8>,
    ) -> [f32; Seat::MAX] {
        let mut finals = [0.0; Seat::MAX];
        self.scan.values(turn, &mut finals);
        let count = self.views;
        // A value is the lead over the mean of the others; scale it to the lead over the mean of all.
        let share = (count - 1) as f32 / count as f32;
        let mover = position.mover().index();
        for (place, last) in finals.iter_mut().enumerate().take(count) {
            let gain = f32::from(gains.as_slice()[(mover + place) % count]);
            *last = *last * share + self.scores[place] + gain;
        }
        finals
    }
}

/// All legal turns with their worth before any search.
pub(super) fn turns(weights: &Weights, position: &Position) -> Vec<Candidate> {
    let mut worth = Worth::new(weights, position);
    let mut turns = Vec::with_capacity(4096);
    position.each_turn(|turn, gains| {
        turns.push(Candidate { turn, worth: worth.of(position, &turn, &gains) });
    });
    turns
}
