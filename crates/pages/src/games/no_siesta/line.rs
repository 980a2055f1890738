//! Steps that leave a finished game at one of its positions, as the address of a page describes them.

use game::{Random, Seat, ToAct};
use no_siesta::{Action, Position};
use serde::Deserialize;

use super::draft;

/// The most steps that are read from an address.
const MAX_STEPS: usize = 300;
/// What separates two steps in an address.
const SEPARATOR: &str = "; ";

/// The query of an address that describes a line.
#[derive(Deserialize, Default)]
pub struct LineQuery {
    /// After how many steps of the game the line starts; anything that is no number means the start.
    #[serde(default)]
    pub(super) turn: String,
    /// The steps of players since then, separated by `; `.
    #[serde(default)]
    pub(super) done: String,
    /// One more step.
    #[serde(default, rename = "move")]
    pub(super) step: Option<String>,
    #[serde(flatten)]
    pub(super) choosing: draft::Wish,
}

/// Steps from a position of a game.
pub(super) struct Line {
    /// The steps of players; those of chance are not among them.
    pub(super) actions: Vec<Action>,
    /// The position after all steps.
    pub(super) now: Position,
}

impl Line {
    /// The line as far as the rules allow it.
    pub(super) fn of(start: Position, steps: &str) -> Self {
        let mut line = Self { actions: Vec::new(), now: start };
        line.play_chance();
        for step in steps.split(SEPARATOR).filter(|step| !step.is_empty()).take(MAX_STEPS) {
            let Ok(action) = step.parse() else { break };
            if !line.play(&action) {
                break;
            }
        }
        line
    }

    /// Takes a step for whoever is to act; tells whether the rules allowed it.
    pub(super) fn play(&mut self, action: &Action) -> bool {
        let done = self.seat().is_some_and(|seat| self.now.play(seat, action).is_ok());
        if done {
            self.actions.push(*action);
            self.play_chance();
        }
        done
    }

    /// Draws outcomes as long as chance is to act. The number of steps is the seed, so the same line has the same
    /// outcomes.
    fn play_chance(&mut self) {
        let mut random = Random::new(self.actions.len() as u64);
        while self.now.to_act() == ToAct::Chance {
            let mut outcomes = Vec::new();
            self.now.chances(&mut outcomes);
            let Some(outcome) = random.pick_weighted(&outcomes) else { return };
            if self.now.happen(outcome).is_err() {
                return;
            }
        }
    }

    /// Who is to act, the first of several; `None` once the game is over.
    pub(super) fn seat(&self) -> Option<Seat> {
        self.now.players().seats().find(|seat| self.now.to_act().includes(*seat))
    }

    /// The steps without the last `without`, as an address has them.
    pub(super) fn text(&self, without: usize) -> String {
        let kept = self.actions.len().saturating_sub(without);
        self.actions[..kept].iter().map(ToString::to_string).collect::<Vec<_>>().join(SEPARATOR)
    }
}

#[cfg(test)]
mod tests {
    use game::Players;
    use no_siesta::{Mode, Variant};

    use super::*;

    fn start() -> Position {
        Position::start(Variant::new(Players::TWO, Mode::Standard).unwrap())
    }

    #[test]
    fn the_same_line_has_the_same_dice_and_what_the_rules_refuse_ends_it() {
        let line = Line::of(start(), "");
        let mut actions = Vec::new();
        line.now.actions(line.seat().unwrap(), &mut actions);
        let steps = actions[0].to_string();
        let (one, other) = (Line::of(start(), &steps), Line::of(start(), &steps));
        assert_eq!((one.actions.len(), one.now == other.now), (1, true));
        assert_eq!(Line::of(start(), &format!("{steps}; nonsense; {steps}")).actions.len(), 1);
        assert_eq!(Line::of(start(), "market helpers").actions.len(), 0);
    }

    #[test]
    fn a_line_can_be_followed_to_the_end() {
        let mut line = Line::of(start(), "");
        let mut random = Random::new(2);
        let mut steps = Vec::new();
        while let Some(seat) = line.seat() {
            let mut actions = Vec::new();
            line.now.actions(seat, &mut actions);
            let action = actions[random.below(actions.len() as u32) as usize];
            assert!(line.play(&action));
            steps.push(action.to_string());
        }
        assert_eq!(line.now.to_act(), ToAct::Over);
        let again = Line::of(start(), &steps[..MAX_STEPS.min(steps.len())].join("; "));
        assert_eq!(again.actions, line.actions[..again.actions.len()]);
        assert_eq!(again.text(again.actions.len()), "");
    }
}
