//! An attempt at a lesson: the steps of the pupil, and what the others and chance do in between.

use game::{Seat, ToAct};
use no_siesta::{Action, Farm, Position};

use super::{Lesson, PUPIL};
use crate::games::no_siesta::area::Area;
use crate::games::no_siesta::farm::lost_at_the_end;
use crate::words::Words;

/// The most steps that are read from an address: more than any lesson needs.
const MAX_STEPS: usize = 40;
/// What separates two steps in an address.
const SEPARATOR: &str = "; ";

/// What the pupil has done in a lesson so far.
pub(crate) struct Attempt {
    start: Position,
    /// The position after all steps.
    pub(crate) position: Position,
    /// The steps of the pupil; those of the others and of chance are not among them.
    pub(crate) steps: Vec<Action>,
    /// The farm just before the pupil ended the scoring phase; `None` while it goes on.
    ended: Option<Farm>,
}

impl Attempt {
    /// Takes these steps as far as the rules allow, and those of the others and of chance in between.
    pub(crate) fn of(lesson: &Lesson, steps: &str) -> Option<Self> {
        let start = lesson.position()?;
        let mut attempt = Self { start, position: start, steps: Vec::new(), ended: None };
        let mut others = lesson.others.iter();
        let actions = steps.split(SEPARATOR.trim_end()).map_while(|step| step.trim().parse().ok());
        for action in actions.take(MAX_STEPS) {
            let before = *attempt.position.farm(PUPIL);
            if !Area::allow(lesson.areas, &action) || attempt.position.play(PUPIL, &action).is_err() {
                break;
            }
            if action == Action::Done {
                attempt.ended = Some(before);
            }
            attempt.steps.push(action);
            attempt.play_others(&mut others);
        }
        Some(attempt)
    }

    /// Takes the steps that the lesson has for the others and for chance until the pupil is to act.
    fn play_others(&mut self, others: &mut std::slice::Iter<'_, &str>) {
        loop {
            let done = match self.position.to_act() {
                ToAct::Seats(seats) if seats.contains(PUPIL) => false,
                ToAct::Seats(seats) => {
                    seats.iter().next().is_some_and(|seat| self.play_other(seat, others.next()))
                }
                ToAct::Chance => others
                    .next()
                    .and_then(|text| text.parse().ok())
                    .is_some_and(|chance| self.position.happen(&chance).is_ok()),
                ToAct::Over => false,
            };
            if !done {
                return;
            }
        }
    }

    /// Plays this for another seat, or the first legal action if the pupil has made it impossible, such as by taking
    /// the die.
    fn play_other(&mut self, seat: Seat, text: Option<&&str>) -> bool {
        let Some(wanted) = text.and_then(|text| text.parse().ok()) else { return false };
        let mut possible = Vec::new();
        self.position.actions(seat, &mut possible);
        let action = if possible.contains(&wanted) { Some(wanted) } else { possible.first().copied() };
        action.is_some_and(|action| self.position.play(seat, &action).is_ok())
    }

    /// The steps without the last `without`, as an address has them.
    pub(crate) fn text(&self, without: usize) -> String {
        let kept = self.steps.len().saturating_sub(without);
        self.steps[..kept].iter().map(ToString::to_string).collect::<Vec<_>>().join(SEPARATOR)
    }

    /// Whether the pupil is to act.
    pub(crate) fn is_open(&self) -> bool {
        self.position.to_act().includes(PUPIL)
    }

    /// The points gained since the start.
    pub(crate) fn gain(&self) -> i32 {
        self.position.scores()[PUPIL] - self.start.scores()[PUPIL]
    }

    /// What the end of the scoring phase has taken away, in words; `None` while it goes on.
    pub(crate) fn lost(&self, words: Words) -> Option<Vec<String>> {
        self.ended.map(|farm| lost_at_the_end(words, &farm))
    }
}
