//! A game of ¡No Siesta! with the position after every step.

use game::Seat;
use no_siesta::{Action, Chance, Position, Variant};

use super::words as say;
use crate::names::Names;
use crate::words::Words;

/// What a player did, or what chance brought.
#[derive(Clone, Copy, Debug)]
pub(super) enum Did {
    Action(Seat, Action),
    Chance(Chance),
}

/// A step of a game.
pub(super) struct Told {
    pub(super) did: Did,
    /// The points that it brought to the seat that took it; 0 for chance.
    pub(super) gain: i32,
    /// The position after it.
    pub(super) after: Position,
}

impl Told {
    /// Who took the step; `None` for chance.
    pub(super) fn seat(&self) -> Option<Seat> {
        match self.did {
            Did::Action(seat, _) => Some(seat),
            Did::Chance(_) => None,
        }
    }

    /// The step in words, without the name of who took it.
    pub(super) fn text(&self, words: Words, names: &Names) -> String {
        match &self.did {
            Did::Action(_, action) => say::action(words, names, self.after.sheet(), action),
            Did::Chance(chance) => say::chance(words, self.after.sheet(), chance),
        }
    }
}

/// A game with the position after every step.
pub(super) struct Story {
    pub(super) start: Position,
    pub(super) steps: Vec<Told>,
}

impl Story {
    /// Plays these steps; `None` if they are not a legal game.
    pub(super) fn of(variant: Variant, steps: &[club::Step]) -> Option<Self> {
        let start = Position::start(variant);
        let mut position = start;
        let mut told = Vec::with_capacity(steps.len());
        for step in steps {
            let before = position;
            let did = match step.seat {
                Some(seat) => {
                    let action = step.text.parse().ok()?;
                    position.play(seat, &action).ok()?;
                    Did::Action(seat, action)
                }
                None => {
                    let chance = step.text.parse().ok()?;
                    position.happen(&chance).ok()?;
                    Did::Chance(chance)
                }
            };
            let gain = step.seat.map_or(0, |seat| position.scores()[seat] - before.scores()[seat]);
            told.push(Told { did, gain, after: position });
        }
        Some(Self { start, steps: told })
    }

    /// The position after so many steps; the start if there are fewer.
    pub(super) fn position(&self, steps: usize) -> &Position {
        match steps {
            0 => &self.start,
            _ => self.steps.get(steps - 1).map_or(&self.start, |told| &told.after),
        }
    }

    /// Whose farm to show after so many steps: that of who acted last.
    pub(super) fn seat_at(&self, steps: usize) -> Seat {
        let acted = self.steps[..steps.min(self.steps.len())].iter().rev().find_map(Told::seat);
        acted.unwrap_or(self.start.start_player())
    }
}

#[cfg(test)]
mod tests {
    use game::{Random, ToAct};

    use super::*;
    use crate::words::Language;

    #[test]
    fn every_step_of_every_mode_has_words_in_every_language() {
        let mut random = Random::new(5);
        for variant in Variant::all() {
            let mut position = Position::start(variant);
            let mut steps = Vec::new();
            loop {
                let step = match position.to_act() {
                    ToAct::Over => break,
                    ToAct::Chance => {
                        let mut chances = Vec::new();
                        position.chances(&mut chances);
                        let chance = chances[random.below(chances.len() as u32) as usize].0;
                        position.happen(&chance).unwrap();
                        club::Step { seat: None, text: chance.to_string() }
                    }
                    ToAct::Seats(seats) => {
                        let seat = seats.iter().next().unwrap();
                        let mut actions = Vec::new();
                        position.actions(seat, &mut actions);
                        let action = actions[random.below(actions.len() as u32) as usize];
                        position.play(seat, &action).unwrap();
                        club::Step { seat: Some(seat), text: action.to_string() }
                    }
                };
                steps.push(step);
            }
            let story = Story::of(variant, &steps).unwrap();
            assert_eq!(story.steps.last().unwrap().after, position);
            let names = Names(vec!["Ana".to_owned(); 4]);
            for language in Language::ALL {
                for told in &story.steps {
                    let text = told.text(Words(language), &names);
                    assert!(!text.is_empty() && !text.contains('⟦'), "{language:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_game_is_no_story() {
        let variant = Variant::all().next().unwrap();
        for (seat, text) in [(None, "nonsense"), (Some(Seat::ALL[0]), "take pig"), (None, "roll hat")] {
            let step = club::Step { seat, text: text.to_owned() };
            assert!(Story::of(variant, &[step]).is_none(), "{text}");
        }
    }
}
