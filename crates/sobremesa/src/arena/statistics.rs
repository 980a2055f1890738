//! Statistics of a match: means with their errors, Elo, and a sequential test.
//!
//! All figures are computed from groups of games that share an opening and random numbers, because the games of a
//! group are not independent of each other.

/// The quantile of the normal distribution for a 95 % interval.
const Z95: f64 = 1.959_963_985;

/// Elo points for a factor of ten in strength.
const ELO_PER_DECADE: f64 = 400.0;

/// Added to every count in the sequential test, so that results that have not occurred do not count as impossible.
const PSEUDOCOUNT: f64 = 1e-3;

/// Count, mean and variance of values, updated one by one.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Sample {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Sample {
    pub(super) fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) const fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean; `None` with fewer than two values.
    pub(super) fn standard_error(&self) -> Option<f64> {
        let count = self.count as f64;
        (self.count > 1).then(|| (self.squares / (count - 1.0) / count).sqrt())
    }

    /// The 95 % interval of the mean of a share between 0 and 1.
    pub(super) fn share_interval(&self) -> Option<[f64; 2]> {
        let error = self.standard_error()?;
        if error > 0.0 {
            let off = Z95 * error;
            return Some([(self.mean - off).max(0.0), (self.mean + off).min(1.0)]);
        }
        // All values are equal. Another value could have this probability and still not have occurred.
        let unseen = 1.0 - 0.025_f64.powf((self.count as f64).recip());
        let low = self.mean * (1.0 - unseen);
        Some([low, low + unseen])
    }

    /// The 95 % interval of the mean.
    pub(super) fn interval(&self) -> Option<[f64; 2]> {
        let off = Z95 * self.standard_error()?;
        Some([self.mean - off, self.mean + off])
    }
}

/// The Elo difference that gives this share of the wins against `sides - 1` others of equal strength; infinite for
/// a share of 0 or 1.
pub(super) fn elo(share: f64, sides: usize) -> f64 {
    let others = sides as f64 - 1.0;
    ELO_PER_DECADE * (share * others / (1.0 - share)).log10()
}

/// The share of the wins for an Elo difference: the inverse of [`elo`].
pub(super) fn share(elo: f64, sides: usize) -> f64 {
    let others = sides as f64 - 1.0;
    let strength = 10_f64.powf(elo / ELO_PER_DECADE);
    strength / (strength + others)
}

/// How often each result of a group occurred, as the first engine's share of the wins.
pub(super) type Distribution = Vec<(f64, u64)>;

/// A sequential probability ratio test of two Elo differences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
}

/// The verdict of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The higher difference is accepted.
    Passed,
    /// The lower difference is accepted.
    Failed,
    /// Not decided yet.
    Open,
}

impl Sprt {
    /// The log-likelihood ratio that ends the test, with an error of 5 % in either direction.
    pub(super) fn bound() -> f64 {
        (0.95_f64 / 0.05).ln()
    }

    /// The log-likelihood ratio of the higher against the lower difference, each with the most likely distribution that
    /// has its mean.
    pub(super) fn llr(self, seen: &Distribution, sides: usize) -> f64 {
        let groups: u64 = seen.iter().map(|(_, count)| count).sum();
        if groups == 0 {
            return 0.0;
        }
        let [low, high] = [self.elo0, self.elo1].map(|elo| share(elo, sides));
        let mut seen: Vec<(f64, f64)> = seen.iter().map(|(share, count)| (*share, *count as f64)).collect();
        // The extremes are always possible; with them, every mean between 0 and 1 can be reached.
        for extreme in [0.0, 1.0] {
            if !seen.iter().any(|(share, _)| *share == extreme) {
                seen.push((extreme, 0.0));
            }
        }
        let total: f64 = seen.iter().map(|(_, count)| count + PSEUDOCOUNT).sum();
        let log_likelihood = |mean: f64| {
            let tilt = tilt(&seen, total, mean);
            -seen.iter().map(|(share, count)| count * (1.0 + tilt * (share - mean)).ln()).sum::<f64>()
        };
        log_likelihood(high) - log_likelihood(low)
    }

    pub(super) fn verdict(self, llr: f64) -> Verdict {
        if llr >= Self::bound() {
            Verdict::Passed
        } else if llr <= -Self::bound() {
            Verdict::Failed
        } else {
            Verdict::Open
        }
    }
}

/// The multiplier for the most likely distribution with this mean: each observed probability is divided by
/// `1 + tilt · (share − mean)`.
fn tilt(seen: &[(f64, f64)], total: f64, mean: f64) -> f64 {
    // The sum falls with the tilt, from +∞ to −∞ between the two ends.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let term = |(share, count): &(f64, f64)| {
            (count + PSEUDOCOUNT) / total * (share - mean) / (1.0 + middle * (share - mean))
        };
        if seen.iter().map(term).sum::<f64>() > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} is not {expected} ± {tolerance}");
    }

    fn sample(values: &[f64]) -> Sample {
        values.iter().fold(Sample::default(), |mut sample, value| {
            sample.add(*value);
            sample
        })
    }

    #[test]
    fn mean_and_error_are_those_of_the_textbook() {
        // Deviations −3, −1, −1, −1, 0, 0, 2, 4: squares add up to 32, the variance is 32 / 7.
        let one = sample(&[1.0]);
        let sample = sample(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        near(sample.mean(), 5.0, 1e-12);
        near(sample.standard_error().unwrap(), (32.0_f64 / 7.0 / 8.0).sqrt(), 1e-12);
        let [low, high] = sample.interval().unwrap();
        near(high - low, 2.0 * 1.959_964 * 0.755_929, 1e-5);
        assert!(one.standard_error().is_none());
    }

    #[test]
    fn elo_of_known_shares() {
        near(elo(0.5, 2), 0.0, 1e-12);
        near(elo(0.75, 2), 400.0 * 3_f64.log10(), 1e-9);
        near(elo(10.0 / 11.0, 2), 400.0, 1e-9);
        // One against three: a quarter of the wins is equal, half of them is three times as strong.
        near(elo(0.25, 4), 0.0, 1e-9);
        near(elo(0.5, 4), 190.848_5, 1e-3);
        assert_eq!((elo(1.0, 2), elo(0.0, 2)), (f64::INFINITY, f64::NEG_INFINITY));
        for sides in 2..=4 {
            near(elo(share(123.0, sides), sides), 123.0, 1e-9);
        }
    }

    #[test]
    fn elo_with_its_interval_comes_from_pairs() {
        // Pairs of 0, ½, 1, 1½, 2 points: 5, 10, 40, 30, 15. The mean share is 0.6; the squares add up
        // to 5·0.36 + 10·0.1225 + 40·0.01 + 30·0.0225 + 15·0.16 = 6.5, so the error is √(6.5 / 99 / 100).
        let mut pairs = Sample::default();
        for (share, count) in [(0.0, 5), (0.25, 10), (0.5, 40), (0.75, 30), (1.0, 15)] {
            (0..count).for_each(|_| pairs.add(share));
        }
        near(pairs.mean(), 0.6, 1e-12);
        near(pairs.standard_error().unwrap(), 0.025_624, 1e-6);
        let [low, high] = pairs.share_interval().unwrap();
        near(elo(pairs.mean(), 2), 70.437, 1e-3);
        near(elo(low, 2), 34.705, 1e-3);
        near(elo(high, 2), 107.707, 1e-3);
    }

    #[test]
    fn equal_results_leave_room_for_what_was_not_seen() {
        // 0.025 ^ (1 / 10) = 0.6915: with ten wins out of ten, less is not believable.
        let [low, high] = sample(&[1.0; 10]).share_interval().unwrap();
        near(low, 0.691_5, 1e-4);
        near(high, 1.0, 1e-12);
        let [low, high] = sample(&[0.5; 10]).share_interval().unwrap();
        near(low, 0.5 * 0.691_5, 1e-4);
        near(high, 1.0 - 0.5 * 0.691_5, 1e-4);
    }

    #[test]
    fn with_two_results_the_ratio_is_that_of_a_coin() {
        // 60 pairs won and 40 lost whole: 60·ln(s1/s0) + 40·ln((1 − s1)/(1 − s0)).
        let test = Sprt { elo0: 0.0, elo1: 50.0 };
        let high: f64 = share(50.0, 2);
        let expected = 60.0 * (high / 0.5).ln() + 40.0 * ((1.0 - high) / 0.5).ln();
        near(expected, 1.8463, 1e-4);
        near(test.llr(&vec![(0.0, 40), (1.0, 60)], 2), expected, 1e-3);
    }

    #[test]
    fn with_five_results_the_ratio_is_near_the_normal_approximation() {
        // n (s1 − s0)(2 m − s0 − s1) / (2 v)
        let seen = vec![(0.0, 16), (0.25, 184), (0.5, 560), (0.75, 184), (1.0, 56)];
        let mean: f64 = seen.iter().map(|(s, n)| s * f64::from(*n as u32)).sum::<f64>() / 1000.0;
        let variance: f64 =
            seen.iter().map(|(s, n)| (s - mean).powi(2) * f64::from(*n as u32)).sum::<f64>() / 1000.0;
        near(mean, 0.52, 1e-12);
        let [low, high] = [share(0.0, 2), share(10.0, 2)];
        let normal = 1000.0 * (high - low) * (2.0 * mean - low - high) / (2.0 * variance);
        let test = Sprt { elo0: 0.0, elo1: 10.0 };
        near(test.llr(&seen, 2), normal, 0.05 * normal);
        assert_eq!(test.verdict(normal), Verdict::Passed);
    }

    #[test]
    fn the_ratio_changes_its_sign_with_the_question() {
        let seen = vec![(0.0, 3), (0.5, 10), (1.0, 7)];
        let forth = Sprt { elo0: 0.0, elo1: 20.0 }.llr(&seen, 2);
        let back = Sprt { elo0: 20.0, elo1: 0.0 }.llr(&seen, 2);
        near(forth, -back, 1e-9);
        assert!(forth > 0.0);
        assert_eq!(Sprt { elo0: 0.0, elo1: 20.0 }.llr(&Vec::new(), 2), 0.0);
    }

    #[test]
    fn the_bounds_are_for_five_errors_in_a_hundred() {
        near(Sprt::bound(), 2.944_439, 1e-6);
        let test = Sprt { elo0: 0.0, elo1: 5.0 };
        assert_eq!(
            [2.94, 2.95, -2.95].map(|llr| test.verdict(llr)),
            [Verdict::Open, Verdict::Passed, Verdict::Failed]
        );
    }
}
