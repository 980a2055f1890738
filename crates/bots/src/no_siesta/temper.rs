//! Choosing among actions of which some seem better than others.

use game::Random;

/// The place of one of the values: the best of all most often, those that are worse by the
/// temperature about a third as often as it, and so on. At 0 the first of the best. The list must not be empty.
pub(super) fn pick(values: &[f32], temperature: f32, random: &mut Random) -> usize {
    let best = best(values);
    if temperature <= 0.0 {
        return best;
    }
    let weights: Vec<f64> =
        values.iter().map(|value| f64::from((value - values[best]) / temperature).exp()).collect();
    let whole = random.next() >> 11;
    let mut left = whole as f64 / (1_u64 << 53) as f64 * weights.iter().sum::<f64>();
    for (place, weight) in weights.iter().enumerate() {
        left -= weight;
        if left < 0.0 {
            return place;
        }
    }
    best
}

/// The place of the first of the largest values.
pub(super) fn best(values: &[f32]) -> usize {
    let mut best = 0;
    for (place, value) in values.iter().enumerate() {
        if *value > values[best] {
            best = place;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worse_values_are_picked_less_often() {
        let mut random = Random::new(3);
        let mut seen = [0; 3];
        for _ in 0..10_000 {
            seen[pick(&[1.0, 2.0, 0.0], 1.0, &mut random)] += 1;
        }
        assert!((6_400..6_900).contains(&seen[1]), "{seen:?}");
        assert!((2_250..2_650).contains(&seen[0]), "{seen:?}");
        assert_eq!(pick(&[1.0, 2.0, 2.0], 0.0, &mut random), 1);
    }
}
