//! Choosing one of several values.

use game::Random;

/// The index of a value drawn by softmax: a value that is worse than the best by the temperature is drawn about a
/// third as often. At temperature 0, the first of the best. The list must not be empty.
pub(super) fn softmax(values: &[f32], temperature: f32, random: &mut Random) -> usize {
    let best = argmax(values);
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

/// The index of the first of the largest values.
pub(super) fn argmax(values: &[f32]) -> usize {
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
            seen[softmax(&[1.0, 2.0, 0.0], 1.0, &mut random)] += 1;
        }
        assert!((6_400..6_900).contains(&seen[1]), "{seen:?}");
        assert!((2_250..2_650).contains(&seen[0]), "{seen:?}");
        assert_eq!(softmax(&[1.0, 2.0, 2.0], 0.0, &mut random), 1);
    }
}
