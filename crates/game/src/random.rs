//! A small pseudo-random number generator whose numbers never change.
//!
//! Signatures, recorded playthroughs and hash keys depend on these numbers, so they come from a few lines
//! of our own (the published SplitMix64 step) and not from a library whose next version may draw others.
//! Games between people draw their chance elsewhere.

/// A generator of pseudo-random numbers for tests, playouts and hash keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(u64);

/// The finishing step of SplitMix64: a well-spread number for every input.
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random {
    /// The generator that starts from this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below the limit, which must not be 0; each as likely as the next to within one
    /// part in 2³².
    pub const fn below(&mut self, limit: u32) -> u32 {
        (((self.next() >> 32) * limit as u64) >> 32) as u32
    }

    /// One of the items; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let limit = u32::try_from(items.len()).ok().filter(|n| *n > 0)?;
        items.get(self.below(limit) as usize)
    }

    /// One of the items, drawn by weight.
    pub fn pick_weighted<'a, T>(&mut self, items: &'a [(T, u64)]) -> Option<&'a T> {
        let total: u64 = items.iter().map(|(_, weight)| weight).sum();
        let mut left = self.next().checked_rem(total)?;
        for (item, weight) in items {
            if left < *weight {
                return Some(item);
            }
            left -= weight;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert_eq!(random.next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn weights_are_kept() {
        let mut random = Random::new(7);
        let mut seen = [0_u32; 3];
        for _ in 0..10_000 {
            seen[*random.pick_weighted(&[(0, 1), (1, 0), (2, 3)]).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((2_300..2_700).contains(&seen[0]), "{seen:?}");
        assert_eq!(random.pick_weighted::<u8>(&[]), None);
        assert_eq!(random.pick::<u8>(&[]), None);
    }
}
