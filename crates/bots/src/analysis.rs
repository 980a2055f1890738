//! Analysis of played turns: how much each loses against the best turn, and a player's accuracy.

use std::fmt;

use game::{Rules, Seat};

use crate::{Budget, Judge, Judged, Limits};

/// The verdict on a turn, by how many points of the expected final margin it loses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// No better turn was found: loses at most 0.05 points.
    Best,
    /// Loses at most 1 point.
    Good,
    /// Loses at most 2.5 points.
    Inaccuracy,
    /// Loses at most 5 points.
    Mistake,
    /// Loses more than 5 points.
    Blunder,
}

impl Verdict {
    /// All verdicts, the best first.
    pub const ALL: [Self; 5] = [Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The most points of the final margin that a turn with this verdict loses; infinite for a blunder.
    pub const fn most_lost(self) -> f32 {
        match self {
            Self::Best => 0.05,
            Self::Good => 1.0,
            Self::Inaccuracy => 2.5,
            Self::Mistake => 5.0,
            Self::Blunder => f32::INFINITY,
        }
    }

    /// The verdict on a turn that loses this many points of the final margin.
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

/// A loss of this many points halves the accuracy of a turn.
const HALVING_LOSS: f32 = 2.5;

/// The accuracy of a turn in per cent: 100 for the best, halved for every 2.5 points lost.
pub fn accuracy(loss: f32) -> f32 {
    100.0 * (-loss.max(0.0) / HALVING_LOSS).exp2()
}

/// Counts the verdicts on a player's turns and sums up their accuracies.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Play {
    counts: [u32; Verdict::ALL.len()],
    accuracies: f32,
}

impl Play {
    /// Adds a turn in which the player had a choice.
    pub fn add(&mut self, loss: f32) {
        self.counts[Verdict::of_loss(loss) as usize] += 1;
        self.accuracies += accuracy(loss);
    }

    /// How many turns had this verdict.
    pub fn count(&self, verdict: Verdict) -> u32 {
        self.counts[verdict as usize]
    }

    /// The mean accuracy of all added turns; `None` if no turn was added.
    pub fn accuracy(&self) -> Option<f32> {
        let turns: u32 = self.counts.iter().sum();
        (turns > 0).then(|| self.accuracies / turns as f32)
    }
}

/// A played turn, compared with the best turns.
#[derive(Clone, PartialEq, Debug)]
pub struct Examined<A> {
    /// The played turn with its expected result.
    pub played: Judged<A>,
    /// The best turns, the best first; the played turn may be one of them.
    pub best: Vec<Judged<A>>,
    /// How many points the played turn loses against the best; never negative.
    pub loss: f32,
    /// Whether the played turn was the only legal one.
    pub forced: bool,
}

impl<A> Examined<A> {
    /// The verdict that follows from the loss.
    pub fn verdict(&self) -> Verdict {
        Verdict::of_loss(self.loss)
    }
}

/// A budget that is just enough to rank all turns without search.
const FIRST_IMPRESSION: Limits = Limits::nodes(1);

/// Compares what a seat played with the best turns, of which it returns at most `most`; `None` if the judge does not
/// judge the played turn. Two turns that lead to the same position count as the same turn.
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
    let judged = judge.judge(position, seat, std::slice::from_ref(action), budget, &mut |_| {});
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
    // The budget may end before the judge reaches this turn. Scores with and without search cannot be compared
    // directly, so this takes the loss that the turn has in a ranking without search.
    let first_impression = || {
        let mut budget = budget.renewed(FIRST_IMPRESSION);
        let ranked = judge.judge(position, seat, std::slice::from_ref(action), &mut budget, &mut |_| {});
        let found = ranked.iter().find(|judged| after(&judged.action) == played_after)?;
        Some(most_expected - (ranked.first()?.score - found.score))
    };
    let score = played.or_else(first_impression)?;
    let played = Judged { action: action.clone(), score };
    let loss = (most_expected - played.score).max(0.0);
    let best = best.into_iter().map(|(judged, _)| judged).collect();
    Some(Examined { played, best, loss, forced })
}

#[cfg(test)]
mod tests {
    use siesta::{Position, Turn};

    use super::*;
    use crate::{Thought, system_clock};

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

    /// Scores this turn 9 and every other 2.
    struct Fond(Turn);

    impl Judge<Position> for Fond {
        fn judge(
            &mut self,
            _: &Position,
            _: Seat,
            also: &[Turn],
            _: &mut Budget,
            _: &mut dyn FnMut(&Thought<Turn>),
        ) -> Vec<Judged<Turn>> {
            let best = Judged { action: self.0, score: 9.0 };
            let others = also.iter().map(|turn| Judged { action: *turn, score: 2.0 });
            std::iter::once(best).chain(others).collect()
        }
    }

    /// Judges the turns of `also` only with the first-impression budget, as if any longer search ran out of time.
    struct Hasty(Fond);

    impl Judge<Position> for Hasty {
        fn judge(
            &mut self,
            position: &Position,
            seat: Seat,
            also: &[Turn],
            budget: &mut Budget,
            tell: &mut dyn FnMut(&Thought<Turn>),
        ) -> Vec<Judged<Turn>> {
            let also = if budget.limits() == FIRST_IMPRESSION { also } else { &[] };
            self.0.judge(position, seat, also, budget, tell)
        }
    }

    #[test]
    fn a_turn_that_the_judge_did_not_reach_is_judged_without_search() {
        let position: Position = "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1".parse().unwrap();
        let turns = position.scored_turns();
        let (turn, mut budget) = (turns[turns.len() - 1].turn, Budget::new(Limits::default(), system_clock));
        let mut hasty = Hasty(Fond(turns[0].turn));
        let examined = examine(&mut hasty, &position, position.mover(), &turn, 3, &mut budget).unwrap();
        assert_eq!((examined.played.score, examined.loss, examined.best.len()), (2.0, 7.0, 1));
    }

    #[test]
    fn two_orders_of_a_turn_are_the_same_turn() {
        let position: Position = "12/12/12/12/5*6/5a6/5#6/12/12/12/12/12 2 b 1".parse().unwrap();
        let mut budget = Budget::new(Limits::default(), system_clock);
        let turns = position.scored_turns();
        let other_order = |turn: &Turn| {
            let placements: Vec<_> = turn.iter().collect();
            [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].into_iter().find_map(|order| {
                let turn = Turn::new(&order.map(|index| placements[index])).unwrap();
                position.clone().play(position.mover(), &turn).is_ok().then_some(turn)
            })
        };
        let (best, other) =
            turns.iter().find_map(|scored| Some((scored.turn, other_order(&scored.turn)?))).unwrap();
        let mut examine = |turn: &Turn| {
            examine(&mut Fond(best), &position, position.mover(), turn, 3, &mut budget).unwrap()
        };
        let other = examine(&other);
        assert_eq!((other.verdict(), other.best.len()), (Verdict::Best, 1));
        let worse = examine(&turns[turns.len() - 1].turn);
        assert_eq!((worse.loss, worse.verdict(), worse.best.len()), (7.0, Verdict::Blunder, 2));
        assert!(!worse.forced);
    }
}
