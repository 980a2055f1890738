//! What a played turn is worth next to the best one: verdicts, and how exactly somebody played.

use std::fmt;

use game::{Rules, Seat};

use crate::{Budget, Judge, Judged};

/// What is to be said about a turn, by the points that it loses of the final margin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Nothing better was found.
    Best,
    /// Hardly worse.
    Good,
    /// A little was given away.
    Inaccuracy,
    /// Much was given away.
    Mistake,
    /// Enough to lose a game by it.
    Blunder,
}

impl Verdict {
    /// All of them, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The most points of the final margin that a turn of this kind loses; a blunder has no limit.
    pub const fn most_lost(self) -> f32 {
        match self {
            Self::Best => 0.05,
            Self::Good => 1.0,
            Self::Inaccuracy => 2.5,
            Self::Mistake => 5.0,
            Self::Blunder => f32::INFINITY,
        }
    }

    /// What a turn deserves that loses so many points of the final margin.
    pub fn of_loss(loss: f32) -> Self {
        Self::ALL.into_iter().find(|verdict| loss <= verdict.most_lost()).unwrap_or(Self::Blunder)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        })
    }
}

/// Points of the final margin that halve the accuracy of a turn.
const HALVING_LOSS: f32 = 2.5;

/// How exact a turn is, in per cent: 100 for the best, half of it for every 2.5 points lost.
pub fn accuracy(loss: f32) -> f32 {
    100.0 * (-loss.max(0.0) / HALVING_LOSS).exp2()
}

/// How somebody played, turn by turn.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Play {
    counts: [u32; Verdict::ALL.len()],
    accuracies: f32,
}

impl Play {
    /// Counts a turn in which there was a choice.
    pub fn add(&mut self, loss: f32) {
        self.counts[Verdict::of_loss(loss) as usize] += 1;
        self.accuracies += accuracy(loss);
    }

    /// How often each verdict was given.
    pub fn count(&self, verdict: Verdict) -> u32 {
        self.counts[verdict as usize]
    }

    /// The mean accuracy of the turns in which there was a choice; none if there was never one.
    pub fn accuracy(&self) -> Option<f32> {
        let turns: u32 = self.counts.iter().sum();
        (turns > 0).then(|| self.accuracies / turns as f32)
    }
}

/// A turn that was played, next to the best ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Examined<A> {
    /// What is expected of the turn that was played.
    pub played: Judged<A>,
    /// The best ones, the best first; the played one may be among them.
    pub best: Vec<Judged<A>>,
    /// What the played turn loses against the best.
    pub loss: f32,
    /// Whether nothing else could be done.
    pub forced: bool,
}

impl<A> Examined<A> {
    /// What is to be said about it.
    pub fn verdict(&self) -> Verdict {
        Verdict::of_loss(self.loss)
    }
}

/// Looks at what a seat did in a position; none if it was not to act. What leads to the same position
/// is the same turn, in whatever order it is written.
pub fn examine<R: Rules>(
    judge: &mut dyn Judge<R>,
    position: &R,
    seat: Seat,
    action: &R::Action,
    most: usize,
    budget: &mut Budget,
) -> Option<Examined<R::Action>> {
    let mut all = Vec::new();
    position.actions(seat, &mut all);
    let forced = all.len() == 1;
    let after = |action: &R::Action| {
        let mut after = position.clone();
        after.play_unchecked(seat, action);
        after
    };
    let judged = judge.judge(position, seat, std::slice::from_ref(action), budget);
    let most_expected = judged.first()?.score;
    let played_after = after(action);
    let mut best: Vec<(Judged<R::Action>, R)> = Vec::new();
    let mut played = None;
    for judged in judged {
        if best.len() >= most && played.is_some() {
            break;
        }
        let after = after(&judged.action);
        if played.is_none() && after == played_after {
            played = Some(judged.score);
        }
        if best.len() < most && best.iter().all(|(_, other)| *other != after) {
            best.push((judged, after));
        }
    }
    let played = Judged { action: action.clone(), score: played? };
    let loss = (most_expected - played.score).max(0.0);
    let best = best.into_iter().map(|(judged, _)| judged).collect();
    Some(Examined { played, best, loss, forced })
}

#[cfg(test)]
mod tests {
    use siesta::{Position, Turn};

    use super::*;

    #[test]
    fn verdicts_go_by_points_lost() {
        for (loss, verdict) in [
            (0.0, Verdict::Best),
            (0.05, Verdict::Best),
            (0.5, Verdict::Good),
            (1.01, Verdict::Inaccuracy),
            (2.5, Verdict::Inaccuracy),
            (4.0, Verdict::Mistake),
            (5.1, Verdict::Blunder),
            (100.0, Verdict::Blunder),
        ] {
            assert_eq!(Verdict::of_loss(loss), verdict, "{loss}");
        }
    }

    #[test]
    fn accuracy_halves_with_every_two_and_a_half_points() {
        for (loss, expected) in [(0.0, 100.0), (2.5, 50.0), (5.0, 25.0), (-1.0, 100.0)] {
            assert!((accuracy(loss) - expected).abs() < 1e-3, "{loss}");
        }
        let mut play = Play::default();
        assert_eq!(play.accuracy(), None);
        play.add(0.0);
        play.add(5.0);
        assert_eq!(play.accuracy(), Some(62.5));
        assert_eq!((play.count(Verdict::Best), play.count(Verdict::Mistake)), (1, 1));
    }

    /// Thinks that the first turn of the list is best by far.
    struct First;

    impl Judge<Position> for First {
        fn judge(
            &mut self,
            position: &Position,
            _: Seat,
            also: &[Turn],
            _: &mut Budget,
        ) -> Vec<Judged<Turn>> {
            let turns = position.scored_turns();
            let first = Judged { action: turns[0].turn, score: 9.0 };
            let others = also.iter().map(|turn| Judged { action: *turn, score: 2.0 });
            std::iter::once(first).chain(others).collect()
        }
    }

    #[test]
    fn two_orders_of_a_turn_are_the_same_turn() {
        let position: Position = "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1".parse().unwrap();
        let mut budget = Budget::new(crate::Limits::default());
        let mut examine =
            |turn: &Turn| examine(&mut First, &position, position.mover(), turn, 3, &mut budget).unwrap();
        let turns = position.scored_turns();
        let placements: Vec<_> = turns[0].turn.iter().collect();
        let other_orders = [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let legal = other_orders.iter().find_map(|order| {
            let turn = Turn::new(&order.map(|index| placements[index])).unwrap();
            position.clone().play(position.mover(), &turn).is_ok().then_some(turn)
        });
        let other = examine(&legal.expect("a turn with two legal orders"));
        assert_eq!((other.verdict(), other.best.len()), (Verdict::Best, 1));
        let worse = examine(&turns[turns.len() - 1].turn);
        assert_eq!((worse.loss, worse.verdict(), worse.best.len()), (7.0, Verdict::Blunder, 2));
        assert!(!worse.forced);
    }
}
