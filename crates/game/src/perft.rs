//! Counting every way to go on: the classic proof that a move generator is right.

/// Something that goes on in countable steps.
pub trait Steps: Sized {
    /// Calls the visitor with what each single step leads to.
    fn steps(&self, visit: &mut dyn FnMut(Self));

    /// How many steps there are; to be overridden where counting is cheaper than stepping.
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
