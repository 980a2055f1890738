//! Perft: counting all sequences of steps, the classic test of a move generator.

use std::fmt;

use crate::{Rules, Seat, ToAct};

/// A state whose possible steps can be counted.
pub trait Steps: Sized {
    /// Calls the visitor with the state after each possible step.
    fn steps(&self, visit: &mut dyn FnMut(Self));

    /// How many steps are possible. Override it where counting is cheaper than stepping.
    fn count_steps(&self) -> u64 {
        let mut count = 0;
        self.steps(&mut |_| count += 1);
        count
    }
}

/// The number of sequences of exactly `depth` steps.
pub fn perft<S: Steps>(from: &S, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => from.count_steps(),
        _ => {
            let mut count = 0;
            from.steps(&mut |next| count += perft(&next, depth - 1));
            count
        }
    }
}

/// The weights of chance do not add up to what they should.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongWeights {
    /// The position as text.
    pub position: String,
    /// The sum of the weights.
    pub sum: u64,
    /// The expected sum.
    pub expected: u64,
}

impl fmt::Display for WrongWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the weights in `{}` add up to {}, not {}", self.position, self.sum, self.expected)
    }
}

impl std::error::Error for WrongWeights {}

/// The number of sequences of exactly `depth` steps of any game, players' actions and chance outcomes alike.
/// Also checks the weights of chance on the way.
pub fn count_steps<R: Rules>(from: &R, depth: u32) -> Result<u64, WrongWeights> {
    if depth == 0 {
        return Ok(1);
    }
    let mut count = 0;
    match from.to_act() {
        ToAct::Over => {}
        ToAct::Chance => {
            let mut chances = Vec::new();
            from.chances(&mut chances);
            let sum = chances.iter().map(|(_, weight)| weight).sum();
            let expected = from.chance_weight();
            if sum != expected {
                return Err(WrongWeights { position: from.to_string(), sum, expected });
            }
            for (chance, _) in &chances {
                let mut next = from.clone();
                if next.happen(chance).is_ok() {
                    count += count_steps(&next, depth - 1)?;
                }
            }
        }
        ToAct::Seats(seats) => {
            let mut actions = Vec::new();
            for seat in Seat::ALL.into_iter().filter(|seat| seats.contains(*seat)) {
                actions.clear();
                from.actions(seat, &mut actions);
                if depth == 1 {
                    count += actions.len() as u64;
                    continue;
                }
                for action in &actions {
                    let mut next = from.clone();
                    next.play_unchecked(seat, action);
                    count += count_steps(&next, depth - 1)?;
                }
            }
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps of 1 or 2 up to a limit.
    struct Stairs(u32);

    impl Steps for Stairs {
        fn steps(&self, visit: &mut dyn FnMut(Self)) {
            for step in 1..=2.min(self.0) {
                visit(Self(self.0 - step));
            }
        }
    }

    #[test]
    fn every_sequence_is_counted_once_and_short_ones_not_at_all() {
        let counts: Vec<u64> = (0..=5).map(|depth| perft(&Stairs(4), depth)).collect();
        assert_eq!(counts, [1, 2, 4, 4, 1, 0]);
    }
}
