//! Ranks by score.

use crate::BySeat;

/// The rank of each player by score: 1 for the most points; equal scores share a rank, and the rank
/// after them counts them all (1, 1, 3).
pub fn ranks(scores: &BySeat<i32>) -> BySeat<u8> {
    BySeat::from_fn(scores.players(), |seat| {
        let ahead = scores.iter().filter(|(_, score)| **score > scores[seat]).count();
        ahead as u8 + 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Players;

    #[test]
    fn equal_scores_share_a_rank() {
        let scores = [7, 9, 7, 9];
        let scores = BySeat::from_fn(Players::FOUR, |seat| scores[seat.index()]);
        assert_eq!(ranks(&scores).as_slice(), [3, 1, 3, 1]);
    }
}
