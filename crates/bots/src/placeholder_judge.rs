//! A judge for ¡No Siesta! until the learned one is here; to be deleted then.

use game::Seat;
use no_siesta::{Action, Position};

use crate::no_siesta::Bot;
use crate::{Budget, Judge, Judged, choose};

struct Placeholder;

/// Goes by the points now, and holds what the sensible bot would do for the best.
pub fn no_siesta() -> Box<dyn Judge<Position>> {
    Box::new(Placeholder)
}

impl Judge<Position> for Placeholder {
    fn judge(
        &mut self,
        position: &Position,
        seat: Seat,
        also: &[Action],
        budget: &mut Budget,
    ) -> Vec<Judged<Action>> {
        let mut actions = Vec::new();
        position.actions(seat, &mut actions);
        actions.extend(also.iter().filter(|action| !actions.contains(action)).copied().collect::<Vec<_>>());
        budget.spend(actions.len() as u64);
        let margin = |action: &Action| {
            let mut after = *position;
            after.play_unchecked(seat, action);
            let scores = after.scores();
            let others = scores.iter().filter(|(other, _)| *other != seat).map(|(_, score)| *score);
            (scores[seat] - others.max().unwrap_or(0)) as f32
        };
        let mut judged: Vec<Judged<Action>> =
            actions.into_iter().map(|action| Judged { action, score: margin(&action) }).collect();
        let most = judged.iter().map(|judged| judged.score).fold(f32::MIN, f32::max);
        let sensible = choose(&mut *Bot::Sensible.player(0), position, seat);
        for judged in judged.iter_mut().filter(|judged| Some(judged.action) == sensible) {
            judged.score = most + 1.0;
        }
        judged.sort_by(|one, other| other.score.total_cmp(&one.score));
        judged
    }
}
