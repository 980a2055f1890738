//! Random play, fast.

use game::record::Step;
use game::{Random, ToAct};

use crate::action::{Action, Chance};
use crate::dice::Dice;
use crate::parts::Tile;
use crate::position::{Phase, Position, Scoring};
use crate::unit::Face;

impl Position {
    /// Takes one random step and tells which; nothing if the game is over.
    ///
    /// Of the listed actions of the first player to act each is as likely as any other; chance keeps
    /// its weights. The list is a scratch space whose contents do not matter.
    pub fn play_random(
        &mut self,
        random: &mut Random,
        scratch: &mut Vec<Action>,
    ) -> Option<Step<Action, Chance>> {
        match self.to_act() {
            ToAct::Over => None,
            ToAct::Chance => {
                let chance = self.random_chance(random)?;
                self.happen_unchecked(&chance);
                Some(Step::Chance(chance))
            }
            ToAct::Seats(seats) => {
                let seat = seats.iter().next()?;
                scratch.clear();
                self.actions(seat, scratch);
                let action = *random.pick(scratch)?;
                self.play_unchecked(seat, &action);
                Some(Step::Action(seat, action))
            }
        }
    }

    /// One of the outcomes of chance, as often as its weight says, without listing them all.
    pub fn random_chance(&self, random: &mut Random) -> Option<Chance> {
        match self.phase {
            Phase::Roll(throw) => {
                let mut dice = Dice::NONE;
                for _ in 0..self.variant.dice(throw) {
                    dice.add(Face::ALL[random.below(6) as usize]);
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
