//! Fast random play.

use game::record::Step;
use game::{Random, Seat};

use crate::action::Action;
use crate::chance::Chance;
use crate::dice::Dice;
use crate::parts::Tile;
use crate::position::{Phase, Position, Scoring};
use crate::unit::{Face, Unit, Units};

/// Random play declines an optional gain once in this many times.
const DECLINE_ONE_IN: u32 = 64;

impl Position {
    /// Takes one random step and returns it; `None` if the game is over.
    ///
    /// Every legal step of the first player to act is possible, but not all are equally likely: dice are
    /// mostly marked in full, a scoring phase mostly continues while anything can be done, and each place
    /// that can be marked is as likely as any other action. Outcomes of chance are drawn by weight. The list
    /// is scratch space whose contents do not matter.
    pub fn play_random(
        &mut self,
        random: &mut Random,
        scratch: &mut Vec<Action>,
    ) -> Option<Step<Action, Chance>> {
        let Some(seat) = self.first_to_act() else {
            let chance = self.random_chance(random)?;
            self.happen_unchecked(&chance);
            return Some(Step::Chance(chance));
        };
        let action = self.random_action(seat, random, scratch)?;
        self.play_unchecked(seat, &action);
        Some(Step::Action(seat, action))
    }

    /// The first player to act; `None` while chance is to act or if the game is over.
    fn first_to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Take(_, seat) | Phase::Hire(seat) => Some(seat),
            Phase::Score(_, Scoring::Draw) => None,
            Phase::Score(
                seat,
                Scoring::Open | Scoring::Keep(..) | Scoring::Market | Scoring::Choose | Scoring::Move(_),
            ) => Some(seat),
            Phase::Lower(_) => Some(self.start),
            Phase::Last(seats) => seats.iter().next(),
            Phase::Neutral | Phase::Roll(_) | Phase::Event(_) | Phase::Over => None,
        }
    }

    fn random_action(&self, seat: Seat, random: &mut Random, scratch: &mut Vec<Action>) -> Option<Action> {
        let eager = random.below(DECLINE_ONE_IN) > 0;
        if eager && matches!(self.phase, Phase::Take(..) | Phase::Last(_)) {
            let face = self.random_die(random)?;
            let units = face.units();
            let marked = match self.farm(seat).stock {
                0 => Units::NONE,
                1 if units.len() > 1 => Units::of(*random.pick(&[Unit::Olive, Unit::Grain])?),
                _ => units,
            };
            return Some(match self.phase {
                Phase::Last(_) => Action::Mark(marked),
                Phase::Neutral
                | Phase::Roll(_)
                | Phase::Take(..)
                | Phase::Lower(_)
                | Phase::Event(_)
                | Phase::Score(..)
                | Phase::Hire(_)
                | Phase::Over => Action::Take(face, marked),
            });
        }
        scratch.clear();
        if self.phase != Phase::Score(seat, Scoring::Open) {
            self.actions(seat, scratch);
            return random.pick(scratch).copied();
        }
        // Does not list the single circles, which are most of the legal actions.
        let spends = self.spends(seat);
        self.other_scoring_actions(seat, scratch);
        let mut targets = spends.targets();
        let (count, others) = (targets.count_ones(), scratch.len() as u32);
        let done = u32::from(eager && count + others > 1);
        let place = random.below(count + others - done);
        if place >= count {
            return scratch.get((place - count) as usize).copied();
        }
        for _ in 0..place {
            targets &= targets - 1;
        }
        Some(spends.any(targets.trailing_zeros() as usize, random))
    }

    /// Any of the dice on the table.
    fn random_die(&self, random: &mut Random) -> Option<Face> {
        let mut place = random.below(u32::from(self.dice.len()).max(1)) as u8;
        for face in Face::ALL {
            if place < self.dice.count(face) {
                return Some(face);
            }
            place -= self.dice.count(face);
        }
        None
    }

    /// One of the outcomes of chance, drawn by weight, without listing them all.
    pub fn random_chance(&self, random: &mut Random) -> Option<Chance> {
        match self.phase {
            Phase::Roll(throw) => {
                let (mut dice, count) = (Dice::NONE, self.variant.dice(throw));
                // One number for all dice: its digits to the base of six.
                let mut faces = random.below(6_u32.pow(count.into()));
                for _ in 0..count {
                    dice.0[faces as usize % 6] += 1;
                    faces /= 6;
                }
                Some(Chance::Roll(dice))
            }
            Phase::Score(seat, Scoring::Draw) => {
                let mut left = self.face_down;
                let a = draw(&mut left, random)?;
                if self.drawn_at_once(seat) == 1 {
                    return Some(Chance::Draw(a, None));
                }
                let b = draw(&mut left, random)?;
                Some(Chance::Draw(a.min(b), Some(a.max(b))))
            }
            Phase::Neutral | Phase::Event(_) => loop {
                let face = Face::ALL[random.below(6) as usize];
                if self.neutral_can_take(face) {
                    return Some(Chance::Neutral(face));
                }
            },
            Phase::Take(..)
            | Phase::Lower(_)
            | Phase::Last(_)
            | Phase::Score(..)
            | Phase::Hire(_)
            | Phase::Over => None,
        }
    }
}

fn draw(left: &mut [u8; 8], random: &mut Random) -> Option<Tile> {
    let total: u8 = left.iter().sum();
    let mut place = random.below(u32::from(total).max(1)) as u8;
    for (tile, count) in Tile::ALL.into_iter().zip(left) {
        if place < *count {
            *count -= 1;
            return Some(tile);
        }
        place -= *count;
    }
    None
}
